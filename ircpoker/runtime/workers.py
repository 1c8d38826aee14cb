"""Worker processes that end with the process, and with the block of code, that started them."""

from __future__ import annotations

import atexit
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent import futures
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.util import Finalize
from threading import Lock, Thread, current_thread, main_thread
from types import FrameType, TracebackType
from typing import ParamSpec, Self, TypeVar

from ircpoker.errors import SurroundingsError

_NICE, _IDLE_SECONDS = 10, 600
_P = ParamSpec("_P")
_T = TypeVar("_T")
_R = TypeVar("_R")


class Workers:
    """A pool of processes for the body of a `with`.

    At the end of the body they finish their work. If an exception leaves the body, also that of Ctrl-C, they end at
    once, whatever they are doing. If this process is killed they end, too.
    """

    def __init__(self, jobs: int, start: Callable[[], Callable[[], object] | None] | None = None) -> None:
        """Make the pool.

        Args:
            jobs: the most processes; each is started when there is work for it.
            start: is called in each process before its first piece of work. It may return a function to call when the
                process ends, however it is ended.
        """
        self._others = active_children()
        self._pool = futures.ProcessPoolExecutor(jobs, get_context("spawn"), _start, (start,))

    def submit(self, work: Callable[_P, _T], *arguments: _P.args, **named: _P.kwargs) -> Future[_T]:
        """Hand out a piece of work."""
        with _signals_held():
            return self._pool.submit(work, *arguments, **named)

    def __enter__(self) -> Self:
        """Return the pool."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Wait until the processes have ended."""
        if kind is not None:
            for process in active_children():
                if process not in self._others:
                    process.terminate()
        self._pool.shutdown(wait=True, cancel_futures=True)


class WorkProcess:
    """A process that does one piece of work at a time for others, after everything else; it ends when it has none.

    Work in a thread makes the loop wait for the interpreter again and again; work here does not.
    """

    def __init__(self) -> None:
        """Set it up; it begins with its first work."""
        self._lock = Lock()
        self._starting, self._is_over = Lock(), False
        self._process: BaseProcess | None = None
        atexit.register(self._end)  # before the processes are ended, since it is registered after that

    def do(self, work: Callable[[], _T]) -> _T:
        """Wait for a piece of work, and return its result or raise its exception; it is done here if none can begin.

        Args:
            work: a function that can be sent to another process, as its result can.

        Raises:
            SurroundingsError: the process was ended by others.
        """
        with self._lock:
            for _ in range(2):  # It may just have ended for want of work.
                if self._process is None or not self._process.is_alive():
                    try:
                        self._begin()
                    except (OSError, ValueError):  # On the full screen, standard error cannot be handed on.
                        return work()
                try:
                    self._connection.send(work)
                    outcome: _T | BaseException = self._connection.recv()
                except (EOFError, OSError):
                    self._process = None
                    continue
                if isinstance(outcome, BaseException):
                    raise outcome
                return outcome
        raise SurroundingsError("the process that works things out was ended")

    def _begin(self) -> None:
        context = get_context("spawn")
        self._connection, theirs = context.Pipe()
        process = context.Process(target=_work_for, args=(theirs,), daemon=True)
        with self._starting, _signals_held():
            if self._is_over:
                raise SurroundingsError("the program ends")
            process.start()
        theirs.close()
        self._process = process

    def _end(self) -> None:
        """Begin no process any more, and let one that begins have all that it needs, so that it ends in silence."""
        with self._starting:
            self._is_over = True


def _work_for(connection: Connection) -> None:
    _release_signals()
    if hasattr(os, "nice"):
        os.nice(_NICE)
    with suppress(EOFError, OSError):
        while connection.poll(_IDLE_SECONDS):
            work = connection.recv()
            try:
                outcome = work()
            except Exception as error:
                outcome = error
            connection.send(outcome)


def share_out(begin: Callable[[_T], Future[_R]], todo: Iterable[_T], lanes: int) -> Iterator[_R]:
    """Yield the results of work as it is done; what has not been begun is left alone, so that all can soon be stopped.

    Args:
        begin: begins a piece of work elsewhere.
        todo: the pieces; each is asked for when it can be begun.
        lanes: how many are begun at a time.
    """
    left = iter(todo)
    running = {begin(each) for each in islice(left, lanes)}
    while running:
        done, running = futures.wait(running, return_when=futures.FIRST_COMPLETED)
        for future in done:
            yield future.result()
        running |= {begin(each) for each in islice(left, len(done))}


def in_order(work: Callable[[_T], _R], todo: Iterable[_T], jobs: int) -> Iterator[_R]:
    """Yield the results of work in the order of its pieces, done by so many processes, or here if it is one.

    Raises:
        BrokenProcessPool: a process was ended by others.
    """
    if jobs == 1:
        yield from map(work, todo)
        return
    with Workers(jobs) as pool:
        left = iter(todo)
        running = deque(pool.submit(work, each) for each in islice(left, 2 * jobs))
        while running:
            yield running.popleft().result()
            running.extend(pool.submit(work, each) for each in islice(left, 1))


def _start(start: Callable[[], Callable[[], object] | None] | None) -> None:
    parent = parent_process()
    if parent is not None:
        # Without it the process would wait for work forever when we are killed.
        Thread(target=_wait_and_end, args=(parent.sentinel,), daemon=True).start()
    close = start() if start is not None else None
    if close is not None:
        Finalize(None, close, exitpriority=0)
        signal.signal(signal.SIGTERM, partial(_close_and_end, close))
    _release_signals()


def _wait_and_end(sentinel: int) -> None:
    wait([sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


def _close_and_end(close: Callable[[], object], number: int, _frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)
    close()
    os._exit(1)


@contextmanager
def _signals_held() -> Iterator[None]:
    """Start processes that no signal interrupts until they are ready: a half-started one would complain.

    Another thread, such as one of NumPy's, may still take a signal, and Python would raise in the midst of the start.
    """
    if sys.platform == "win32":
        yield
        return
    held, heard = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}, list[int]()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, held)
    handlers = {number: signal.getsignal(number) for number in held if current_thread() is main_thread()}
    handlers = {number: handler for number, handler in handlers.items() if callable(handler)}
    for number in handlers:
        signal.signal(number, lambda taken, _: heard.append(taken))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for taken in heard:
            signal.raise_signal(taken)


def _release_signals() -> None:
    """Let this process, which is ready, be ended; not by Ctrl-C, which a terminal sends to the whole command."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM, signal.SIGHUP})
