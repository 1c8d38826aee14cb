"""The owners of accounts: a guest with a new nick or address, a guest who logs in, a guest who claims an account.

Every function works within the caller's transaction; the caller must roll it back after an error.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime

from sqlalchemy import Connection, delete, or_, select, update

from ircpoker.errors import NotAllowedError
from ircpoker.ledger import tokens
from ircpoker.ledger.accounts import PlayerId
from ircpoker.ledger.applying import add_result
from ircpoker.ledger.bank import Naming, add_player, counts, name_player
from ircpoker.ledger.entries import Entry, Reason, transfer, unique_key
from ircpoker.ledger.posting import AccountRow, account_row, find_accounts, post_entry
from ircpoker.ledger.schema import accounts, games, preferences, results, seeds, shuffles
from ircpoker.ledger.schema import identities as further
from ircpoker.ledger.sessions import merge_sessions
from ircpoker.ledger.stored import GameResult
from ircpoker.ledger.tournaments import merge_entries
from ircpoker.words import Phrase

_SECRET_BYTES = 8
"""The hexadecimal digits of a code: nobody can guess them with a command every two seconds."""


def check_rebind(guest: PlayerId, player: PlayerId) -> None:
    """Raise ValueError unless `guest` is a guest and `player` is another name on the same network."""
    if not guest.is_guest or guest.network != player.network or guest == player:
        raise ValueError(f"{guest} cannot become {player}")


def rebind(  # noqa: PLR0913 - a transaction, two people, a time and what limits it
    connection: Connection,
    guest: PlayerId,
    player: PlayerId,
    now: datetime,
    *,
    most: int,
    naming: Naming | None = None,
    renamed: set[int] | None = None,
) -> bool:
    """Make a guest `player` from now on: the guest has logged in, or has another nick or address.

    If `player` is new, the account is renamed. If `player` is a guest who has an account, both stay as they are: it is
    the same person by another name, or somebody else. A services account gets the guest's chips once in its life and no
    more than `most` of them; the rest stays the guest's. Unfinished games, shuffles, results, hands and the seed come
    along; of two seeds the later stays. An account with several identities can only be renamed.

    Args:
        connection: the transaction.
        guest: the guest before.
        player: the player now.
        now: the time.
        most: the most chips that a services account takes over.
        naming: their nick now; None if it has not changed.
        renamed: the numbers of accounts that an earlier try has renamed, whose commit may have succeeded.

    Returns:
        Whether the guest's account now belongs to the player.
    """
    renamed = renamed if renamed is not None else set()
    rows = find_accounts(connection, [guest, player], lock=True)
    old, new = rows.get(guest), rows.get(player)
    if old is None or (new is not None and (player.is_guest or new.has_merged)):
        return new is not None and new.id in renamed
    if new is None and (player.is_guest or old.balance <= most):
        _rename(connection, guest, player, old)
        renamed.add(old.id)
    elif has_several_owners(connection, old.id):
        return False
    else:
        new = new or _add_account(connection, player, now)
        _merge(connection, (guest, old), (player, new), min(old.balance, most), now)
        renamed.add(new.id)
    if naming is not None:
        name_player(connection, player, naming, now)
    return True


def _rename(connection: Connection, guest: PlayerId, player: PlayerId, row: AccountRow) -> None:
    """Give an account of a guest another name."""
    values = {"has_merged": not player.is_guest, "code": ""}
    if row.owner == guest.text:
        values["owner"] = player.text
    else:
        linked = update(further).where(further.c.player == guest.text)
        connection.execute(linked.values(player=player.text))
    connection.execute(update(accounts).where(accounts.c.id == row.id).values(values))
    tokens.rename(connection, guest, player)


def has_several_owners(connection: Connection, account: int) -> bool:
    """Return whether an account has several identities."""
    query = select(further.c.player).where(further.c.account_id == account).limit(1)
    return connection.execute(query).first() is not None


def _add_account(connection: Connection, player: PlayerId, now: datetime) -> AccountRow:
    """Add an account without first chips, because it gets the guest's."""
    add_player(connection, player, now)
    return find_accounts(connection, [player], lock=True)[player]


def _merge(
    connection: Connection,
    guest: tuple[PlayerId, AccountRow],
    player: tuple[PlayerId, AccountRow],
    chips: int,
    now: datetime,
) -> None:
    (_, old), (_, new) = guest, player
    tokens.rename(connection, guest[0], player[0])
    if chips:
        entry = Entry(unique_key(Reason.MERGE), Reason.MERGE, transfer(guest[0], player[0], chips))
        post_entry(connection, entry, now)
    values = today_of_both(new, old, now)
    values |= {"has_merged": True, "refilled": new.refilled + min(old.refilled, chips)}
    connection.execute(update(accounts).where(accounts.c.id == new.id).values(values))
    connection.execute(update(accounts).where(accounts.c.id == old.id).values(gifts=0))
    merge_records(connection, old.id, new.id)


