"""Changes to the state when a move is carried out: the office, scoring, drawing, the end of a turn."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.human_resources.cards import ABILITY, CROWDFUNDING, POINTS
from games.titles.human_resources.geometry import xy
from games.titles.human_resources.patterns import newly_formed
from games.titles.human_resources.state import Cubicle, Scored, State, colours, ending, standing


def rearrange(state: State, change: Mapping[int, str | None], context: Context) -> None:
    """Put these cards in these places (None empties a place), then score the patterns this forms.

    Only the office before and after is compared (HR-34, HR-35): a place with the same colour as before has not changed.
    A cubicle that moves still belongs to the seat that placed it (HR-123).
    """
    assert state.report is not None
    state.report.touched = sorted(change)
    before = {at: state.office.pop(at, None) for at in change}
    owners = {cubicle.card: cubicle.by for cubicle in before.values() if cubicle}
    changed = []
    for at, card in change.items():
        old, number = before[at], state.action
        if old and card and old.card[-1] == card[-1]:
            number = old.changed
        else:
            changed.append(at)
        if card:
            state.office[at] = Cubicle(card, owners.get(card, state.active), number)
    settle(state, sorted(changed), context)


def score(state: State, seat: int, card: str, places: Sequence[int] = (), changed: Sequence[int] = ()) -> None:
    """Move a card to the seat's scored cards, out of play if it was in play, and add it to this action's report."""
    leave_play(state, card)
    state.scored[seat].append(card)
    assert state.report is not None
    state.report.scored.append(Scored(seat, card, list(places), [at for at in changed if at in places]))


def settle(state: State, changed: list[int], context: Context) -> None:
    """Score the projects this action formed: the active seat's first, then Crowdfunding (HR-39 to HR-41)."""
    after, seat, rival = colours(state), state.active, 1 - state.active
    for card, places in formed(state, seat, after, changed).items():
        state.has_completed = True
        score(state, seat, card, places, changed)
        drawn = [list(xy(at)) for at in places]
        context.log("completed", "HR-36", seat=seat, card=card, points=POINTS[card], places=drawn)
    theirs = formed(state, rival, after, changed)
    served, in_vain = crowdfunded(state, rival, theirs)
    for card, served_by in served:
        score(state, rival, card, theirs[card], changed)
        score(state, seat, served_by)
        points, earned = POINTS[card], POINTS[served_by]
        context.log("crowdfunding", "HR-105", seat=seat, owner=rival, card=card, points=points, earned=earned)
    for card in in_vain:
        context.log("in_vain", "HR-37", seat=seat, owner=rival, card=card)


def formed(state: State, owner: int, after: Mapping[int, str], changed: list[int]) -> dict[str, tuple[int, ...]]:
    """The seat's projects that an action forms, each with the places of its first occurrence (HR-34, HR-39)."""
    found = {project.card: newly_formed(project.card, after, changed) for project in state.in_play[owner]}
    return {card: occurrences[0] for card, occurrences in found.items() if occurrences}


def crowdfunded(state: State, owner: int, cards: Iterable[str]) -> tuple[list[tuple[str, str]], list[str]]:
    """Split the projects that the other player's action formed (HR-37, HR-103 to HR-105) into two lists.

    First (project, Crowdfunding card it scores with), highest value first; then the projects that do not score.
    """
    crowd = [project.card for project in state.in_play[owner] if project.card in CROWDFUNDING]
    by_value = sorted(cards, key=lambda card: -POINTS[card])  # stable: the older one first among equals
    return list(zip(by_value, crowd, strict=False)), [card for card in cards if card not in by_value[: len(crowd)]]


def draw(state: State, context: Context) -> bool:
    """Draw one card for the active seat. Returns True if it was the last one, which ends the game (HR-93)."""
    card = state.deck.pop()
    state.hands[state.active].append(card)
    state.known = [max(0, known - 1) for known in state.known]
    context.log("drew", "HR-21", {state.active: {"card": card}}, "match", seat=state.active, colour=card[-1])
    if not state.deck:
        log_end(state, context)
    return not state.deck


def leave_play(state: State, card: str) -> None:
    """Take this card out of play if it is a project in play."""
    state.in_play = [[project for project in projects if project.card != card] for projects in state.in_play]


def pick_up(state: State, seat: int, card: str, context: Context) -> None:
    """Return a project to its owner's hand (HR-78)."""
    leave_play(state, card)
    state.hands[seat].append(card)
    context.log("picked_up", "HR-79", seat=seat, card=card)


def finish(state: State, move: Move, context: Context) -> str:
    """After an action, continue Play Two, or discard the manager (HR-47, HR-63) and end the turn.

    The end of a turn: Overtime, the normal draw, the next active seat (HR-21, HR-108). Returns the next step.
    """
    if state.plays_left > 1:
        state.plays_left -= 1
        return "extra_play"
    state.plays_left = 0
    if state.carrying:
        state.discard.append(state.carrying)
    state.carrying = ""
    seat, overtime = state.active, move.args.get("overtime")
    if overtime:
        state.hands[seat].remove(overtime)
        state.discard.append(overtime)
        context.log("overtime", "HR-108", seat=seat)
    if state.is_over or draw(state, context):
        return "turn"  # HR-109: the game is over, so this asks nobody
    state.has_completed = state.has_picked_up = False
    state.turns += 1
    if not overtime:
        state.active = 1 - seat
        is_pick_up = move.verb == "hire" and ABILITY[move.args["card"]] == "pickup"
        state.owes = is_pick_up and len(state.in_play[state.active]) > 1  # HR-81
    return "pickup" if state.owes else "turn"


def log_end(state: State, context: Context) -> None:
    """Log the end of the match; its private facts become public then (HR-124)."""
    hands = {seat: {"hand": list(hand)} for seat, hand in enumerate(state.hands)}
    clause, seat = ("HR-93", state.active) if state.left is None else ("HR-129", state.left)
    points, end = [standing(scored)[0] for scored in state.scored], ending(state)
    context.log("end", clause, hands, "match", seat=seat, points=points, winner=end.winner, by=end.by)


def log_hire(context: Context, seat: int, manager: str, private: dict[str, Any] | None = None, **facts: Any) -> None:
    """Log a hired manager: public `facts` that depend on the ability, and `private` ones for its seat."""
    own = {seat: private} if private else None
    context.log("hired", "HR-45", own, "match", seat=seat, ability=ABILITY[manager], **facts)


def log_looked(context: Context, seat: int, order: list[str]) -> None:
    """Log the cards that VP of Operations looked at, in their new order."""
    context.log("looked", "HR-118", {seat: {"order": list(order)}}, "match", seat=seat, count=len(order))
