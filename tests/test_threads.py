"""Work in threads: results come back where they are taken, and nothing keeps a process from ending."""

import subprocess
import sys
from queue import SimpleQueue
from threading import current_thread

from ircpoker.threads import Threads
from tests.children import child

ENDLESS = """
from threading import Event
from ircpoker.threads import Threads
started = Event()
Threads(print).start(lambda: (started.set(), Event().wait()), print)
assert started.wait(60)
print("the end")
"""


def test_what_work_returns_or_raises_is_handed_over():
    handed = SimpleQueue()
    threads, found = Threads(handed.put), []
    threads.start(lambda: current_thread().name, found.append)
    handed.get(timeout=60)()
    threads.start(lambda: 1 // 0, found.append)
    handed.get(timeout=60)()
    assert found[0].startswith("work ")
    assert isinstance(found[1], ZeroDivisionError)


def test_work_without_end_keeps_no_process_from_ending():
    ended = subprocess.run(
        child(sys.executable, "-c", ENDLESS), capture_output=True, text=True, timeout=120, check=True
    )
    assert ended.stdout == "the end\n"
