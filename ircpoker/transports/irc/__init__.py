"""The bot on IRC: one hardened adapter around the `irc` library, which nothing else imports."""

from ircpoker.transports.irc.client import IrcClient
from ircpoker.transports.irc.context import MessageRouter, Timing, UnaskedLines
