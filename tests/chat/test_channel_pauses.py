"""Tables stand still while nobody in their channel can hear the bot."""

from __future__ import annotations

from tests.lobby.hall import CHANNEL, NET, Hall


def test_who_changes_the_mode_again_and_again_does_not_make_the_bot_talk() -> None:
    with Hall() as hall:
        hall.seat("alice", "bob")
        presence = hall.services.presence
        for hour in (1, 2):
            for _ in range(5):
                presence.muted(NET, CHANNEL)
                assert hall.table().calls.is_paused
                presence.heard(NET, CHANNEL)
                assert not hall.table().calls.is_paused
                hall.wait(2)
            for nick in ("alice", "bob"):
                assert len([text for text in hall.to(nick) if "is moderated (+m)" in text]) == hour
            presence.muted(NET, CHANNEL)
            hall.wait(3600)
            presence.heard(NET, CHANNEL)
