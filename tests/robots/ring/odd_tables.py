"""Tables of people who do odd things: any stacks and sizes, limps, they sit out, come back, join and leave."""

from ircpoker.cards import CARDS
from ircpoker.robots.ring.features import read_betting
from ircpoker.robots.ring.turn import read_turn
from ircpoker.table.deal import Deal
from ircpoker.table.games import GAMES
from ircpoker.table.setup import Setup
from ircpoker.table.view import make_view
from tests.table.play import random_action

CHAIRS = 6
FEWEST = 3


class OddTable:
    """A table with robots on the odd chairs, and people on the others.

    Attributes:
        decisions: how many the robot has made.
        unknown: how many of them were of a kind that its strategy does not have.
        actions: what it has done.
        reasons: why.
    """

    def __init__(self, robot, rng):
        self.robot, self.rng = robot, rng
        self.stacks = {}
        self.out = set()
        self.decisions = self.unknown = 0
        self.actions, self.reasons = [], []

    def play_deal(self):
        """Let people come and go, then play a deal; chips stay with their owners."""
        posts = self._come_and_go()
        chairs = sorted(self.stacks.keys() - self.out)
        turned = self.rng.randrange(len(chairs))
        chairs = chairs[turned:] + chairs[:turned]
        blinds = (self.rng.choice((0, 1, 1, 1)), 2, *[-2 if chair in posts else 0 for chair in chairs[2:]])
        antes = self.rng.choice(((), (), (1,) * len(chairs)))
        stacks = tuple(self.stacks[chair] for chair in chairs)
        deal = Deal(Setup(GAMES["holdem"], stacks, small_bet=2, blinds=blinds, antes=antes), self.rng.sample(CARDS, 52))
        while not deal.is_over:
            view = make_view(deal, deal.actor)
            if chairs[deal.actor] % 2 == 0 or view.legal.can_show:
                deal.act(deal.actor, random_action(deal, self.rng))
            else:
                deal.act(deal.actor, self._decide(view))
        for chair, chips in zip(chairs, deal.stacks, strict=True):
            self.stacks[chair] = chips

    def _come_and_go(self):
        """Return the chairs that have to post a big blind."""
        rng, posts = self.rng, set()
        for chair in range(CHAIRS):
            if not self.stacks.get(chair) or rng.random() < 0.05:
                self.stacks[chair] = rng.choice((rng.randint(1, 30), rng.randint(40, 300), 2000))
                posts.add(chair)
            if chair in self.out and rng.random() < 0.5:
                self.out.discard(chair)
                posts.add(chair)
            elif rng.random() < 0.15 and len(self.stacks.keys() - self.out) > FEWEST:
                self.out.add(chair)
        while len(self.stacks.keys() - self.out) < FEWEST:
            self.out.pop()
        return posts

    def _decide(self, view):
        decision = self.robot.decide(view, self.rng)
        assert view.legal.allows(decision.action)
        self.decisions += 1
        self.actions.append(decision.action)
        self.reasons.append(decision.why)
        betting = read_betting(view)
        assert (betting.pot, betting.left, betting.bets) == (view.pot, [*view.stacks], [*view.bets])
        assert betting.live == {seat for seat, is_in in enumerate(view.in_hand) if is_in}
        if hasattr(self.robot, "strategy_for"):
            turn = read_turn(betting, view.seat, may_raise=bool(view.legal.bet or view.legal.raise_to))
            self.unknown += not self.robot.strategy_for(turn).knows(turn.key)
        return decision.action
