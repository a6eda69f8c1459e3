"""Who adds the Disaster card: the lowest score or the loser of Sudden Death, unless an Instant card prevents it.

Resolving Ties: HD-19 to HD-22, HD-91 to HD-104; Instant Cards against it: HD-85 to HD-90.
"""

from games.kernel.errors import need
from games.kernel.step import Answers, Context, Step
from games.kernel.types import Action, Clock, Decision, Move, Pick, seat_options
from games.kernel.words import several
from games.titles.dinosaurs import piles, scoring, winning
from games.titles.dinosaurs.asking import ANSWERING, Asking, PlayFaceDown, Refusal, in_hand
from games.titles.dinosaurs.cards import CARDS, DISASTERS, VALUE, card_options, held
from games.titles.dinosaurs.state import Report, State, living, others, point_cards


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
            return _put_under(state, context, "HD-104")
        gain = max(0, high)  # HD-110
        for seat in [seat for seat, score in scores.items() if score == high]:
            player = state.players[seat]
            player.points, player.won, player.collected = player.points + gain, player.won + 1, player.collected + gain
            state.report.collected[seat] = gain
            context.log("collect", "HD-19", seat=seat, points=gain, total=player.points)
        if winning.is_escaped(state):
            winning.finish(state, context, "HD-107")
            return "end_round"
        return _lowest(state, [seat for seat, score in scores.items() if score == low], context)


def _lowest(state: State, seats: list[int], context: Context) -> str:
    """One lowest seat is about to add the Disaster card; several play Sudden Death, if they have the Point cards for it
    (HD-92, HD-99, HD-100)."""
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
        return _put_under(state, context, "HD-100")
    state.phase = "sudden"
    return "sudden"


class SuddenDeath(PlayFaceDown):
    """Resolving Ties: one more Point card each (HD-92 to HD-101)."""

    name = "sudden"
    part, then = "pick", "sudden_reveal"
    waiting = "to play a card for Sudden Death"
    prompt = "Sudden Death: the lowest card takes the Disaster."
    clauses = ("HD-92", "HD-93")
    needs = ("HD-93", "Sudden Death needs a Point card")

    def unanswered(self, state: State) -> list[int]:
        return [seat for seat in state.sudden if state.players[seat].pick is None]

    def unasked(self, state: State, seat: int) -> dict[str, Refusal]:
        if seat in state.sudden:
            return {"sudden": ("HD-93", "You have already chosen your Sudden Death card.")}
        return {"sudden": ("HD-92", "You are not part of this Sudden Death.")}

    def standing_orders(self, state: State) -> dict[int, Move]:
        """Play the first named card that is still in hand; if none is, ask the player (HD-123).

        One seat at a time, as with other answers: several at once would reveal that they came from orders.
        """
        for seat in state.sudden:
            player = state.players[seat]
            card = next((card for card in player.orders.sudden if card in player.hand), None)
            if card is not None and player.pick is None:
                return {seat: Move("sudden", {"card": card})}
        return {}

    def leave(self, state: State, seat: int, context: Context) -> str | None:
        """If one of the last two leaves, the Disaster card goes under its deck; a larger Sudden Death goes on."""
        if seat not in state.sudden:
            return None
        state.sudden = [other for other in state.sudden if other != seat]
        if len(state.sudden) > 1:
            return super().leave(state, seat, context)
        for other in state.sudden:
            player = state.players[other]
            if player.pick is not None:
                player.hand.append(player.pick)
                player.pick = None
        state.sudden = []
        return _put_under(state, context, "HD-127")


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


def about_to_add(state: State, seat: int, context: Context) -> str:
    """Ask the player who is about to add the Disaster card; with an empty hand it is added without asking (HD-90)."""
    state.receiver, state.sudden = seat, []
    if state.players[seat].hand:
        state.phase = "disaster"
        return "disaster"
    return _add(state, seat, None, context)


def _add(state: State, seat: int, thrown: str | None, context: Context) -> str:
    """Add the Disaster card to the area; if that is not deadly, discard the chosen card (HD-20 to HD-22, HD-34)."""
    assert state.disaster is not None and state.report is not None
    player, is_deadly = state.players[seat], winning.would_eliminate(state, seat)
    context.log("added", "HD-20", seat=seat, card=state.disaster)
    player.area.append(state.disaster)
    state.report.fate, state.report.to, state.report.is_deadly = "added", seat, is_deadly
    state.disaster = state.receiver = None
    if is_deadly:
        winning.put_out(state, seat, "disaster", context)
        piles.discard_from_hand(state, seat, list(player.hand), context)
        if len(living(state)) == 1:
            winning.finish(state, context, "HD-108")
    elif thrown is not None:
        context.log("discard", "HD-21", seat=seat, card=thrown)
        piles.discard_from_hand(state, seat, [thrown], context)
    return "end_round"


def _put_under(state: State, context: Context, clause: str) -> str:
    """Put the Disaster card at the bottom of its deck."""
    assert state.disaster is not None and state.report is not None
    context.log("under", clause, card=state.disaster)
    state.disasters.insert(0, state.disaster)
    state.report.fate = "under"
    state.disaster = state.receiver = None
    return "end_round"


