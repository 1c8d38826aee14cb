"""A real eggdrop with packaging/eggdrop/parsecards.tcl, in a channel of a server on 127.0.0.1."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from tests.servers.daemon import Daemon
from tests.servers.process import ROOT

SCRIPT = ROOT / "packaging" / "eggdrop" / "parsecards.tcl"
NICK = "egg"
_CONFIG = """\
set mod-path "/usr/lib/eggdrop/modules/"
set username {nick}
set nick {nick}
set altnick {nick}2
set realname {nick}
set owner nobody
set userfile egg.user
set chanfile egg.chan
set pidfile egg.pid
set log-forever 1
logfile mco * egg.log
loadmodule blowfish
loadmodule dns
loadmodule channels
loadmodule server
loadmodule irc
set servers {{ 127.0.0.1:{port} }}
set net-type 5
set server-cycle-wait 0
set msg-rate 0
channel add {channel}
source parsecards.tcl
set parsecards::command {{{command}}}
{more}
"""


class Eggdrop(Daemon):
    """An eggdrop.

    Args of the constructor: the server's port; the channel; the command that the script runs; more of its
    configuration, in Tcl.
    """

    def __init__(self, port: int, channel: str, command: Sequence[str | Path], more: str = "") -> None:
        super().__init__(NICK, "eggdrop")
        shutil.copy(SCRIPT, self.folder)
        config = _CONFIG.format(nick=NICK, port=port, channel=channel, command=" ".join(map(str, command)), more=more)
        (self.folder / "egg.conf").write_text(config, encoding="utf-8")
        self.folder.chmod(0o777)  # nobody writes its files there

    def command(self) -> list[str]:
        return [self._program, "-n", "-m", "egg.conf"]

    def is_up(self) -> bool:
        return (self.folder / "egg.pid").exists()
