"""The solver: trains strategies for heads-up limit hold'em, and measures exactly how much a robot can lose at it.

Its work on hands is in C, `native/solver`, an extension of its own that a bot does without. How strong the robots
are and how that is measured: docs/robots.md.
"""
