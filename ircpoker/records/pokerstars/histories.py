"""Makes a history of the lines of PokerStars' text, for the rules to play."""

from __future__ import annotations

from ircpoker.errors import HistoryError
from ircpoker.records.amounts import CENTS, MOST_DECIMALS, Number, decimals_of, units_of
from ircpoker.records.phh import HandFacts, HandHistory
from ircpoker.records.phh.script import UNKNOWN
from ircpoker.records.pokerstars import lines
from ircpoker.records.pokerstars.reading import StarsDeal
from ircpoker.table import Betting, Game
from ircpoker.table.games import FEWEST_SEATS


class StarsHistory:
    """Makes a history of the lines of a deal."""

    def __init__(self, deal: StarsDeal, line: int) -> None:
        self._deal = deal
        self._line = line
        self.order = self._players()
        self.names = [deal.seats[number][0] for number in self.order]
        self.lines: list[int] = []
        """The line of each action of the history."""
        broken = [amount for amount in deal.amounts if not isinstance(amount, int)]
        needed = max(map(decimals_of, broken), default=0)
        has_point = any(amount.as_tuple().exponent for amount in broken)
        has_cents = needed or (deal.currency and (has_point or not deal.lists_seats))
        self.decimals = max(needed, CENTS) if has_cents else 0
        self.chip = 10 ** (self.decimals - min(needed, self.decimals))
        if needed > MOST_DECIMALS:
            raise self._error(f"amounts with {needed} digits after the point: expected at most {MOST_DECIMALS}")

    def make(self) -> HandHistory:
        """Return the history.

        Raises:
            HistoryError: the deal cannot be a legal one.
        """
        deal, game = self._deal, self._deal.game
        if game is None or not FEWEST_SEATS <= len(self.order) <= game.most_players:
            raise self._error(f"{len(self.order)} players are dealt in")
        low, high = map(self.units, deal.header)
        is_limit = game.betting is Betting.LIMIT
        antes, blinds = self._forced(low // 2 if is_limit else low, low if is_limit else high)
        facts = deal.facts
        count = max(facts.seat_count, *self.order) if facts.seat_count else 0
        return HandHistory(
            file=deal.file,
            deal=deal.number,
            game=game,
            decimals=self.decimals,
            chip=self.chip,
            antes=antes,
            blinds=blinds,
            antes_are_dead=len(set(antes)) > 1,
            small_bet=low if is_limit else high,
            big_bet=high if is_limit else 0,
            full_blinds=low + high if game.betting is Betting.POT_LIMIT else 0,
            stacks=tuple([self.units(deal.seats[number][1]) for number in self.order]),
            unknown_stacks=frozenset(),
            actions=self._actions(game),
            winnings=tuple([sum(won for _, name, won, _ in deal.collected if name == mine) for mine in self.names]),
            players=tuple(self.names),
            facts=HandFacts(
                facts.number,
                facts.venue,
                facts.table,
                facts.played_at,
                self.order,
                count,
                deal.currency if self.decimals else "",
            ),
        )

    def units(self, amount: Number) -> int:
        """Return an amount in units of the deal."""
        return amount if type(amount) is int and not self.decimals else units_of(amount, self.decimals)

    def _error(self, problem: str, line: int = 0) -> HistoryError:
        return HistoryError(problem, self._deal.file, self._deal.number, line=line or self._line)

    def _players(self) -> tuple[int, ...]:
        """Return the seats that are dealt in, the first left of the button first.

        Everybody who is dealt in acts, or posts, or gets cards, or collects what others posted.
        """
        deal = self._deal
        active = {name for _, name, _ in deal.acts} | {name for _, _, name, _, _ in deal.posts} | set(deal.dealt)
        active |= {name for _, name, _, _ in deal.collected}
        numbers = [number for number, (name, _) in deal.seats.items() if name in active]
        return tuple(sorted(numbers, key=lambda number: (number <= deal.button, number)))

    def _forced(self, small: int, big: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return antes and blinds: a short one as the table has it."""
        antes, blinds = dict.fromkeys(self.names, 0), dict.fromkeys(self.names, 0)
        short: set[str] = set()
        has_big = has_small = False
        for _, kind, name, amount, is_all_in in self._deal.posts:
            units = self.units(amount)
            match kind:
                case "dead":
                    antes[name] += units
                case "the ante":
                    antes[name] += units
                    short |= {name} if is_all_in else set()
                case "small blind" if has_small:  # of somebody who missed it: dead
                    antes[name] += units
                case "small blind":
                    has_small, blinds[name] = True, max(units, small) if is_all_in else units
                case "post" if not is_all_in:
                    blinds[name] = -units
                case "post":
                    blinds[name] = -max(units, big)
                case "big blind" if has_big:
                    blinds[name] = -max(units, big) if is_all_in else -units
                case "big blind":
                    has_big, blinds[name] = True, max(units, big) if is_all_in else units
                case "small & big blinds":
                    antes[name] += max(0, units - big)
                    blinds[name] = -min(units, big)
                case _:
                    blinds[name] = max(units, 2 * big) if is_all_in else units
        for name, kind in self._marks().items():
            if not blinds[name]:  # all-in with the ante: the price of the others is that of the blind
                blinds[name] = small if kind == "small" else big
        full = max(antes.values())
        # Alone, a short ante is the ante of the player who pays for all.
        if sum(ante > 0 for ante in antes.values()) > 1:
            antes |= dict.fromkeys(short, full)
        return tuple(antes.values()), tuple(blinds.values())

    def _marks(self) -> dict[str, str]:
        """Return who is a blind: who is marked so in the summary, or who has no chips left for it after the ante."""
        if not self._deal.lists_seats:
            return self._broke_blinds()
        found = {}
        for number, (_, outcome) in self._deal.outcomes.items():
            mark = lines.MARK.match(outcome)
            if mark and self._deal.seats[number][0] in self.names:
                found[self._deal.seats[number][0]] = mark[1]
        return found

    def _broke_blinds(self) -> dict[str, str]:
        posts = {kind: name for _, kind, name, _, _ in self._deal.posts if kind in {"small blind", "big blind"}}
        broke = [name for _, kind, name, _, is_all_in in self._deal.posts if kind == "the ante" and is_all_in]
        first, second, *_ = self.names if len(self.names) > 2 else self.names[::-1]
        big = posts.get("big blind") or (second if second in broke else first)
        found = {big: "big"} if big in broke else {}
        if first in broke and big == second:
            found[first] = "small"
        return found

    def _actions(self, game: Game) -> tuple[str, ...]:
        deal, actions = self._deal, []
        players = {name: f"p{number}" for number, name in enumerate(self.names, 1)}
        count = sum(plan.hole_cards for plan in game.streets)
        mucked = self._mucked(game)
        for name, player in players.items():
            cards = deal.dealt.get(name) or mucked.get(name) or self._shown_from_the_start(name, game)
            actions.append(f"d dh {player} {''.join(cards) if cards else UNKNOWN * count}")
        self.lines = [self._line] * len(actions)
        for line, name, action in deal.acts:
            actions.append(f"{players[name]} {action}" if name else _of_dealer(players, action))
            self.lines.append(line)
        for name, (line, shown) in deal.shown.items():
            if name in players:
                actions.append(f"{players[name]} sm {self._shown(shown, count)}".rstrip())
                self.lines.append(line)
        return tuple(actions)

    def _shown_from_the_start(self, name: str, game: Game) -> list[str]:
        """Return the whole hand that a player showed, as what is written has it; empty in a game with a draw."""
        shown = self._deal.shown.get(name, (0, None))[1] or ""
        cards = [] if game.numbers_cards else lines.cards_of(shown)
        return cards if len(cards) == game.hole_cards and "".join(cards) == shown else []

    def _shown(self, cards: str | None, count: int) -> str:
        if cards is None:
            return ""
        return cards + UNKNOWN * (count - len(cards) // 2)

    def _mucked(self, game: Game) -> dict[str, list[str]]:
        """Return the cards that only the summary names: nobody knows where they come from in a game with a draw."""
        if game.numbers_cards:
            return {}
        found = {}
        for number, (_, outcome) in self._deal.outcomes.items():
            cards = lines.SHOWED.search(outcome) if "mucked [" in outcome else None
            if cards and cards[1] == "mucked" and cards[2]:
                found[self._deal.seats[number][0]] = cards[2].split()
        return found


def _of_dealer(players: dict[str, str], action: str) -> str:
    """Return an action of the dealer with the number of its player in place of the name."""
    if action.startswith("d dh "):
        drawer, _, cards = action.removeprefix("d dh ").rpartition(" ")
        return f"d dh {players[drawer]} {cards}"
    return action
