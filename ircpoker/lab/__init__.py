"""The solver: trains strategies for heads-up hold'em, and measures exactly how much a robot can lose at limit.

Its work on hands is in C, `native/solver`, a separate extension that a bot does not need (`ircpoker.postflop.engine`).
docs/robot-measurements.md has the results and explains how they are measured.
"""
