"""The inputs that stop a loop longest, by surface: `python -m benchmarks.dearest [SURFACE]`.

200 inputs for each surface, as `tests/attacks/dearest.py` makes them: lines on IRC, on the console and by SSH, requests
of the feed and to the page, configurations. Each is tried until one of `TRIES` stays below the limit of 8 ms; what
counts is the shortest processor time, as others use the machine, too.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.measure import describe_machine, parse_words
from tests.attacks.dearest import SURFACES, cold

LIMIT, TRIES = 0.008, 10


def main(only: str = "") -> None:
    """Print the dearest inputs of each surface."""
    print(describe_machine())
    for name, (door, inputs) in SURFACES.items():
        if only not in name:
            continue
        found = []
        with tempfile.TemporaryDirectory() as folder, door(Path(folder)) as ask:
            for each in inputs():
                least = 1.0
                for _ in range(TRIES):
                    cold()
                    least = min(least, ask(each))
                    if least < LIMIT:
                        break
                found.append((least, str(each)[:60]))
        found.sort(reverse=True)
        over = sum(least >= LIMIT for least, _ in found)
        print(f"{name}: {len(found)} inputs, {over} over {1000 * LIMIT:.0f} ms", flush=True)
        for least, shown in found[:5]:
            print(f"  {1000 * least:6.1f} ms  {shown}", flush=True)


if __name__ == "__main__":
    main(*parse_words(__doc__, only=""))