class AddDisaster(Asking):
    """Instant Cards: the player about to add the Disaster card answers once (HD-85 to HD-90)."""

    name = "disaster"
    waiting = "to take the Disaster card"
    verbs = ("take", "insure", "redirect")
    not_asked = dict.fromkeys(verbs, ("HD-85", "Only the player about to receive the Disaster card decides this."))

    def ask(self, state: State) -> list[Decision]:
        assert state.receiver is not None and state.disaster is not None
        seat, is_deadly = state.receiver, winning.would_eliminate(state, state.receiver)
        hand = state.players[seat].hand
        label, cards = "Take it and be out of the game" if is_deadly else "Take it", card_options(hand)
        actions = [Action("take", label, (Pick("discard", cards, 0, label="and discard"),))]
        if insurances := card_options(held(hand, "insurance")):
            actions.append(Action("insure", "Play", (Pick("card", insurances, label="Card"),)))
        if redirects := card_options(held(hand, "redirect")):
            target = Pick("target", seat_options(tuple(others(state, seat))), label="to")
            actions.append(Action("redirect", "Play", (Pick("card", redirects, label="Card"), target)))
        words = f"Take {DISASTERS[state.disaster].name.removesuffix('.')}. You may discard a card."
        if len(actions) > 1:
            lowest = "Take" if held(state.played, "redirect") else "Lowest score: take"
            words = f"{lowest} {DISASTERS[state.disaster].name} or stop it."
        if is_deadly:
            words = f"The Disaster card puts you out{'. Play an Instant?' if len(actions) > 1 else '.'}"
        default, clauses = _default(state, seat, is_deadly), ("HD-21", "HD-85", "HD-90")
        return [Decision(seat, words, tuple(actions), default, clauses, clock=Clock(live=ANSWERING))]

    def read_answer(self, state: State, seat: int, move: Move) -> Move:
        hand, card, target = state.players[seat].hand, move.args.get("card"), move.args.get("target")
        if move.verb == "insure":
            need(card in held(hand, "insurance"), "HD-86", "You do not hold that Disaster Insurance.")
        elif move.verb == "redirect":
            need(card in held(hand, "redirect"), "HD-87", "You do not hold that Disaster Redirect.")
            is_other = type(target) is int and target in others(state, seat)
            need(is_other, "HD-87", "Redirect the Disaster card to another player who is still in the game.")
        elif move.args.get("discard") is not None:
            in_hand(state, seat, move.args["discard"], "HD-21")
        return move

    def moves(self, state: State, decision: Decision) -> list[Move] | None:
        if decision.optional:
            return None
        hand, targets = state.players[decision.seat].hand, others(state, decision.seat)
        moves = [Move("take", {"discard": card}) for card in (None, *hand)]
        moves += [Move("insure", {"card": card}) for card in held(hand, "insurance")]
        moves += [Move("redirect", {"card": card, "target": to}) for card in held(hand, "redirect") for to in targets]
        return moves

    def standing_orders(self, state: State) -> dict[int, Move]:
        """Take the card or insure if possible; ask the player if taking would eliminate them (HD-122, HD-123)."""
        seat = state.receiver
        assert seat is not None
        player = state.players[seat]
        insurances = held(player.hand, "insurance")
        if player.orders.disaster == "insure" and insurances:
            return {seat: Move("insure", {"card": insurances[0]})}
        if player.orders.disaster == "ask" or winning.would_eliminate(state, seat):
            return {}
        drop = player.orders.drop
        return {seat: Move("take", {"discard": drop if drop in player.hand else None})}

    def told(self, state: State, seat: int, move: Move) -> list[str]:
        if move.verb == "insure":
            return ["The Disaster card goes under its deck. Nobody adds it."]
        if move.verb == "redirect":
            return [
                f"{{{move.args['target']}}} gets the Disaster card instead of you, unless an Instant card stops it."
            ]
        count, drop = len(state.players[seat].area) + 1, move.args["discard"]
        told = [f"You discard {CARDS[drop].label}."] if drop else []
        if winning.would_eliminate(state, seat):
            return [*told, "This puts you out of the game."]
        return [*told, f"You will have {several(count, 'Disaster card')} and move {count} at the end of the round."]

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        ((seat, move),) = answers.items()
        if move.verb == "take":
            return _add(state, seat, move.args["discard"], context)
        state.players[seat].hand.remove(move.args["card"])
        state.played.append(move.args["card"])
        if move.verb == "redirect":
            context.log("redirect", "HD-87", seat=seat, target=move.args["target"])
            return about_to_add(state, move.args["target"], context)
        context.log("insurance", "HD-86", seat=seat)
        return _put_under(state, context, "HD-86")

    def leave(self, state: State, seat: int, context: Context) -> str | None:
        """If the receiver leaves, the Disaster card goes under the deck."""
        return _put_under(state, context, "HD-127") if seat == state.receiver else None


def _default(state: State, seat: int, is_deadly: bool) -> Move:
    """Take the card; if that is deadly, play Insurance, else Redirect it to the leader (HD-125)."""
    hand = state.players[seat].hand if is_deadly else []
    insurances, redirects = held(hand, "insurance"), held(hand, "redirect")
    if insurances:
        return Move("insure", {"card": insurances[0]})
    if redirects:
        following = sorted(others(state, seat), key=lambda other: (other - seat) % len(state.players))
        ahead = max(following, key=lambda other: state.players[other].points)  # ties: the next in seat order
        return Move("redirect", {"card": redirects[0], "target": ahead})
    return Move("take", {"discard": None})


STEPS: tuple[Step[State], ...] = (Score(), SuddenDeath(), SuddenReveal(), AddDisaster())
