"""Video poker with chips: the stake and the saved game are one transaction, the hold and the payout another."""

from __future__ import annotations

import json
import logging

from msgspec import Struct

from ircpoker import ledger
from ircpoker.errors import SavedGameError
from ircpoker.fairness.proofs import use
from ircpoker.machines.playing import Commitment, PlayedMachine, again_if_stale
from ircpoker.machines.rules import Machine, Result, VideoPokerGame, deal, read_game
from ircpoker.words import Phrase

_KIND = Machine.VIDEO_POKER.value
_ID = f"{_KIND}:"

_logger = logging.getLogger(__name__)


class Unfinished(Struct, frozen=True):
    """A game between its deal and its hold.

    Attributes:
        deal_id: the deal's number.
        game: stake, cards and pay table; the replacements in it must be shown to nobody.
        saved: the game as it is stored in the ledger.
    """

    deal_id: str
    game: VideoPokerGame
    saved: ledger.SavedGame


class Started(Struct, frozen=True):
    """A game that was asked for.

    Attributes:
        unfinished: the game, new or old.
        is_new: whether it has just begun.
        first_deal: the commitment of the player's first game, which was not shown before; None for other games.
    """

    unfinished: Unfinished
    is_new: bool
    first_deal: Commitment | None = None


class Finished(Struct, frozen=True):
    """The result of a hold.

    Attributes:
        deal_id: the game's number; the proof can be shown.
        result: cards, hand and payout.
        balance: the player's chips now.
        next_deal: the commitment of the next game.
        begins_chain: whether the next game begins a chain, so that its commitment is to be told.
    """

    deal_id: str
    result: Result
    balance: int
    next_deal: Commitment
    begins_chain: bool = False


class VideoPoker(PlayedMachine):
    """The video poker machine, for all players; each player has at most one unfinished game."""

    kind = Machine.VIDEO_POKER

    def unfinished(self, player: ledger.PlayerId) -> Unfinished | None:
        """Return a player's unfinished game, also after a restart; None if there is none.

        Args:
            player: the player.

        Returns:
            The game.

        Raises:
            SavedGameError: it cannot be read; its stake has been given back.
        """
        saved = next(iter(self._ledger.games(_KIND, player=player)), None)
        if saved is None:
            return None
        try:
            data = json.loads(saved.state)
            game = read_game(data if isinstance(data, dict) else {})
        except (ValueError, SavedGameError) as error:
            self._ledger.settle(saved, {player: saved.held}, ledger.unique_key(f"{saved.game_id}:back"))
            _logger.exception("the unfinished game %s cannot be read: its stake was given back", saved.game_id)
            raise SavedGameError(Phrase("errors.game_lost", stake=saved.held)) from error
        return Unfinished(saved.game_id.removeprefix(_ID), game, saved)

    @again_if_stale
    def start(self, player: ledger.PlayerId, stake: int) -> Started:
        """Take a stake and deal five cards, or return the player's unfinished game.

        Args:
            player: the player, who has an account.
            stake: the stake of a new game in chips, at least 1.

        Returns:
            The game.

        Raises:
            InsufficientChipsError: the player has less than the stake.
            UnknownPlayerError: the player has no account.
            SavedGameError: an unfinished game cannot be read; its stake has been given back.
            StaleStateError: the player plays at several bots at once, faster than this one can.
        """
        unfinished = self.unfinished(player)
        if unfinished is not None:
            return Started(unfinished, is_new=False)
        proof, is_first = self.freeze(player, stake)
        game = deal(proof.deck, stake, self.pay_table)
        save = ledger.SaveGame(_ID + proof.deal_id, _KIND, json.dumps(game.to_data()), stake, player=player)
        entry = ledger.Entry(
            ledger.unique_key(save.game_id), _KIND, ledger.transfer(player, ledger.GameAccount(_KIND), stake)
        )
        receipt = self._ledger.post(entry, use(proof), save)
        saved = ledger.SavedGame(save.game_id, _KIND, save.state, stake, save.version + 1, player, receipt.posted_at)
        unfinished = Unfinished(proof.deal_id, game, saved)
        return Started(unfinished, is_new=True, first_deal=Commitment.of(proof) if is_first else None)

    def hold(self, player: ledger.PlayerId, unfinished: Unfinished, mask: int) -> Finished:
        """Hold cards, replace the others, and pay.

        Args:
            player: the player.
            unfinished: the player's game.
            mask: the held cards, as `ircpoker.machines.rules.parse_hold` reads them.

        Returns:
            The result, after it was written to disk.

        Raises:
            StaleStateError: the game was finished in the meantime.
        """
        result = unfinished.game.hold(mask)
        used = self._ledger.shuffle(unfinished.deal_id)
        receipt = self._ledger.settle(
            unfinished.saved,
            {player: result.payout},
            ledger.unique_key(f"{unfinished.saved.game_id}:end"),
            ledger.RevealShuffle(unfinished.deal_id),
            *self.dealer.next(player, used.secret if used is not None else ""),
            ledger.RecordResult(player, _KIND, result.stake, result.payout),
        )
        # A player who wins nothing has no posting.
        balance = receipt.balances[player] if result.payout else self._ledger.balance(player)
        following = Commitment.of(self.dealer.pending(player))
        begins = used is None or following.digest != used.secret
        return Finished(unfinished.deal_id, result, balance, following, begins)
