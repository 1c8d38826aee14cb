"""Hand histories, proofs beside them, and own last deals, on a real disk."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ircpoker.chat.message import Message
from ircpoker.errors import HistoryError
from ircpoker.fairness.proof import parse_proof, verify
from ircpoker.ledger import HandRow, Ledger, RecordHand
from ircpoker.lobby.hand import HandInProgress
from ircpoker.records.phh import read_history_file, replay_history
from ircpoker.runtime.delivery import Delivery
from ircpoker.telling.bucket import LineBucket
from ircpoker.telling.facts import Fact, Telling
from ircpoker.telling.rules import Role
from ircpoker.telling.untold import Untold
from ircpoker.words import Phrase
from tests.chat.routers import IRC_LIMITS
from tests.lobby.hall import CHANNEL, Hall, play_on, player
from tests.lobby.test_restarts import with_state


def make_hall(folder: Path, **rules) -> Hall:
    return Hall(**on_disk(folder), **rules)


def spoil_hand(hall: Hall) -> None:
    """Make the hand in progress unreadable after a start."""
    with_state(hall, lambda data: data["hand"].update(actions=["1 raise 9999"]))


def restarted(hall: Hall, folder: Path, **changes: Any) -> Hall:
    return hall.restarted(**on_disk(folder), **changes)


def on_disk(folder: Path) -> dict[str, Any]:
    return {"url": f"sqlite:///{folder / 'ledger.db'}", "history": folder / "history"}


def fold_a_duel(hall: Hall) -> None:
    hall.tell("alice", "play folder 200")
    hall.wait(5)
    hall.tell("alice", "fold")


@pytest.mark.slow(1)
def test_every_deal_is_written_and_replays(tmp_path: Path) -> None:
    hall = make_hall(tmp_path, deal_pause=0.1)
    stacks: dict[str, tuple[int, ...]] = {}
    for nick in ("alice", "bob", "carol"):
        hall.say(nick, "!sit 300" if hall.has_table() else "!open 300")
    rng = Random(6)
    for _ in range(150):
        play_on(hall, rng, 1)
        for nick in ("alice", "bob", "carol"):
            if not hall.has_table() or hall.table().seats.number_of(player(nick)) is None:
                hall.say(nick, "!sit 100" if hall.has_table() else "!open 100")
        hand = hall.table().hand if hall.has_table() else None
        if hand is not None:
            stacks[hand.deal_id] = hand.deal.setup.stacks
    files = sorted((tmp_path / "history" / "net" / "%23poker").glob("*.phh"))
    assert len(files) >= 5
    for file in files:
        [history] = read_history_file(file)
        assert history.stacks == stacks[file.stem]
        assert set(history.players) <= {"alice", "bob", "carol"}
        assert tuple(history.finishing_stacks) == replay_history(history).finishing_stacks
    hall.close()


def test_histories_hold_no_unseen_cards(tmp_path: Path) -> None:
    hall = make_hall(tmp_path)
    hall.seat("alice", "bob", chips=300)
    hall.say("alice", "!fold")
    text = (tmp_path / "history" / "net" / "%23poker" / "1.phh").read_text(encoding="utf-8")
    assert re.findall(r"d dh p\d (\S+?)\"", text) == ["????", "????"]
    assert not list((tmp_path / "history").rglob("*.proof.json"))
    hall.close()


def test_the_proof_of_a_duel_is_there_at_once(tmp_path: Path) -> None:
    hall = make_hall(tmp_path)
    hall.tell("alice", "seed lucky")
    fold_a_duel(hall)
    file = tmp_path / "history" / "net" / "private" / "1.proof.json"
    proof = parse_proof(file.read_text(encoding="utf-8"))
    verify(proof, deal_id="1")
    assert "lucky" in proof.seeds
    assert file.with_name("1.phh").exists()
    hall.close()


def test_proofs_at_shared_tables_come_later(tmp_path: Path) -> None:
    hall = make_hall(tmp_path, reveal_after=10.0)
    hall.seat("alice", "bob", chips=300)
    hall.say("alice", "!fold")
    hall.say("bob", "!leave")
    assert not hall.services.ledger.shuffle("1").revealed
    hall.wait(601)
    assert hall.services.ledger.shuffle("1").revealed
    [file] = (tmp_path / "history").rglob("*.proof.json")
    assert json.loads(file.read_text(encoding="utf-8"))["deal_id"] == "1"
    hall.close()


@pytest.mark.parametrize("reveal_after", [0.0, 10.0])
def test_proofs_come_when_the_table_closes(tmp_path: Path, reveal_after: float) -> None:
    hall = make_hall(tmp_path, reveal_after=reveal_after)
    hall.seat("alice", "bob", chips=300)
    hall.say("alice", "!fold")
    hall.say("alice", "!leave")
    hall.say("bob", "!leave")
    assert hall.services.ledger.shuffle("1").revealed
    assert list((tmp_path / "history").rglob("1.proof.json"))
    hall.close()


@pytest.mark.parametrize("how", ["both leave in it", "it is called off", "it cannot be read"])
def test_proofs_come_with_a_last_deal(tmp_path: Path, how: str) -> None:
    hall = make_hall(tmp_path, reveal_after=10.0)
    hall.seat("alice", "bob", chips=300)
    hall.say("alice", "!fold")
    hall.holds_deliveries = how == "it is called off"
    hall.wait(5)
    if how == "it cannot be read":
        spoil_hand(hall)
        hall = restarted(hall, tmp_path)
    else:
        for nick in ("alice", "bob"):
            hall.say(nick, "!leave")
        for _ in range(2):
            if hall.waiting:
                hall.confirm(Delivery.REFUSED)
    assert not hall.has_table()
    for deal_id in ("1", "2"):
        assert "its secret is shown" not in hall.tell("carol", f"proof {deal_id}")[0]
        assert hall.to("carol")[-2].startswith("secret ")
        [file] = (tmp_path / "history").rglob(f"{deal_id}.proof.json")
        verify(parse_proof(file.read_text(encoding="utf-8")), deal_id=deal_id)
    assert len(list((tmp_path / "history").rglob("2.phh"))) == (how == "both leave in it")
    hall.close()


def call_off(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a bug call the next deal off."""
    hall.wait(5)

    def fail(*_: object) -> None:
        raise RuntimeError("a fault")

    with monkeypatch.context() as broken:
        broken.setattr(HandInProgress, "request", fail)
        hall.say(hall.actor(), "!call")


