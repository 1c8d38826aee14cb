"""Robots in any language: a program that reads and writes lines of JSON. The protocol: docs/own-robot.md.

protocol.py   messages to the program, and its answers
process.py    the program as a process: time limits, long lines, its end
robot.py      the robot that asks it
"""

from ircpoker.robots.program.process import Limits
from ircpoker.robots.program.robot import is_program, program_class, read_command
