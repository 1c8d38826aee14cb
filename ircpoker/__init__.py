"""ircpoker: a poker bot for IRC and the terminal, and its hand evaluator.

The package imports nothing at start, so that `import ircpoker.hands` costs only the evaluator.
"""

__version__ = "0.1.0"
