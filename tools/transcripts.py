"""Plays the pinned sessions and shows differences from their golden texts and facts; `--write` writes these again.

    python tools/transcripts.py                      shows the differences; status 1 if there are any
    python tools/transcripts.py --write              writes the texts; read the diff before it is committed
    python tools/transcripts.py --write --facts      the facts, too: only if a session itself has changed
    python tools/transcripts.py heads-up             only these sessions

Facts stay: if a new wording hides them, change `tests/pinned/wording.py`, never a fact.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from difflib import unified_diff
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.pinned.doorway import run_command
from tests.pinned.facts import facts_file, find_facts, format_facts
from tests.pinned.heard import format_texts, lines_of, texts_file
from tests.pinned.play_router import play_on_router
from tests.pinned.script import read_session, session_files


def main() -> int:
    """Play, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sessions", nargs="*", metavar="SESSION", help="names of sessions (default: all)")
    parser.add_argument("--write", action="store_true", help="write what differs")
    parser.add_argument("--facts", action="store_true", help="with --write: the facts, too")
    arguments = parser.parse_args()
    differing = 0
    for source in session_files():
        if arguments.sessions and source.stem not in arguments.sessions:
            continue
        texts, facts = play(source)
        differing += settle(texts_file(source.stem), texts, write=arguments.write)
        is_new = not facts_file(source.stem).exists()
        differing += settle(facts_file(source.stem), facts, write=arguments.write and (arguments.facts or is_new))
    return 1 if differing else 0


def play(source: Path) -> tuple[str, str]:
    """Return the texts and the facts of a session."""
    session = read_session(source)
    with tempfile.TemporaryDirectory() as folder:
        heard = play_on_router(session, Path(folder))
        audited = run_command("audit", "--json", "--database", f"sqlite:///{folder}/ircpoker.db")
        facts = find_facts(lines_of(heard) if session.has_facts else {}, Path(folder), audited)
        return format_texts(session, heard), format_facts(facts)


def settle(file: Path, text: str, *, write: bool) -> bool:
    """Show how a file differs from the new text; write it if `write` is set, and return whether it still differs."""
    kept = file.read_text(encoding="utf-8") if file.exists() else ""
    if kept == text:
        return False
    name = str(file.relative_to(ROOT))
    lines = unified_diff(kept.splitlines(), text.splitlines(), name, f"{name} now", lineterm="")
    print("\n".join(lines))
    if write:
        file.write_text(text, encoding="utf-8")
    return not write


if __name__ == "__main__":
    sys.exit(main())
