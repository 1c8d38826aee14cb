"""The training of robots' strategies."""
