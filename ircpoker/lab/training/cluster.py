"""A folder of results filled by the workers of a Dask cluster instead of processes of this machine.

The workers need ircpoker with its solver, and the same strategy file at the same path. Their results come back here and
are written here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ircpoker.errors import SolverError, quote
from ircpoker.lab.responses.exploit import work_out
from ircpoker.lab.responses.response_targets import ResponseTarget, fingerprint, make_player
from ircpoker.lab.training.results import Results
from ircpoker.runtime.foreign import describe, require

PATIENCE_SECONDS = 10


def fill_by_cluster(
    results: Results, name: str, flops: Iterable[int], address: str, on_flop: Callable[[], object]
) -> None:
    """Compute the missing results.

    Args:
        results: the folder for the results.
        name: the robot's name, as `find_name` returns it.
        flops: the wanted flops, in the order of their computation.
        address: the address of the cluster's scheduler, such as `tcp://10.0.0.1:8786`.
        on_flop: is called for each flop with a result.

    Raises:
        SolverError: nothing answers at the address; the cluster has no workers; or one of them failed.
    """
    todo = results.begin(flops, on_flop)
    if not todo:
        return
    with cluster_pool(address) as (pool, lanes):
        own = fingerprint(name)
        try:
            results.collect(lambda flop: pool.submit(_work_there, name, own, flop), todo, lanes, on_flop)
        except SolverError:
            raise
        except Exception as error:
            # Any exception of another machine is raised here again.
            raise SolverError(f"a Dask worker failed: {describe(error)}") from error


@contextmanager
def cluster_pool(address: str) -> Iterator[tuple[Executor, int]]:
    """Yield the workers of a cluster, and how many pieces of work they take at once.

    Raises:
        SurroundingsError: Dask is not installed.
        SolverError: nothing answers at the address, or the cluster has no workers.
    """
    require("distributed")
    from distributed import Client  # noqa: PLC0415 - it is there with the extra

    try:
        client = Client(address, timeout=PATIENCE_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise SolverError(f"no Dask scheduler answers at {quote(address)}: {describe(error)}") from error
    with client:
        lanes = sum(client.nthreads().values())
        if not lanes:
            raise SolverError(f"the Dask cluster at {quote(address)} has no workers")
        yield client.get_executor(pure=False), lanes


_player: Callable[[str], ResponseTarget] = cache(make_player)
"""The robot of a worker, created once."""


def _work_there(name: str, wanted: str, flop: int) -> tuple[int, NDArray[np.float64]]:
    if fingerprint(name) != wanted:
        raise SolverError(f"a Dask worker has another strategy for {name}: {fingerprint(name)!r}, expected {wanted!r}")
    return flop, work_out(_player(name), flop)
