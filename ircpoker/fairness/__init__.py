"""Decks that players can verify: sealed shuffles, proofs, and proofs as people paste them."""
