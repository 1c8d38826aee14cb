"""The command line: one module for each command, imported only when that command is given.

    main.py           arguments → command → exit status
    lines.py          standard input line by line, one answer each
    configuration.py  which configuration a command uses
    options.py        which ledger a command works on: --database
    preflight.py      whether the files that a configuration names can work
    describe.py       what a configuration comes to
    the others        a command each, of the module's name

A command's module has `DESCRIPTION`, `EXAMPLE`, `add_arguments(parser)` and `run(arguments) -> status`,
and imports in `run` what costs time. Nothing on the way to `parse` may import more than `argparse`:
the whole command takes a few milliseconds (measured by tests/cli/test_start.py).
"""
