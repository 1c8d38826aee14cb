"""For whom a connection speaks, and what people say; and what all requests use."""

from __future__ import annotations

from msgspec import to_builtins
from msgspec.structs import asdict

from ircpoker.chat.identity_commands import find_invitation
from ircpoker.chat.limits import MINUTES, MOST_WRONG
from ircpoker.chat.message import Message
from ircpoker.chat.outgoing import Outgoing, Reader
from ircpoker.chat.players import guesser, tell
from ircpoker.errors import NotAllowedError, UsageError
from ircpoker.feed import requests
from ircpoker.feed.lines import LONGEST_LINE
from ircpoker.feed.messages import Answer
from ircpoker.feed.server.session import FeedSession, reply_to
from ircpoker.lobby import Place
from ircpoker.people import Person
from ircpoker.words import Phrase
from ircpoker.words.plain_text import host_of


def speaker_of(session: FeedSession) -> Person:
    """Return the person for whom a session speaks.

    Raises:
        UsageError: it speaks for nobody.
    """
    if session.person is None:
        raise UsageError("expected hello with a person first")
    return session.person


def message_of(
    session: FeedSession, text: str, network: str = "", channel: str | None = None, table_place: Place | None = None
) -> Message:
    """Return a line of the session's person, in private, in a channel, or at a table without one."""
    services, endpoint = session.router.services, session.endpoint
    return Message(
        speaker_of(session),
        text,
        channel,
        services.settings.bot.nick,
        limits=endpoint.limits,
        is_operator=endpoint.rules.is_operator,
        network=network,
        way=session.way,
        table_place=table_place,
        delay=endpoint.feeds.delay,
    )


def welcome(session: FeedSession, token: str = "") -> requests.Welcome:
    """Return the greeting: the bot, and the person with their chips and choices, and where they sit.

    Args:
        session: the session.
        token: the token of a session that begins.
    """
    services, tables, person = session.router.services, session.router.tables, session.person
    settings = services.settings.bot
    bot = requests.BotFacts(
        settings.nick, settings.prefix, settings.language, settings.cards, LONGEST_LINE, requests.LONGEST_TEXT,
        colour=settings.colour, keeps_tables=tables is not None and tables.outlives_bot,
    )  # fmt: skip
    if person is None:
        return requests.Welcome(requests.PROTOCOL, bot, None)
    seats = tables.lobby.tables.seats_of_person(person.id) if tables is not None and tables.is_open else []
    facts = requests.PersonFacts(
        person.id.text,
        person.network,
        person.nick,
        services.ledger.balance(person.id),
        tables.chips_of_player(person.id) if tables is not None else 0,
        {name: value for name, value in asdict(services.preferences.of(person.id)).items() if value},
        tuple([table.id for table, _ in seats]),
        tables.offers(person) if tables is not None else (),
    )
    return requests.Welcome(requests.PROTOCOL, bot, facts, token)


def me(session: FeedSession, _request: requests.Me) -> list[Answer]:
    """Return the person with their chips and seats as they are now."""
    speaker_of(session)
    return [welcome(session)]


def say(session: FeedSession, request: requests.Say) -> list[Answer]:
    """Say a line: in private, or where `place` is."""
    network, channel, table_place, feeds = "", None, None, session.endpoint.feeds
    if request.place is not None:
        place, table = feeds.channel_called(session, request.place), feeds.find(session, request.place)
        if place is not None:
            network, channel = place
        elif table is None or table.place.channel:
            raise UsageError("there is no such place")
        else:
            table_place = table.place
    line = message_of(session, request.text, network, channel, table_place)
    services = session.router.services
    with services.outbox.held():
        replies = session.router.handle(line)
        for reply in replies:
            if network and channel and reply.news_of is not None:
                # On IRC everybody sees who sits down; a line from elsewhere is seen by nobody.
                services.outbox.post(Outgoing(Reader(network, channel), reply))
    answers = list(map(reply_to, replies))
    services.scheduler.run_all_due()
    return [*answers, requests.Done()]


def commands(session: FeedSession, _request: requests.ListCommands) -> list[Answer]:
    """Return the commands by their names, in the order of the help."""
    say = session.router.services.words.text
    facts = [
        requests.CommandFacts(each.names, each.completions(), say(each.usage), say(each.summary or ""))
        for each in session.router.commands.values()
    ]
    return [requests.Commands(tuple(facts))]


def status(session: FeedSession, _request: requests.GetStatus) -> list[Answer]:
    """Return what the bot is doing, for its operator."""
    if not session.endpoint.rules.is_operator:
        raise NotAllowedError("only the bot's operator may ask that")
    running = session.router.services.running
    if running is None:
        raise UsageError("the bot is not on its networks")
    return [requests.Status(to_builtins(running.status()))]


def hello(session: FeedSession, request: requests.Hello) -> list[Answer]:
    """Let a connection speak for a person of its endpoint's network, by a session for one of another; or for nobody."""
    if request.protocol < requests.PROTOCOL:
        session.is_over = True
        raise UsageError(f"protocol: expected {requests.PROTOCOL} or later, not {request.protocol}")
    if request.session is not None:
        player = session.router.services.ledger.session(request.session, session.endpoint.name)
        if player is None:
            raise NotAllowedError(Phrase("errors.no_session"))
        session.endpoint.redeemed.begin(session, request.session, player)
    else:
        person = None if request.person is None else session.endpoint.person_of(request.person)
        if person is not None and request.invitation is not None:
            find_invitation(session.endpoint.feeds.tables, request.invitation, guesser(person))
        session.endpoint.introduce(session, person)
        session.is_invited = request.invitation is not None
    return [welcome(session)]


def redeem(session: FeedSession, request: requests.Redeem) -> list[Answer]:
    """Let a connection speak for the person who got a code by `!web`; the answer has the token of a session.

    With `peek` the answer only says whose code it is: a preview of a link must not use it up.

    Raises:
        NotAllowedError: the code is not valid, or there were too many wrong ones.
    """
    services, endpoint, code = session.router.services, session.endpoint, request.code
    who = host_of(request.address) if request.address is not None else ""
    if who:
        services.guesses.check(who)
    if session.wrong_codes >= MOST_WRONG:
        raise NotAllowedError(Phrase("errors.many_guesses", minutes=MINUTES))
    owner = services.ledger.code_owner(code, endpoint.name) if request.peek else None
    found = None if request.peek else services.ledger.redeem(code, endpoint.name)
    if owner is not None:
        return [requests.CodeOwner(services.ledger.account_info(owner).nick)]
    if found is None:
        session.wrong_codes += 1
        if who:
            services.guesses.note_wrong(who)
        raise NotAllowedError(Phrase("errors.no_web_code"))
    player, token = found
    session.endpoint.redeemed.begin(session, token, player)
    tell(services, services.ledger.account_info(player), Phrase("link.opened"))
    return [welcome(session, token)]
