"""The command line: one module for each command, imported only when that command is given.

    main.py           arguments → command → exit status
    lines.py          standard input line by line, one answer each
    configuration.py  the configuration of a command
    options.py        the ledger of a command: --database
    describe.py       a configuration in lines for people
    pasted_proof.py   the lines of !proof from a chat client
    the others        one command each, with the module's name

A command's module has `DESCRIPTION`, `EXAMPLE`, `add_arguments(parser)` and `run(arguments) -> status`,
and imports in `run` what costs time. Nothing on the way to `parse` may import more than `argparse`:
the whole command takes a few milliseconds (measured by tests/cli/test_start.py).
"""