def today_of_both(new: AccountRow, old: AccountRow, now: datetime) -> dict[str, object]:
    """Return the gifts and refills of an account which takes another one over: those of both count."""
    values: dict[str, object] = {}
    if old.gifts:
        day = max(old.gift_day, new.gift_day)
        today = min(day, now.toordinal())
        values |= {"gift_day": day, "gifts": sum(row.gifts for row in (old, new) if counts(row, today))}
    last = max(old, new, key=lambda row: (row.refill_day, row.refills))
    values |= {"refill_day": last.refill_day, "refills": last.refills}
    return values | {"refilled_at": max(old.refilled_at, new.refilled_at)}


def merge_records(connection: Connection, old_id: int, new_id: int) -> None:
    """Give one account the games, shuffles, hands, results, seed and choices of another."""
    for table in (games, shuffles):
        connection.execute(update(table).where(table.c.player_id == old_id).values(player_id=new_id))
    merge_sessions(connection, old_id, new_id)
    merge_entries(connection, old_id, new_id)
    _merge_results(connection, old_id, new_id)
    _merge_seeds(connection, old_id, new_id)
    _merge_preferences(connection, old_id, new_id)


def new_code(connection: Connection, player: PlayerId) -> str:
    """Return a new code with which a guest's account can be claimed once; older codes become invalid.

    Args:
        connection: the transaction.
        player: the guest.

    Returns:
        The code. Only its hash is kept.

    Raises:
        UnknownPlayerError: the guest has no account.
        NotAllowedError: the account has several identities.
    """
    row = account_row(connection, player, lock=True)
    if has_several_owners(connection, row.id):
        raise NotAllowedError(Phrase("errors.claim_linked"))
    secret = secrets.token_hex(_SECRET_BYTES)
    connection.execute(update(accounts).where(accounts.c.id == row.id).values(code=_hash(secret)))
    return f"{row.id}-{secret}"


def claimable(connection: Connection, code: str, player: PlayerId) -> PlayerId:
    """Return the guest whose account can be claimed with a code.

    Args:
        connection: the transaction.
        code: the code as typed.
        player: the player who typed it.

    Returns:
        A guest of the same network.

    Raises:
        NotAllowedError: the code is not valid, or it is the player's own.
    """
    number, _, secret = code.strip().lower().partition("-")
    owner = None
    if number.isascii() and number.isdigit() and len(number) <= len(str(2**63)) - 1 and secret:
        query = select(accounts.c.owner).where(accounts.c.id == int(number), accounts.c.code == _hash(secret))
        owner = connection.execute(query).scalar()
    guest = None if owner is None else PlayerId.parse(owner)
    if guest is None or not guest.is_guest or guest.network != player.network:
        raise NotAllowedError(Phrase("errors.no_code"))
    if guest == player:
        raise NotAllowedError(Phrase("errors.own_code"))
    return guest


def claim(connection: Connection, code: str, player: PlayerId, naming: Naming, now: datetime) -> PlayerId:
    """Give a guest the account of a code; the account that they had goes to that account's guest.

    The two change places, so that chips are never added together.

    Args:
        connection: the transaction.
        code: from `new_code`.
        player: a guest, who has an account.
        naming: their nick.
        now: the time.

    Returns:
        The guest who had the account.

    Raises:
        NotAllowedError: the code is not valid, it is the guest's own, or an account has several identities.
    """
    rows = find_accounts(connection, [claimable(connection, code, player), player], lock=True)
    guest = claimable(connection, code, player)  # the rows are locked
    if any(has_several_owners(connection, row.id) for row in rows.values()):
        raise NotAllowedError(Phrase("errors.claim_linked"))
    for each in (guest, player):
        tokens.end(connection, each, tokens.Purpose)
    # Three steps, because no two accounts may have the same name at any moment.
    aside = f"aside:{rows[player].id}"
    for number, owner in ((rows[player].id, aside), (rows[guest].id, str(player)), (rows[player].id, str(guest))):
        connection.execute(update(accounts).where(accounts.c.id == number).values(owner=owner, code=""))
    name_player(connection, player, naming, now)
    return guest


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _merge_results(connection: Connection, old_id: int, new_id: int) -> None:
    names = ("game", "played", "won", "staked", "paid", "best")
    query = select(*(results.c[name] for name in names)).where(results.c.account_id == old_id)
    for row in connection.execute(query).mappings().all():
        add_result(connection, new_id, GameResult(**row))
    connection.execute(delete(results).where(results.c.account_id == old_id))


def _merge_seeds(connection: Connection, old_id: int, new_id: int) -> None:
    own = (seeds.c.player_id == old_id, seeds.c.player_id == new_id)
    latest = select(seeds.c.player_id).where(or_(*own)).order_by(seeds.c.set_at.desc(), own[0].desc()).limit(1)
    if connection.execute(latest).scalar() == old_id:
        connection.execute(delete(seeds).where(own[1]))
        connection.execute(update(seeds).where(own[0]).values(player_id=new_id))
    else:
        connection.execute(delete(seeds).where(own[0]))


def _merge_preferences(connection: Connection, old_id: int, new_id: int) -> None:
    """Move the guest's choices to the account, for settings in which it has none."""
    own = select(preferences.c.name).where(preferences.c.player_id == new_id)
    old = preferences.c.player_id == old_id
    connection.execute(update(preferences).where(old, preferences.c.name.not_in(own)).values(player_id=new_id))
    connection.execute(delete(preferences).where(old))
