"""Instant Cards: who is about to add the Disaster card takes it, insures or redirects (HD-20 to HD-22,
HD-85 to HD-90)."""

from games.kernel.errors import need
from games.kernel.step import Answers, Context
from games.kernel.types import Action, Clock, Decision, Move, Pick
from games.kernel.words import several
from games.titles.dinosaurs import piles, winning
from games.titles.dinosaurs.asking import ANSWERING, Asking, Refusal, in_hand, seat_options
from games.titles.dinosaurs.cards import card_options, held
from games.titles.dinosaurs.state import State, living, others


def about_to_add(state: State, seat: int, context: Context) -> str:
    """This player is about to add the Disaster card; with an empty hand it is added without asking (HD-90)."""
    state.receiver, state.sudden = seat, []
    if state.players[seat].hand:
        state.phase = "disaster"
        return "disaster"
    return _add(state, seat, None, context)


def _add(state: State, seat: int, thrown: str | None, context: Context) -> str:
    """The Disaster card goes to the area; it may eliminate; else a card may be discarded (HD-20 to HD-22, HD-34)."""
    assert state.disaster is not None and state.report is not None
    player, is_deadly = state.players[seat], winning.would_eliminate(state, seat)
    context.log("added", "HD-20", seat=seat, card=state.disaster)
    player.area.append(state.disaster)
    state.report.fate, state.report.to, state.report.is_deadly = "added", seat, is_deadly
    state.disaster = state.receiver = None
    if is_deadly:
        winning.put_out(state, seat, "disaster", context)
        piles.throw(state, seat, list(player.hand), context)
        if len(living(state)) == 1:
            winning.finish(state, context, "HD-108")
    elif thrown is not None:
        context.log("discard", "HD-21", seat=seat, card=thrown)
        piles.throw(state, seat, [thrown], context)
    return "end_round"


class AddDisaster(Asking):
    """Instant Cards: the player about to add the Disaster card answers once (HD-85 to HD-90)."""

    name = "disaster"
    waiting = "to take the Disaster card"
    verbs = ("take", "insure", "redirect")

    def ask(self, state: State) -> list[Decision]:
        """By default it is taken; if that would eliminate: Insurance, else Redirect to whoever is ahead (HD-125)."""
        assert state.receiver is not None
        seat, is_deadly = state.receiver, winning.would_eliminate(state, state.receiver)
        hand = state.players[seat].hand
        insurances, redirects = held(hand, "insurance"), held(hand, "redirect")
        label, discard = "Take it and be out of the game" if is_deadly else "Take it", card_options(hand)
        actions = [Action("take", label, (Pick("discard", discard, 0, label="and discard"),))]
        default = take = Move("take", {"discard": None})
        if insurances:
            actions.append(Action("insure", "Play", (Pick("card", card_options(insurances), label="Card"),)))
            default = Move("insure", {"card": insurances[0]})
        if redirects:
            target = Pick("target", seat_options(others(state, seat)), label="to")
            actions.append(Action("redirect", "Play", (Pick("card", card_options(redirects), label="Card"), target)))
            redirect = Move("redirect", {"card": redirects[0], "target": _ahead(state, seat)})
            default = default if insurances else redirect
        words = "You are about to add the Disaster card."
        if is_deadly:
            words = f"The Disaster card puts you out of the game{'. Play an Instant?' if len(actions) > 1 else '.'}"
        clauses, clock = ("HD-21", "HD-85", "HD-90"), Clock(live=ANSWERING)
        return [Decision(seat, words, tuple(actions), default if is_deadly else take, clauses, clock=clock)]

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

    def unasked(self, state: State, seat: int) -> dict[str, Refusal]:
        words = ("HD-85", "Only the player about to receive the Disaster card decides this.")
        return dict.fromkeys(self.verbs, words)

    def all_answers(self, state: State, seat: int) -> list[Move]:
        hand, targets = state.players[seat].hand, others(state, seat)
        moves = [Move("take", {"discard": card}) for card in (None, *hand)]
        moves += [Move("insure", {"card": card}) for card in held(hand, "insurance")]
        moves += [Move("redirect", {"card": card, "target": to}) for card in held(hand, "redirect") for to in targets]
        return moves

    def standing_orders(self, state: State) -> dict[int, Move]:
        """Take, or insure if possible; taking is left to the player if it would eliminate (HD-122, HD-123)."""
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

    def preview(self, state: State, seat: int, move: Move) -> list[str]:
        if move.verb != "take":
            return []
        if winning.would_eliminate(state, seat):
            return ["This puts you out of the game."]
        count = len(state.players[seat].area) + 1
        return [f"You will have {several(count, 'Disaster card')} and move {count} at the end of the round."]

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
        return self._put_under(state, context, "HD-86")

    def leave(self, state: State, seat: int, context: Context) -> str | None:
        """Who is about to add the card takes it along under the deck."""
        return self._put_under(state, context, "HD-127") if seat == state.receiver else None

    def _put_under(self, state: State, context: Context, clause: str) -> str:
        state.receiver = None
        piles.put_under(state, context, clause)
        return "end_round"


def _ahead(state: State, seat: int) -> int:
    """The other living player with most points, of equals the next in ascending order from one's own seat."""
    size = len(state.players)
    following = sorted(others(state, seat), key=lambda other: (other - seat) % size)
    return max(following, key=lambda other: state.players[other].points)
