"""The proof of the last deck, checked here: the bot's word is not needed."""

from __future__ import annotations

from ircpoker.errors import ProofError
from ircpoker.fairness.shuffle import Proof, parse_proof, verify
from ircpoker.runtime.json_text import to_json
from ircpoker.screen.panels.panel import Panel, PanelRow


class ProofPanel(Panel):
    """The proof, with its verdict."""

    NAME = "proof"
    KEY = "p"

    async def load(self) -> list[PanelRow]:
        """Return the deck in play, and the proof of the last finished deal."""
        player = self.app.player
        rows: list[PanelRow] = []
        if player.watched is not None:
            for deal, digits in player.watched.seals.items():
                rows.append(PanelRow(self.say("proof_seal", deal=deal, digits=digits)))
        deals = await player.finished_deals()
        if not deals:
            return [*rows, PanelRow(""), PanelRow(self.say("proof_none"), "dim")]
        data = await player.deal(deals[-1])
        proof = data.proof
        rows.append(PanelRow(""))
        if proof is None:
            return [*rows, PanelRow(self.say("proof_none"), "dim")]
        rows.append(PanelRow(self.say("proof_of", deal=data.deal), "bold"))
        rows.append(PanelRow(self.say("proof_committed", digits=proof.commitment)))
        if not proof.is_due:
            return [*rows, PanelRow(self.say("proof_not_due"), "dim")]
        return [*rows, *self._checked(data.deal, parse_proof(to_json(proof.shown)))]

    def _checked(self, deal: str, proof: Proof) -> list[PanelRow]:
        """Return the parts of a proof, and whether the deck follows from them."""
        watched = self.app.player.watched
        seen = watched.seals.get(deal, "") if watched is not None else ""
        seeds = ", ".join(f"'{seed}'" if seed else self.say("proof_no_seed") for seed in proof.seeds)
        marks = self.app.scene().marks
        rows = [
            PanelRow(self.say("proof_secret", secret=proof.secret.hex())),
            PanelRow(self.say("proof_seeds", seeds=seeds)),
            PanelRow(self.say("proof_deck", cards=" ".join(marks.card_text(str(card)) for card in proof.deck))),
            PanelRow(""),
        ]
        try:
            verify(proof, commitment=seen or None, deal_id=deal)
        except ProofError as error:
            return [*rows, PanelRow(self.say("proof_wrong", why=str(error)), "bad")]
        rows.append(PanelRow(self.say("proof_right"), "good"))
        rows.append(
            PanelRow(self.say("proof_seen" if seen else "proof_unseen", digits=seen), "good" if seen else "dim")
        )
        return rows
