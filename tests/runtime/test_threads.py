"""Work in threads: results come back where they are taken, and nothing keeps a process from ending."""

import asyncio
import subprocess
import sys
from queue import SimpleQueue
from threading import Event, current_thread
from threading import enumerate as all_threads

import pytest

from ircpoker.runtime.threads import MOST_REPLACED, Threads
from tests.children import child

ENDLESS = """
from threading import Event
from ircpoker.runtime.threads import Threads
started = Event()
Threads(print).start(lambda: (started.set(), Event().wait()), print)
assert started.wait(60)
print("the end")
"""


def test_results_and_exceptions_are_handed_over():
    handed = SimpleQueue()
    threads, found = Threads(handed.put), []
    threads.start(lambda: current_thread().name, found.append)
    handed.get(timeout=60)()
    threads.start(lambda: 1 // 0, found.append)
    handed.get(timeout=60)()
    assert found[0].startswith("work ")
    assert isinstance(found[1], ZeroDivisionError)


@pytest.fixture
def one_core(monkeypatch):
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0}, raising=False)


@pytest.mark.usefixtures("one_core")
def test_a_closed_loop_ends_no_thread():
    loop = asyncio.new_event_loop()
    loop.close()
    threads, names = Threads(loop.call_soon_threadsafe), SimpleQueue()
    for _ in range(2):
        threads.start(lambda: names.put(current_thread().name), print)
    assert names.get(timeout=60) == names.get(timeout=60) == "work 0"


@pytest.mark.usefixtures("one_core")
def test_other_work_does_not_wait_for_dropped_work():
    handed, found, begun, end = SimpleQueue(), [], SimpleQueue(), Event()
    threads = Threads(handed.put)

    def endless():
        begun.put(current_thread())
        assert end.wait(120)

    works = [threads.start(endless, found.append)]
    first = begun.get(timeout=60)
    works.append(threads.start(endless, found.append))
    for _ in range(MOST_REPLACED):
        threads.drop(works[-2])
        begun.get(timeout=60)
        works.append(threads.start(endless, found.append))
    threads.drop(works.pop())
    threads.drop(works[-1])
    threads.start(current_thread, found.append)
    assert handed.empty()
    assert begun.empty(), "dropped before it began, and no more threads than that"
    end.set()
    handed.get(timeout=60)()
    first.join(60)
    assert not first.is_alive(), "another one has taken its place"
    assert [thread.name for thread in found] == [f"work {MOST_REPLACED}"]
    assert handed.empty()


def test_new_work_starts_a_thread(monkeypatch):
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 1, 2}, raising=False)
    handed, end = SimpleQueue(), Event()
    threads, names = Threads(handed.put), SimpleQueue()
    # Threads of earlier tests may end meanwhile.
    before = set(all_threads())
    for number in range(3):
        threads.start(lambda: (names.put(current_thread().name), end.wait(120)), print)
        assert len({*all_threads()} - before) == min(number + 1, 2)
    assert {names.get(timeout=60), names.get(timeout=60)} == {"work 0", "work 1"}
    end.set()


def test_endless_work_does_not_keep_the_process():
    ended = subprocess.run(
        child(sys.executable, "-c", ENDLESS), capture_output=True, text=True, timeout=120, check=True
    )
    assert ended.stdout == "the end\n"
