"""Instant Cards: the scoring window, wave after wave, answered secretly and in parallel (HD-75 to HD-84)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from games.kernel.errors import need
from games.kernel.rng import Rng
from games.kernel.step import Answers, Context
from games.kernel.types import Action, Clock, Decision, Field, Move, Option, Pick, Picks, seat_options
from games.kernel.words import joined
from games.titles.dinosaurs import scoring
from games.titles.dinosaurs.asking import REFUSALS, Asking, Refusal, in_hand
from games.titles.dinosaurs.cards import CARDS, FOR_SEATS, KIND, SCORING, Hand, card_options
from games.titles.dinosaurs.state import Play, State, living

Plays = Mapping[str, int | None]  # Instant cards with their targets, None for an inversion
THEN = (Option(False, "answer each wave"), Option(True, "pass for the rest of this window"))
KEEP = "keep"  # in a row of the form: its card stays in the hand
STAYS = Option(KEEP, "")  # no label: the form has its own, and a summary names only what is played
FIRST_WAVE, LATER_WAVE = 25, 15  # seconds of live play
SHORT_LIST = 400  # list every answer only if there are no more than this


def playable(hand: Sequence[str]) -> Hand:
    """The cards of a hand that can be played in the scoring window, in the order of the hand."""
    return tuple([card for card in hand if card in SCORING])


def answer(own: Hand, plays: Plays, final: bool) -> Move:
    """An answer in canonical form: a row for each playable card (`own`), first those played, then those kept."""
    rows: list[dict[str, Any]] = [{"card": card, "target": plays[card]} for card in own if card in plays]
    rows += [{"card": KEEP, "target": None}] * (len(own) - len(rows))
    return Move("instants", {"plays": rows, "final": final})


@lru_cache(maxsize=256)
def _passing(own: Hand) -> Move:
    """Play nothing now or later in this window."""
    return answer(own, {}, True)


def played(seat: int, move: Move) -> list[Play]:
    """The cards played by an answer in canonical form."""
    return [Play(seat, row["card"], row["target"]) for row in move.args["plays"] if row["card"] != KEEP]


def asked_for_instants(state: State) -> list[int]:
    """Every living seat with at least one card in hand, whatever the cards are (HD-84)."""
    return [seat for seat in living(state) if state.players[seat].hand]


@lru_cache(maxsize=256)
def _window(seat: int, own: Hand, targets: tuple[int, ...], live: int) -> Decision:
    """The decision of one seat: a row for each playable card, and whether this answer is final (HD-80, HD-81)."""
    cards, seats = (STAYS, *card_options(own)), seat_options(targets)
    fields: list[Field] = [] if own else [Picks("plays", (), 0, 2)]  # for the empty list
    for number in range(len(own)):
        fields.append(Pick(f"plays.{number}.card", cards, label="Play"))
        fields.append(Pick(f"plays.{number}.target", seats, 0, label="on"))
    fields.append(Pick("final", THEN, label="then"))
    prompt, action = "Scoring: play Instant cards, or pass.", Action("instants", "Answer", tuple(fields))
    default, clauses = _passing(own), ("HD-75", "HD-80", "HD-81", "HD-82")
    clock = Clock(pace="window", live=live)
    return Decision(seat, prompt, (action,), default, clauses, secret=True, clock=clock, is_final=True)


def _target(state: State, card: str, target: Any) -> int | None:
    """Check the target that a client sent for this card (HD-75, HD-78, HD-80)."""
    need(card in SCORING, "HD-75", f"{CARDS[card].name} cannot be played during scoring.")
    if KIND[card] == scoring.INVERSION:
        need(target is None, "HD-78", "Score Inversion has no target.")
        return None
    is_seat = type(target) is int and target in living(state)  # True and 1.0 are not seats
    need(is_seat, "HD-80", "Choose a player who is still in the game.")
    return int(target)


class PlayInstants(Asking):
    """Instant Cards: a wave of the scoring window (HD-75 to HD-84)."""

    name = "instants"
    waiting = "to answer in the scoring window"

    def ask(self, state: State) -> list[Decision]:
        targets, live = tuple(living(state)), FIRST_WAVE if state.wave == 1 else LATER_WAVE
        return [_window(seat, playable(state.players[seat].hand), targets, live) for seat in asked_for_instants(state)]

    def read_answer(self, state: State, seat: int, move: Move) -> Move:
        """Check the answer row by row (HD-75, HD-78, HD-80)."""
        rows: Any = move.args.get("plays")
        final = move.args.get("final", False)
        need(isinstance(rows, list) and type(final) is bool, *REFUSALS["unreadable"])
        for row in rows:
            need(isinstance(row, dict) and set(row) <= {"card", "target"}, *REFUSALS["unreadable"])
        plays: dict[str, int | None] = {}
        for row in rows:
            if row.get("card") != KEEP:
                card = in_hand(state, seat, row.get("card"), "HD-80")
                need(card not in plays, "HD-80", "Each card can be played only once.")
                plays[card] = _target(state, card, row.get("target"))
        return Move("instants", move.args | answer(playable(state.players[seat].hand), plays, final).args)

    def unasked(self, state: State, seat: int) -> dict[str, Refusal]:
        answered = ("HD-81", "You have already answered for this scoring window.")
        return {"instants": answered} if seat in asked_for_instants(state) else {}

    def carry_over(self, state: State, decision: Decision, move: Move) -> Move | None:
        """Keep sealed answers even if they target a player who has left: those cards are wasted (HD-127)."""
        return move

    def moves(self, state: State, decision: Decision) -> list[Move] | None:
        if decision.optional:
            return None
        own, targets = playable(state.players[decision.seat].hand), living(state)
        plays: list[dict[str, int | None]] = [{}]
        for card in own:
            choices: Sequence[int | None] = (None,) if KIND[card] == scoring.INVERSION else targets
            plays += [{**one, card: choice} for one in plays for choice in choices]
            if len(plays) > SHORT_LIST:
                return None
        return [answer(own, one, final) for one in plays for final in (False, True)]

    def sample(self, state: State, decision: Decision, rng: Rng) -> Move | None:
        if decision.optional:
            return None
        own, targets = playable(state.players[decision.seat].hand), living(state)
        plays = {card: None if KIND[card] == scoring.INVERSION else rng.choose(targets) for card in own if rng.below(2)}
        return answer(own, plays, rng.below(2) == 1)

    def standing_orders(self, state: State) -> dict[int, Move]:
        """Pass for good, by order or because an earlier answer in this window was final (HD-81, HD-121)."""
        return {
            seat: _passing(playable(player.hand))
            for seat, player in enumerate(state.players)
            if player.hand and (seat in state.finals or player.orders.instants == "pass")  # the others are not asked
        }

    def told(self, state: State, seat: int, move: Move) -> list[str]:
        plays = played(seat, move)
        scores = scoring.finals(state, plays)
        listed = [f"{FOR_SEATS.name(other)} {score}" for other, score in scores.items()]
        whom = {None: "", seat: " on yourself"}
        on = [CARDS[one.card].name + whom.get(one.target, f" on {{{one.target}}}") for one in plays]
        told = [f"You play {joined(on)}."] if plays else []
        told += [f"If nobody {'else ' if plays else ''}plays: {', '.join(listed)}."]
        return [*told, "You pass until the round is scored."] if move.args["final"] else told

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        plays = [play for seat, move in answers.items() for play in played(seat, move)]
        state.finals = sorted({*state.finals, *(seat for seat, move in answers.items() if move.args["final"])})
        for play in plays:
            state.players[play.seat].hand.remove(play.card)
            context.log("instant", "HD-82", seat=play.seat, card=play.card, target=play.target)
        state.plays += plays
        state.played += [play.card for play in plays]
        if not plays or state.options.waves == "single":  # HD-82, HD-83
            return "score"
        state.wave += 1
        return "instants"

    def leave(self, state: State, seat: int, context: Context) -> str | None:
        """The player's unrevealed cards were discarded with the hand; cards that others played on them are wasted."""
        state.finals = [other for other in state.finals if other != seat]
        return None
