"""The solver: trains strategies for heads-up hold'em, and measures exactly how much a robot can lose at limit.

Its work on hands is in C, `native/solver`, an extension of its own that a bot does without (`ircpoker.subgames`). How
strong the robots are and how that is measured: docs/robots.md.
"""
