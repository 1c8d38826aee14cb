"""A real InspIRCd on a free port of 127.0.0.1: other casemapping, other 005 and other capabilities than ngIRCd."""

from __future__ import annotations

from tests.ports import free_port
from tests.servers.daemon import Daemon
from tests.servers.process import listens

_MODULES = (
    "blockcolor",
    "botmode",
    "callerid",
    "cap",
    "chanhistory",
    "ircv3",
    "ircv3_accounttag",
    "ircv3_batch",
    "ircv3_capnotify",
    "ircv3_chghost",
    "ircv3_ctctags",
    "ircv3_echomessage",
    "ircv3_labeledresponse",
    "ircv3_msgid",
    "ircv3_servertime",
    "services_account",
)
_CONFIG = """\
<server name="irc.test.local" description="ircpoker test" network="Test" id="1AB">
<admin name="nobody" email="nobody@test.local" nick="nobody">
<bind address="127.0.0.1" port="{port}" type="clients">
<connect allow="*" timeout="60" pingfreq="120" localmax="1000" globalmax="1000" maxconnwarn="off"
    resolvehostnames="no" useident="no" softsendq="1048576" hardsendq="2097152" recvq="1048576"
    threshold="10000" commandrate="1000000" fakelag="off">
<performance somaxconn="128" softlimit="12800" timeskipwarn="0">
<options casemapping="{casemapping}" defaultmodes="{modes}" splitwhois="no" hidebans="">
<files motd="{folder}/motd">
<pid file="{folder}/inspircd.pid">
<log method="file" level="default" type="* -USERINPUT -USEROUTPUT" target="{folder}/inspircd.log">
{modules}
{more}
"""


class Inspircd(Daemon):
    """One InspIRCd; started again, it is on the same port."""

    def __init__(self, *, casemapping: str = "rfc1459", modes: str = "not", more: str = "") -> None:
        super().__init__("inspircd", "inspircd")
        self.port = free_port()
        (self.folder / "motd").write_text("hi\n")
        self.folder.chmod(0o777)  # it writes its log there as nobody
        modules = "\n".join(f'<module name="{name}">' for name in _MODULES)
        more = more.replace("FOLDER", str(self.folder))
        names = {"casemapping": casemapping, "modes": modes, "modules": modules, "more": more}
        config = _CONFIG.format(port=self.port, folder=self.folder, **names)
        (self.folder / "inspircd.conf").write_text(config)

    def command(self) -> list[str]:
        return [self._program, "--nofork", f"--config={self.folder}/inspircd.conf"]

    def is_up(self) -> bool:
        return listens(self.port)