def test_deals_that_were_called_off_are_marked_and_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = make_hall(tmp_path, reveal_after=10.0)
    hall.say("alice", "!open 300")
    hall.say("bob", "!sit 300")
    call_off(hall, monkeypatch)
    reason = "all bets returned: an internal error, logged for the owner"
    state, mark = hall.tell("carol", "proof 1")
    assert state.endswith("its secret is shown when the deal is over")
    assert mark == f"called off, {reason}"
    hall.wait(5)
    hall.say(hall.actor(), "!fold")
    call_off(hall, monkeypatch)
    assert hall.tell("carol", "proof 3")[1] == f"called off (2 of the last 3 deals there), {reason}"
    assert len(hall.tell("carol", "proof 2")) == 1
    for nick in ("alice", "bob"):
        hall.say(nick, "!leave")
    assert f"called off (2 of the last 3 deals there), {reason}" in hall.tell("carol", "proof 3")
    folder = tmp_path / "history" / "net" / "%23poker"
    proofs = [parse_proof((folder / f"{number}.proof.json").read_text(encoding="utf-8")) for number in (1, 2, 3)]
    assert [proof.called_off and (proof.called_off.count, proof.called_off.deals) for proof in proofs] == [
        (1, 1),
        None,
        (2, 3),
    ]
    for proof in proofs:
        verify(proof)
    hall.close()


@pytest.mark.parametrize("how", ["a duel", "a table that is closed after a start"])
def test_the_proof_of_a_called_off_last_deal(tmp_path: Path, how: str) -> None:
    hall = make_hall(tmp_path)
    if how == "a duel":
        hall.refusals["alice"] = Delivery.REFUSED
        hall.say("alice", "!play caller 200")
        hall.wait(5)
        reason = Phrase("call_off.no_cards", names="alice")
    else:
        hall.seat("alice", "bob")
        spoil_hand(hall)
        hall = restarted(hall, tmp_path)
        reason = Phrase("call_off.unreadable")
    [file] = (tmp_path / "history").rglob("1.proof.json")
    proof = parse_proof(file.read_text(encoding="utf-8"))
    assert proof.called_off is not None
    assert (proof.called_off.reason, proof.called_off.count, proof.called_off.deals) == (reason, 1, 1)
    hall.close()


def test_proofs_come_after_a_restart(tmp_path: Path) -> None:
    hall = make_hall(tmp_path, reveal_after=10.0)
    hall.seat("alice", "bob", chips=300)
    hall.say("alice", "!fold")
    ledger = hall.services.ledger
    hall = restarted(hall, tmp_path)
    hall.wait(601)
    assert ledger.shuffle("1").revealed
    assert list((tmp_path / "history").rglob("1.proof.json"))
    hall.close()


def test_a_folder_that_cannot_be_written_stops_no_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "history").write_text("a file in the way", encoding="utf-8")
    hall = make_hall(tmp_path)
    fold_a_duel(hall)
    hall.wait(5)
    assert hall.table("alice").state.last_deal
    assert "cannot be written" in caplog.text
    assert not any("written" in text for text in hall.to("alice"))
    assert hall.tell("alice", "history")[-1].startswith("#1 no-limit")
    assert len(caplog.records) == 1
    hall.close()


def test_own_deals_outlive_the_bot(tmp_path: Path) -> None:
    hall = make_hall(tmp_path)
    fold_a_duel(hall)
    before = hall.tell("alice", "history")
    hall = restarted(hall, tmp_path)
    assert hall.tell("alice", "history") == before
    hall.close()


