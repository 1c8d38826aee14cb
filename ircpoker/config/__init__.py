"""The configuration, config.ini: every key is declared once, read and checked, and all problems are reported.

    settings.py    the values, and with them the declaration of every key
    networks.py    those of a network
    keys.py        the declaration of sections, also by plugins
    kinds.py       the kinds of values
    ini.py         the syntax of the file
    loader.py      file → settings, or all problems; all keys as text
    secret.py      texts that must not be shown; the keys of channels

Chat and transports read the settings; the configuration knows neither of them.
"""

from ircpoker.config.keys import Section, key
from ircpoker.config.loader import default_settings, format_reference, load_settings, read_bot
from ircpoker.config.networks import NetworkSettings
from ircpoker.config.secret import Secret, find_passwords, hide_password
from ircpoker.config.settings import SECTIONS, BotSettings, LimitSettings, Settings
