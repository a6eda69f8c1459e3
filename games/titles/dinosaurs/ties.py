"""Resolving Ties: who collects, who of the lowest is about to add the Disaster card (HD-19, HD-20, HD-91 to HD-104)."""

from games.kernel.step import Answers, Context, Step
from games.kernel.types import Decision, Move
from games.titles.dinosaurs import piles, scoring, winning
from games.titles.dinosaurs.asking import PlayFaceDown, Refusal
from games.titles.dinosaurs.cards import VALUE
from games.titles.dinosaurs.disaster_card import about_to_add
from games.titles.dinosaurs.state import Report, State, point_cards


class Score(Step[State]):
    """Resolving Ties and How To Win: who collects, who is about to add the Disaster card (HD-19, HD-20, HD-91)."""

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        state.finals = []
        assert state.disaster is not None
        state.report = Report(state.round, state.disaster, scoring.arithmetic(state))
        scores = {score.seat: score.final for score in state.report.scores}
        context.log("scores", "HD-79", scores=list(map(list, scores.items())), is_final=True)
        high, low = max(scores.values()), min(scores.values())
        if high == low:
            context.log("tie", "HD-104")
            piles.put_under(state, context, "HD-104")
            return "end_round"
        gain = max(0, high)  # HD-110
        for seat in [seat for seat, score in scores.items() if score == high]:
            state.players[seat].points += gain
            state.report.collected[seat] = gain
            context.log("collect", "HD-19", seat=seat, points=gain, total=state.players[seat].points)
        if winning.is_escaped(state):
            winning.finish(state, context, "HD-107")
            return "end_round"
        return _lowest(state, [seat for seat, score in scores.items() if score == low], context)


def _lowest(state: State, seats: list[int], context: Context) -> str:
    """One adds the Disaster card, several play for it; who has no Point card is judged when a pick is due (HD-92,
    HD-99, HD-100)."""
    if len(seats) == 1:
        return about_to_add(state, seats[0], context)
    context.log("sudden", "HD-92", seats=seats)
    state.sudden = seats
    without = [seat for seat in seats if not point_cards(state.players[seat].hand)]
    if len(without) == 1:
        context.log("no_card", "HD-99", seat=without[0])
        return about_to_add(state, without[0], context)
    if without:
        context.log("no_cards", "HD-100")
        piles.put_under(state, context, "HD-100")
        return "end_round"
    state.phase = "sudden"
    return "sudden"


class SuddenDeath(PlayFaceDown):
    """Resolving Ties: one more Point card each (HD-92 to HD-101)."""

    name = "sudden"
    waiting = "to play a card for Sudden Death"
    prompt = "Sudden Death: the lowest card adds the Disaster card."
    clauses = ("HD-92", "HD-93")
    needs = ("HD-93", "Sudden Death needs a Point card")

    def ask(self, state: State) -> list[Decision]:
        return self.asked(state, [seat for seat in state.sudden if state.players[seat].pick is None])

    def unasked(self, state: State, seat: int) -> dict[str, Refusal]:
        if seat in state.sudden:
            return {"sudden": ("HD-93", "You have already chosen your Sudden Death card.")}
        return {"sudden": ("HD-92", "You are not part of this Sudden Death.")}

    def standing_orders(self, state: State) -> dict[int, Move]:
        """The first named card that is still in hand; with none left the player is asked (HD-123).

        One seat at a time: answers are taken one by one, and their number must not tell which came by order.
        """
        for seat in state.sudden:
            player = state.players[seat]
            card = next((card for card in player.orders.sudden if card in player.hand), None)
            if card is not None and player.pick is None:
                return {seat: Move("sudden", {"card": card})}
        return {}

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        for seat, move in answers.items():
            player = state.players[seat]
            player.pick = move.args["card"]
            player.hand.remove(player.pick)
        return _when_picked(state) or "sudden"

    def leave(self, state: State, seat: int, context: Context) -> str | None:
        """One of the last two sends the Disaster card under its deck; a larger Sudden Death goes on."""
        if seat not in state.sudden:
            return None
        state.sudden = [other for other in state.sudden if other != seat]
        if len(state.sudden) > 1:
            return _when_picked(state)
        for other in state.sudden:
            player = state.players[other]
            if player.pick is not None:
                player.hand.append(player.pick)
                player.pick = None
        state.sudden = []
        piles.put_under(state, context, "HD-127")
        return "end_round"


def _when_picked(state: State) -> str | None:
    return "sudden_reveal" if all(state.players[seat].pick for seat in state.sudden) else None


class SuddenReveal(Step[State]):
    """Resolving Ties: the picks are turned up; the lowest loses, a tie for lowest repeats (HD-93, HD-94, HD-97)."""

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        picks = {}
        for seat in state.sudden:
            player = state.players[seat]
            assert player.pick is not None
            picks[seat], player.pick = player.pick, None
            context.log("sudden_reveal", "HD-93", seat=seat, card=picks[seat])
        state.sudden_cards += picks.values()
        assert state.report is not None
        state.report.sudden.append(picks)
        low = min(VALUE[card] for card in picks.values())
        return _lowest(state, [seat for seat, card in picks.items() if VALUE[card] == low], context)
