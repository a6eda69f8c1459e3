"""What happens: cards placed and lifted, projects scored, cards drawn. Called when a move is carried out."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.human_resources.cards import ABILITY, CROWDFUNDING, POINTS
from games.titles.human_resources.geometry import xy
from games.titles.human_resources.patterns import is_formed, newly_formed
from games.titles.human_resources.state import Cubicle, Report, Scored, State, colours, decided_by, standing, winner


def rearrange(state: State, change: Mapping[int, Cubicle | None]) -> list[int]:
    """Lay these cubicles on their places, None: lift what lies there. Return the places whose content differs.

    Only before and after are compared (HR-34, HR-35): a place that gets its own colour back has not changed.
    """
    assert state.report is not None
    state.report.touched = sorted(change)
    before = {at: state.office.pop(at, None) for at in change}
    changed = []
    for at, cubicle in change.items():
        old, number = before[at], state.action
        if old and cubicle and old.card[-1] == cubicle.card[-1]:
            number = old.changed
        else:
            changed.append(at)
        if cubicle:
            state.office[at] = Cubicle(cubicle.card, cubicle.by, number)
    return sorted(changed)


def begin(state: State, seat: int, move: Move) -> None:
    """Count the action, take its card from the hand and open its report, without the card where it lies face down."""
    card = move.args["card"]
    state.hands[seat].remove(card)
    state.action += 1
    state.report = Report(state.action, seat, move.verb, "" if move.verb == "place" else card)
    if move.verb == "hire":
        state.carrying = card


def score(state: State, seat: int, card: str, places: Sequence[int] = (), changed: Sequence[int] = ()) -> None:
    """Put a card with the seat's scored cards and into the report of this action."""
    state.scored[seat].append(card)
    assert state.report is not None
    state.report.scored.append(Scored(seat, card, list(places), [at for at in changed if at in places]))


def settle(state: State, changed: list[int], context: Context) -> None:
    """Score what this action formed: own projects first, then those that Crowdfunding serves (HR-39 to HR-41)."""
    after, seat = colours(state), state.active
    for card in [project.card for project in state.in_play[seat]]:
        formed = newly_formed(card, after, changed)
        if formed:
            leave_play(state, seat, card)
            state.has_completed = True
            score(state, seat, card, formed[0], changed)
            places = [list(xy(at)) for at in formed[0]]
            context.log("completed", "HR-36", seat=seat, card=card, points=POINTS[card], places=places)
    served, in_vain = formed_for_rival(state, seat, after, changed)
    rival = 1 - seat
    for card, served_by in served:
        score(state, rival, card, newly_formed(card, after, changed)[0], changed)
        score(state, seat, served_by)
        leave_play(state, rival, card)
        leave_play(state, rival, served_by)
        points, earned = POINTS[card], POINTS[served_by]
        context.log("crowdfunding", "HR-105", seat=seat, owner=rival, card=card, points=points, earned=earned)
    for card in in_vain:
        context.log("in_vain", "HR-37", seat=seat, owner=rival, card=card)


def formed_for_rival(
    state: State, seat: int, after: dict[int, str], changed: list[int]
) -> tuple[list[tuple[str, str]], list[str]]:
    """Projects of the other player that an action of this seat forms (HR-37, HR-103 to HR-105).

    (project, Crowdfunding card that serves it) of those that are scored, the highest first; those formed in vain.
    """
    cards = [project.card for project in state.in_play[1 - seat]]
    formed = [card for card in cards if is_formed(card, after, changed)]
    crowd = [card for card in cards if card in CROWDFUNDING]
    by_value = sorted(formed, key=lambda card: -POINTS[card])  # stable: the older one first among equals
    return list(zip(by_value, crowd, strict=False)), [card for card in formed if card not in by_value[: len(crowd)]]


def draw(state: State, context: Context) -> bool:
    """The active seat draws one card. True: it was the final one and the game is over (HR-93)."""
    card = state.deck.pop()
    state.hands[state.active].append(card)
    state.known = [max(0, known - 1) for known in state.known]
    own = {state.active: {"card": card}}
    context.log("drew", "HR-21", own, "match", seat=state.active, colour=card[-1])
    if not state.deck:
        log_end(state, context)
    return not state.deck


def leave_play(state: State, seat: int, card: str) -> None:
    """A project of this seat is no longer in play."""
    state.in_play[seat] = [project for project in state.in_play[seat] if project.card != card]


def pick_up(state: State, seat: int, card: str, context: Context) -> None:
    """A project goes back into the hand of its owner (HR-78)."""
    leave_play(state, seat, card)
    state.hands[seat].append(card)
    context.log("picked_up", "HR-79", seat=seat, card=card)


def finish(state: State, move: Move, context: Context) -> str:
    """After an action: on with Play Two; else its manager is discarded (HR-47, HR-63) and the turn ends."""
    if state.plays_left > 1:
        state.plays_left -= 1
        return "extra_play"
    state.plays_left = 0
    discard_carried(state)
    return _end_turn(state, move, context)


def _end_turn(state: State, move: Move, context: Context) -> str:
    """Overtime, the normal draw, and whose turn is next (HR-21, HR-108). Returns the name of the next step."""
    seat, overtime = state.active, move.args.get("overtime")
    if overtime:
        state.hands[seat].remove(overtime)
        state.discard.append(overtime)
        context.log("overtime", "HR-108", seat=seat)
    if draw(state, context):
        return "turn"  # HR-109: nobody is asked any more
    state.has_completed = state.has_picked_up = False
    state.turns += 1
    if not overtime:
        state.active = 1 - seat
        is_pick_up = move.verb == "hire" and ABILITY[move.args["card"]] == "pickup"
        state.owes = is_pick_up and len(state.in_play[state.active]) > 1  # HR-81
    return state.step


def discard_carried(state: State) -> None:
    """The manager that was carried out goes to the discard pile."""
    if state.carrying:
        state.discard.append(state.carrying)
    state.carrying = ""


def log_end(state: State, context: Context) -> None:
    """The last line of the log; its private parts open with everything else (HR-124)."""
    hands = {seat: {"hand": list(hand)} for seat, hand in enumerate(state.hands)}
    clause, seat = ("HR-93", state.active) if state.left is None else ("HR-129", state.left)
    points = [standing(scored)[0] for scored in state.scored]
    context.log("end", clause, hands, "match", seat=seat, points=points, winner=winner(state), by=decided_by(state))


def log_hire(context: Context, seat: int, manager: str, private: dict[str, Any] | None = None, **facts: Any) -> None:
    """One line for a hired manager; `facts` as the ability needs them, `private` for its seat."""
    own = {seat: private} if private else None
    context.log("hired", "HR-45", own, "match", seat=seat, ability=ABILITY[manager], **facts)


def log_looked(context: Context, seat: int, order: list[str]) -> None:
    """The cards that were looked at, in the order in which they lie now."""
    context.log("looked", "HR-118", {seat: {"order": list(order)}}, "match", seat=seat, count=len(order))
