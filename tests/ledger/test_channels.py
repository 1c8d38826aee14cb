"""The settings of channels in the ledger."""

from __future__ import annotations

from ircpoker.ledger import Ledger, SetChannelSetting


def test_settings_are_replaced_and_taken_back(ledger: Ledger) -> None:
    assert ledger.channel_settings("net") == {}
    for channel, name, value in (
        ("#poker", "blinds", "10/20"),
        ("#poker", "pace", "slow"),
        ("#other", "pace", "turbo"),
        ("#poker", "blinds", "25/50"),
        ("#poker", "pace", ""),
        ("#poker", "ante", ""),
    ):
        ledger.save(SetChannelSetting("net", channel, name, value, "net/boss"))
    ledger.save(SetChannelSetting("elsewhere", "#poker", "blinds", "1/2", "x" * 255))
    assert ledger.channel_settings("net") == {"#poker": {"blinds": "25/50"}, "#other": {"pace": "turbo"}}
    assert ledger.channel_settings("elsewhere") == {"#poker": {"blinds": "1/2"}}
