"""`ircpoker verify`: checks that a finished deal used the committed deck.

Checks that a finished deal or spin used the deck that was committed to: that its secret has the commitment shown
before, and that secret, deal id and the players' seeds make its deck. The deal is read from the ledger, from a
.proof.json file or, with -, from the lines of !proof, pasted as a chat client shows them. Give the commitment that you
saw with --commitment, or compare it yourself. docs/verify.md explains how to check a deal without this program. The
exit status is 1 if the proof is wrong, or cannot be shown yet.

  $ ircpoker verify 17 --commitment 630dcd2966c4336691125448bbb25b4ff412a49c
  deal 17: the proof holds
  commitment  630dcd2966c4336691125448bbb25b4f…
  secret      000102030405060708090a0b0c0d0e0f…
  seeds       'my lucky socks'
  deck        3s Ac 5s 9s Ad 6h 5d Qd Ts 3h …
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.cli.configuration import words_here
from ircpoker.cli.main import DONE, write
from ircpoker.cli.options import add_database_argument, open_ledger
from ircpoker.config.ini import quote_path
from ircpoker.errors import ConfigError, ProofError, printable, quote
from ircpoker.words import Phrase
from ircpoker.words.plain_text import parse_deal_number

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ircpoker.fairness.proof import Proof

_LARGEST_FILE = 1 << 20
"""The most bytes of a proof file, or of pasted lines."""
_STANDARD_INPUT = "-"
_SPLIT_CHARACTER = re.compile(rb"([\xc2-\xf4][\x80-\xbf]{0,2})\r?\n(?=[\x80-\xbf])")
"""A character with a line end within: `fold` counts bytes."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = (
        "ircpoker verify (DEAL_ID [--database URL] [--config F] | --file F | -) [--commitment DIGITS] [--json]"
    )
    parser.add_argument(
        "deal", nargs="?", metavar="DEAL_ID", help="the number of a deal in the ledger; - for pasted lines of !proof"
    )
    parser.add_argument("--file", type=Path, metavar="F", help="a .proof.json file")
    parser.add_argument(
        "--commitment", metavar="DIGITS", help="the commitment shown before the deal, 40 digits or more"
    )
    parser.add_argument("--json", action="store_true", help="print the proof in the form of a .proof.json file")
    add_database_argument(parser)
    parser.set_defaults(error=parser.error)


def run(arguments: Namespace) -> int:
    """Check the proof, print it and return the exit status."""
    from ircpoker.fairness.proof import verify

    if (arguments.deal is None) == (arguments.file is None):
        arguments.error("expected either DEAL_ID, - or --file F")
    proof = _read(arguments)
    verify(proof, commitment=arguments.commitment)
    write(proof.to_json() if arguments.json else _format_text(proof))
    return DONE


def _read(arguments: Namespace) -> Proof:
    """Read the proof from where the arguments say.

    Raises:
        ProofError: it cannot be read.
    """
    if arguments.file:
        return _read_file(arguments.file)
    return _read_pasted() if arguments.deal == _STANDARD_INPUT else _read_deal(arguments)


def _read_pasted() -> Proof:
    """Read pasted lines of `!proof` from standard input.

    Raises:
        ProofError: they are not all there, or do not prove the deal.
    """
    from ircpoker.fairness.pasted_proof import read_pasted_proof

    if sys.stdin is not None and sys.stdin.isatty() and sys.stderr is not None:
        sys.stderr.write("Paste the lines of !proof, then press Ctrl-D.\n")
        sys.stderr.flush()
    content = b"" if sys.stdin is None else sys.stdin.buffer.read(_LARGEST_FILE + 1)
    if not content.strip():
        raise ProofError("standard input is empty: expected the lines of !proof and a deal's number")
    if len(content) > _LARGEST_FILE:
        raise ProofError("more than 1 MiB on standard input: expected the lines of one !proof")
    try:
        return read_pasted_proof(_SPLIT_CHARACTER.sub(rb"\1", content).decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ProofError("standard input is not UTF-8 text: expected the lines of !proof") from error


def _read_file(path: Path) -> Proof:
    """Read a `.proof.json` file.

    Raises:
        ConfigError: the file cannot be read.
        ProofError: it is not a proof.
    """
    from ircpoker.fairness.proof import parse_proof

    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST_FILE)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "no such path"
        raise ConfigError(f"{quote_path(path)} cannot be read: {reason}") from error
    try:
        return parse_proof(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ProofError("not a proof: expected UTF-8 text") from error


def _read_deal(arguments: Namespace) -> Proof:
    """Read a deal from the ledger.

    Raises:
        ProofError: the deal does not exist, or its secret may not be shown.
    """
    if not parse_deal_number(arguments.deal):
        arguments.error(f"{quote(arguments.deal)} is not the number of a deal: expected one like 17")
    with open_ledger(arguments) as ledger:
        from ircpoker.fairness.proofs import find_shuffle, read_proof

        shuffle = find_shuffle(ledger, arguments.deal)
    if shuffle is None:
        raise ProofError(f"there is no deal {quote(arguments.deal)} in this ledger")
    if not shuffle.revealed:
        state = "not dealt yet" if shuffle.proof is None else "not over, or its secret is not to be shown yet"
        raise ProofError(f"deal {shuffle.deal_id} is {state}: there is nothing to check")
    return read_proof(shuffle)


def _format_text(proof: Proof) -> str:
    say = words_here().text
    none, nobody = say(Phrase("report.no_seed")), say(Phrase("report.no_players"))
    seeds = ", ".join([f"'{seed}'" if seed else none for seed in proof.seeds]) or nobody
    rows = {"commitment": proof.commitment, "secret": proof.secret.hex(), "seeds": printable(seeds)}
    if proof.draw is None:
        rows["deck"] = " ".join(map(str, proof.deck))
    else:
        places = printable(str(proof.draw))
        rows["draw"] = say(Phrase("report.draw_of", kind=proof.draw.kind.value, seats=places))
    lines = [say(Phrase("report.proof_holds", deal=printable(proof.deal_id)))]
    if proof.called_off:
        lines.append(printable(say(proof.called_off.phrase)))
    lines += [f"{say(Phrase(f'report.{key}')):10}  {value}" for key, value in rows.items()]
    return "".join([f"{line}\n" for line in lines])
