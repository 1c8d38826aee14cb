"""A folder of results, filled by a Dask cluster on this machine."""

import sys

import numpy as np
import pytest

from ircpoker.errors import SolverError, SurroundingsError
from ircpoker.lab.responses.exploit import open_results, work_out
from ircpoker.lab.responses.response_targets import make_player
from ircpoker.lab.training import cluster
from ircpoker.lab.training.cluster import fill_by_cluster
from tests.lab.small import needs_solver
from tests.ports import free_port

distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
pytestmark = needs_solver


@pytest.fixture(scope="module")
def two_workers():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", host="127.0.0.1"
    ) as local:
        yield local.scheduler_address


NOTHING = np.zeros((2, 7, 169))


@pytest.mark.slow(12)
def test_two_workers_find_the_results_of_one_process(two_workers, tmp_path):
    results = open_results(tmp_path, "folder", "", make_player("folder"))
    results.write(7, NOTHING)
    done = []
    fill_by_cluster(results, "folder", [3, 7, 900, 3], two_workers, lambda: done.append(1))
    assert len(done) == 3
    assert not list(tmp_path.glob("*.taken"))
    assert (results.read(900) == work_out(make_player("folder"), 900)).all()
    assert results.has(3)
    assert not results.read(7).any()


@pytest.mark.slow
def test_a_worker_with_another_strategy_is_refused(two_workers, tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "fingerprint", lambda _name: "abc")
    with pytest.raises(SolverError, match=r"^a Dask worker has another strategy for folder: '', expected 'abc'$"):
        fill_by_cluster(
            open_results(tmp_path, "folder", "", make_player("folder")), "folder", [3], two_workers, lambda: None
        )


@pytest.mark.slow
def test_an_error_of_a_worker_is_reported(two_workers, tmp_path):
    with pytest.raises(SolverError, match=r"^a Dask worker failed: ValueError: a board of 0 cards: expected 3$"):
        fill_by_cluster(
            open_results(tmp_path, "folder", "", make_player("folder")), "folder", [99_999], two_workers, lambda: None
        )


def test_a_cluster_without_workers(tmp_path):
    results = open_results(tmp_path, "folder", "", make_player("folder"))
    with distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as empty:
        address = empty.scheduler_address
        with pytest.raises(SolverError, match=r"^the Dask cluster at '.*' has no workers$"):
            fill_by_cluster(results, "folder", [3], address, lambda: None)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:{}", "nobody.invalid:{}"])
def test_nothing_answers(address, tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE_SECONDS", 0.2)
    with pytest.raises(SolverError, match=r"^no Dask scheduler answers at '"):
        fill_by_cluster(
            open_results(tmp_path, "folder", "", make_player("folder")),
            "folder",
            [3],
            address.format(free_port()),
            lambda: None,
        )


def test_missing_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SurroundingsError, match=r"^distributed is not installed: pip install 'ircpoker.cluster.'"):
        fill_by_cluster(
            open_results(tmp_path, "folder", "", make_player("folder")),
            "folder",
            [3],
            "tcp://127.0.0.1:1",
            lambda: None,
        )


def test_complete_results_need_no_cluster(tmp_path):
    results = open_results(tmp_path, "folder", "", make_player("folder"))
    results.write(3, NOTHING)
    done = []
    fill_by_cluster(results, "folder", [3], "nowhere", lambda: done.append(1))
    assert done == [1]
