"""The steps that close a round: score, Sudden Death, the Disaster card, the end of the round (see rules.py)."""

from collections.abc import Iterable

from games.kernel.step import Answers, Context, Step
from games.kernel.types import Decision, Move
from games.titles.dinosaurs import danger, decisions, ending, orders, piles, refusals, scoring
from games.titles.dinosaurs.cards import VALUE
from games.titles.dinosaurs.state import HAND, LAST_ROUND, Report, State, living, point_cards
from games.titles.dinosaurs.stepping import Asking, FirstAnswer


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
        _collect(state, [seat for seat, score in scores.items() if score == high], high, context)
        if ending.is_escaped(state):
            ending.finish(state, context, "HD-107")
            return "end_round"
        last = [seat for seat, score in scores.items() if score == low]
        if len(last) == 1:
            return _about_to_add(state, last[0], context)
        return _sudden_death(state, last, context)


def _collect(state: State, seats: list[int], score: int, context: Context) -> None:
    """All at the highest score collect it, never less than 0 (HD-19, HD-91, HD-110)."""
    assert state.report is not None
    for seat in seats:
        player = state.players[seat]
        player.points += max(0, score)
        state.report.collected[seat] = max(0, score)
        context.log("collect", "HD-19", seat=seat, points=max(0, score), total=player.points)


def _sudden_death(state: State, seats: list[int], context: Context) -> str:
    """Sudden Death among these; who has no Point card is judged when a pick is due (HD-92, HD-99, HD-100)."""
    context.log("sudden", "HD-92", seats=seats)
    state.sudden = seats
    without = [seat for seat in seats if not point_cards(state.players[seat].hand)]
    if len(without) == 1:
        context.log("no_card", "HD-99", seat=without[0])
        return _about_to_add(state, without[0], context)
    if without:
        context.log("no_cards", "HD-100")
        piles.put_under(state, context, "HD-100")
        return "end_round"
    state.phase = "sudden"
    return "sudden"


class SuddenDeath(FirstAnswer):
    """Resolving Ties: one more Point card each (HD-92 to HD-101)."""

    name = "sudden"
    waiting = "to play a card for Sudden Death"
    readers = {"sudden": refusals.read_sudden}

    def ask(self, state: State) -> list[Decision]:
        return decisions.sudden(state)

    def special(self, state: State, seat: int) -> dict[str, tuple[str, str]]:
        if seat in state.sudden:
            return {"sudden": ("HD-93", "You have already chosen your Sudden Death card.")}
        return {"sudden": ("HD-92", "You are not part of this Sudden Death.")}

    def standing_orders(self, state: State) -> dict[int, Move]:
        return orders.for_sudden(state)

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        for seat, move in answers.items():
            player = state.players[seat]
            player.pick = move.args["card"]
            player.hand.remove(player.pick)
        return "sudden_reveal" if all(state.players[seat].pick for seat in state.sudden) else "sudden"


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
        last = [seat for seat, card in picks.items() if VALUE[card] == low]
        return _about_to_add(state, last[0], context) if len(last) == 1 else _sudden_death(state, last, context)


def _about_to_add(state: State, seat: int, context: Context) -> str:
    """This player is about to add the Disaster card; with an empty hand it is added without asking (HD-90)."""
    state.receiver, state.sudden = seat, []
    if state.players[seat].hand:
        state.phase = "disaster"
        return "disaster"
    return _add(state, None, context)


def _add(state: State, thrown: str | None, context: Context) -> str:
    """The Disaster card goes to the area; it may eliminate; else a card may be discarded (HD-20 to HD-22, HD-34)."""
    seat = state.receiver
    assert seat is not None and state.disaster is not None and state.report is not None
    player, is_deadly = state.players[seat], danger.would_eliminate(state, seat)
    context.log("added", "HD-20", seat=seat, card=state.disaster)
    player.area.append(state.disaster)
    state.report.fate, state.report.to, state.report.is_deadly = "added", seat, is_deadly
    state.disaster = state.receiver = None
    if is_deadly:
        _eliminate(state, seat, context)
    elif thrown is not None:
        context.log("discard", "HD-21", seat=seat, card=thrown)
        player.hand.remove(thrown)
        piles.discard(state, [thrown], context)
    return "end_round"


def _eliminate(state: State, seat: int, context: Context) -> None:
    """Out: the hand is discarded at once; one player left has won (HD-34, HD-108)."""
    ending.leave(state, seat, "disaster", context)
    thrown, state.players[seat].hand = state.players[seat].hand, []
    piles.discard(state, thrown, context)
    if len(living(state)) == 1:
        ending.finish(state, context, "HD-108")


class AddDisaster(Asking):
    """Instant Cards: the player about to add the Disaster card answers once (HD-85 to HD-90)."""

    name = "disaster"
    waiting = "to take the Disaster card"
    readers = dict.fromkeys(("take", "insure", "redirect"), refusals.read_disaster)
    phase_words = dict.fromkeys(("take", "insure", "redirect"), refusals.NOT_YOURS)

    def ask(self, state: State) -> list[Decision]:
        return [decisions.disaster(state)]

    def moves(self, state: State, decision: Decision) -> Iterable[Move] | None:
        return None if decision.optional else decisions.disaster_moves(state)

    def standing_orders(self, state: State) -> dict[int, Move]:
        return orders.for_disaster(state)

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        ((seat, move),) = answers.items()
        if move.verb == "take":
            return _add(state, move.args["discard"], context)
        card = move.args["card"]
        state.players[seat].hand.remove(card)
        state.played.append(card)
        if move.verb == "redirect":
            context.log("redirect", "HD-87", seat=seat, target=move.args["target"])
            return _about_to_add(state, move.args["target"], context)
        context.log("insurance", "HD-86", seat=seat)
        piles.put_under(state, context, "HD-86")
        state.receiver = None
        return "end_round"


class EndRound(Step[State]):
    """How To Play: movement, draw, clean-up (HD-23 to HD-25, HD-28, HD-31, HD-105)."""

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        _move(state, context)
        if ending.is_escaped(state):
            ending.finish(state, context, "HD-107")
            return "flip"
        for seat in living(state):
            piles.draw(state, seat, HAND - len(state.players[seat].hand), context)
        piles.clean_up(state, context)
        orders.forget(state)
        if state.round == LAST_ROUND:
            ending.finish(state, context, "HD-31")
        return "flip"


def _move(state: State, context: Context) -> None:
    """Each living player moves one space for each own Disaster card (HD-23)."""
    for seat in living(state):
        player = state.players[seat]
        if player.area:
            player.points += len(player.area)
            context.log("moved", "HD-23", seat=seat, count=len(player.area), total=player.points)
            if state.report is not None:
                state.report.moved[seat] = len(player.area)