def won(number: int, *, game: str = "holdem") -> RecordHand:
    """Return a hand in which alice wins so many chips with a long name."""
    alice = HandRow(0, 0, number, player("alice"), nick="alice", shown="x" * 40)
    return RecordHand(
        f"{number}", "holdem", "a table", (alice, HandRow(1, number, 0, robot="caller", nick="caller")), game
    )


@pytest.mark.parametrize("channel", [None, CHANNEL])
def test_twenty_deals_arrive_whole(tmp_path: Path, channel: str | None) -> None:
    hall = make_hall(tmp_path)
    fold_a_duel(hall)
    hall.services.ledger.save(*map(won, range(100, 140)))
    replies = hall.router.handle(Message(hall.person("alice"), "!history 20", channel, "dealer", limits=IRC_LIMITS))
    answers = [reply.text for reply in replies]
    # Answers to one person wait in one queue, which holds no more.
    untold: Untold[Fact] = Untold(LineBucket(1, 1.0))
    answer = Telling(role=Role.ANSWER)
    facts = [Fact(place="alice", thread=" alice", telling=answer, text=reply.text) for reply in replies]
    assert not [fact for fact in facts if untold.put(fact, 0.0)]
    arrived = [fact.text for fact in untold]
    assert arrived == answers
    assert re.findall(r"#(\d+) no-limit hold'em: ", " ".join(arrived)) == [str(at) for at in range(139, 119, -1)]
    assert max(len(text.encode()) for text in arrived) <= 400
    assert all(reply.private for reply in replies) or channel is None
    assert hall.tell("alice", "history 3") == [
        f"#{at} no-limit hold'em: +{at}, you win {at} with {'x' * 40}" for at in (139, 138, 137)
    ]
    hall.close()


def test_a_game_no_longer_offered_is_named(tmp_path: Path) -> None:
    hall = make_hall(tmp_path)
    fold_a_duel(hall)
    hall.services.ledger.save(won(3, game="badugi\x02\n"))
    assert hall.tell("alice", "history 1") == [f"#3 'badugi??': +3, you win 3 with {'x' * 40}"]
    hall.close()


def test_on_a_ledger_in_memory_nothing_is_written(tmp_path: Path) -> None:
    hall = Hall(history=tmp_path / "history")
    fold_a_duel(hall)
    assert not (tmp_path / "history").exists()
    assert len(hall.tell("alice", "history")) == 1
    hall.close()


def test_strange_nicks_and_channels_make_no_strange_paths(tmp_path: Path) -> None:
    channel = "#../../etc/pass%wd"
    hall = make_hall(tmp_path, channels=(channel,))
    for nick in ("..", "a/b\\c"):
        hall.say(nick, "!sit 300" if hall.has_table(channel) else "!open 300", channel)
    hall.wait(5)
    hall.say(hall.actor(channel), "!fold", channel)
    files = [
        path.relative_to(tmp_path / "history").parts for path in (tmp_path / "history").rglob("*") if path.is_file()
    ]
    assert files
    assert all(len(parts) == 3 and parts[0] == "net" for parts in files)
    hall.close()


def test_histories_of_draw_replay(tmp_path: Path) -> None:
    hall = make_hall(tmp_path, deal_pause=0.1)
    hall.say("alice", "!open draw 300")
    hall.say("bob", "!sit 300")
    hall.say("bob", "!addbot swede")
    play_on(hall, Random(2), 60)
    files = list((tmp_path / "history").rglob("*.phh"))
    assert len(files) >= 4
    for file in files:
        [history] = read_history_file(file)
        try:
            assert tuple(history.finishing_stacks) == replay_history(history).finishing_stacks
        except HistoryError as error:  # pragma: no cover - the message is what one wants to see
            raise AssertionError(f"{file.read_text(encoding='utf-8')}\n{error}") from error
    assert isinstance(hall.services.ledger, Ledger)
    assert CHANNEL in {line.target for line in hall.lines}
    hall.close()


def test_histories_left_out_by_a_kill_are_written_at_the_next_start(tmp_path: Path) -> None:
    hall = make_hall(tmp_path, deal_pause=0.1)
    hall.say("alice", "!open 300")
    hall.say("caller", "!sit 300")
    hall.say("caller", "!addbot caller")
    hall.tell("dora", "!play folder 200")
    for where, channel in ((CHANNEL, CHANNEL), ("dora", None)):
        play_on(hall, Random(4), 30, where, channel)
    files = {path: path.read_bytes() for path in (tmp_path / "history").rglob("*") if path.is_file()}
    assert len({path.parent for path in files}) == 2
    kept, *lost = sorted(path for path in files if path.suffix == ".phh")
    kept.write_text("kept", encoding="utf-8")
    for path in [*lost, *[path for path in files if path.suffix == ".json"]]:
        path.unlink()
    again = restarted(hall, tmp_path)
    assert kept.read_text(encoding="utf-8") == "kept"
    assert {path: path.read_bytes() for path in lost} == {path: files[path] for path in lost}
    proofs = [path for path in files if path.suffix == ".json" and path.name.split(".")[0] != kept.stem]
    assert proofs
    assert all(path.read_bytes() == files[path] for path in proofs)
    again.close()
