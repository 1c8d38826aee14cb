"""Real services (Atheme) for an InspIRCd: accounts, and the login to them by SASL."""

from __future__ import annotations

from tests.ports import free_port
from tests.servers.daemon import Daemon

_MODULES = (
    "protocol/inspircd",
    "backend/opensex",
    "crypto/pbkdf2v2",
    "nickserv/main",
    "nickserv/ghost",
    "nickserv/identify",
    "nickserv/logout",
    "nickserv/register",
    "saslserv/main",
    "saslserv/plain",
    "saslserv/external",
)
_CONFIG = """\
{modules}
serverinfo {{
    name = "services.test.local"; desc = "services"; numeric = "00A"; recontime = 1; netname = "Test";
    hidehostsuffix = "users.test"; adminname = "nobody"; adminemail = "nobody@test.local";
    registeremail = "nobody@test.local"; mta = "/bin/true"; loglevel = {{ info; error; }}; maxlogins = 50; maxusers = 0;
    emaillimit = 1000; emailtime = 300; auth = none; casemapping = rfc1459;
}};
uplink "irc.test.local" {{
    host = "127.0.0.1"; send_password = "secret"; receive_password = "secret"; port = {port};
}};
nickserv {{ nick = "NickServ"; user = "NickServ"; host = "services.test"; real = "nicks"; }};
saslserv {{ nick = "SaslServ"; user = "SaslServ"; host = "services.test"; real = "logins"; }};
"""
_OF_INSPIRCD = """\
<module name="spanningtree">
<module name="sasl">
<module name="alias">
<bind address="127.0.0.1" port="{port}" type="servers">
<link name="services.test.local" ipaddr="127.0.0.1" port="7000" allowmask="127.0.0.1"
    sendpass="secret" recvpass="secret">
<uline server="services.test.local" silent="yes">
<sasl target="services.test.local" requiressl="no">
<alias text="NICKSERV" replace="SQUERY $requirement :$2-" requires="NickServ" uline="yes">
"""


class Atheme(Daemon):
    """The services of one server; stopped and started again, they still know their accounts."""

    def __init__(self) -> None:
        super().__init__("atheme", "atheme-services")
        self.port = free_port()
        self.folder.chmod(0o777)  # it writes its database there as nobody
        modules = "\n".join(f'loadmodule "modules/{name}";' for name in _MODULES)
        (self.folder / "atheme.conf").write_text(_CONFIG.format(modules=modules, port=self.port))

    @property
    def for_inspircd(self) -> str:
        """The configuration of an InspIRCd for them."""
        return _OF_INSPIRCD.format(port=self.port)

    def command(self) -> list[str]:
        folder = str(self.folder)
        (self.folder / "services.log").unlink(missing_ok=True)  # `is_up` reads that of this start
        files = ("-c", f"{folder}/atheme.conf", "-l", f"{folder}/services.log", "-p", f"{folder}/pid", "-D", folder)
        return [self._program, "-n", *files]

    def is_up(self) -> bool:
        log = self.folder / "services.log"
        return log.exists() and "finished synching" in log.read_text(errors="replace")
