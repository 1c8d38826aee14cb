"""What players learn from: charts of what the trained robots do before the flop."""
