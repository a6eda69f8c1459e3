"""The house bot: scores each legal play by what its own view shows and takes the best (section "Bot notes")."""

from collections.abc import Callable, Sequence
from functools import cache, partial

from games.kernel.rng import Rng
from games.kernel.types import Decision, Move
from games.titles.going_postal.cards import DECK, KIND, WAYS, Way, gap, shortest, walk, way_of
from games.titles.going_postal.state import LEFT, RACE_STAMP
from games.titles.going_postal.view import View

OWN_STAMP = {1: 2.5, 2: 2.0, 3: 0.5}
CUTTHROAT_STAMP = {0: -1.5, 1: 1.0, 2: 0.0, 3: -8.0}
KEPT = {0: 2.0, 1: 1.2, 2: 0.5}
LEADING = 0.6  # what an action of the leading turn is worth now
NEAR = 6  # a take-over this close to the office can push P in


def choose(view: View, decision: Decision, moves: Callable[[], list[Move]], rng: Rng) -> Move | None:
    """An answer to whatever is asked; None leaves trading, whispering and live claims alone."""
    verbs = {action.verb for action in decision.actions}
    if "play" in verbs:
        return best_play(view, moves(), rng)
    if "claim" in verbs:
        return _claim(view, "pass" in verbs)
    if "keep" in verbs:
        return _exchange(view)
    if "inspect" in verbs:
        return _inspect(view)
    if "discard" in verbs:
        return Move("discard", {"cards": sorted(view.hand, key=_length(view, view.active))[-view.surplus :]})
    if "direction" in verbs:
        return rng.choose(moves())
    return _accept(view) if decision.optional else decision.default


def _length(view: View, seat: int) -> Callable[[str], int]:
    """How far a card takes Sam at least when this personality lays it."""
    return partial(shortest, is_postal=view.seats[seat].stamps > 0)


def _inspect(view: View) -> Move:
    """The best card of the hand that is shown goes: the one with the shortest move."""
    assert view.shown_of is not None
    card = min(view.shown or (), key=_length(view, view.shown_of), default=None)
    return Move("inspect", {"card": card})


def _claim(view: View, may_pass: bool) -> Move | None:
    """Near the office, or if stamps are left over afterwards."""
    assert view.seat is not None
    if view.gap <= NEAR or view.seats[view.seat].vendetta > view.price:
        return Move("claim")
    return Move("pass") if may_pass else None


def _exchange(view: View) -> Move:
    """The longest own card for the shortest displayed one, if that is shorter."""
    assert view.seat is not None
    length = _length(view, view.seat)
    give = max(view.hand, key=length)
    takes = sorted((card for card in view.displayed if length(card) < length(give)), key=length)
    return Move("exchange", {"give": give, "takes": takes}) if takes else Move("keep")


def _accept(view: View) -> Move | None:
    """A promised card with a shorter move than one's own longest one is taken; a hand is never shown."""
    if view.has_traded or view.seat is None or not view.hand:
        return None
    length = _length(view, view.seat)
    longest = max(view.hand, key=length)
    promised = [one for one in view.offers if one.to == view.seat and one.says]
    offer = next((one for one in promised if length(f"{one.says}-1") < length(longest)), None)
    return Move("accept", {"from": offer.giver, "card": longest}) if offer else None


def best_play(view: View, found: Sequence[Move], rng: Rng) -> Move:
    """The play with the best score; in a taken-over turn the one that is worst for its owner."""
    scored = _scored(view, found)
    best = max(scored)
    return rng.choose([move for move, value in zip(found, scored, strict=True) if value == best])


def candidate_moves(view: View, decision: Decision, moves: Callable[[], list[Move]], rng: Rng) -> list[Move]:
    """What a strong bot compares: the plays with the best scores, and every answer to a smaller question."""
    found = moves()
    if decision.actions[0].verb != "play":
        return found
    scored = zip(_scored(view, found), found, strict=True)
    return [move for _, move in sorted(scored, key=lambda one: -one[0])]


def _scored(view: View, found: Sequence[Move]) -> list[float]:
    """The score of each play for whoever makes it."""
    sign = -1 if view.claimer is not None else 1
    return [sign * score(view, way_of(move), move.args["target"]) for move in found]


def _is_postal(view: View) -> bool:
    return view.seats[view.active].stamps > 0


def score(view: View, way: Way, target: int | None) -> float:
    """What a play is worth to P."""
    kept = [other for other in view.hand if other != way.card]
    sam, is_brought = walk(view.sam, way.steps)
    value = sum(_kept(other, _is_postal(view)) for other in kept)
    if is_brought:
        return _worth_after_stamp(view) * value + stamp_value(view, view.active) + _leading_value(view, kept)
    following = _following(view, way.action, target)
    if following is not None and following != view.active:
        value += _danger(view, gap(sam), following)
    return value + _action_value(view, way.action, target)


def _worth_after_stamp(view: View) -> float:
    """How much cards kept count where Sam comes to the office: the fourth stamp draws half a new hand."""
    if view.options.cutthroat:  # short cards help to stay sane, which wins nothing here
        return 0
    return 0.5 if view.seats[view.active].stamps == 3 else 1


def _kept(card: str, is_postal: bool) -> float:
    value = KEPT.get(shortest(card, is_postal), 0.0)
    return value + (0.8 if is_postal and KIND[card].id == "going" else 0.0)


def _players(view: View) -> list[int]:
    return [seat for seat, one in enumerate(view.seats) if one.state != "eliminated"]


def stamp_value(view: View, seat: int) -> float:
    """How much P likes that this personality gets a stamp."""
    if view.options.postal:
        stamps = view.seats[seat].stamps
        value = 100.0 if stamps + 1 == RACE_STAMP else 6.0 + stamps
        return value if seat == view.active else -value / 2
    return _own_stamp(view) if seat == view.active else _their_stamp(view, seat)


def _own_stamp(view: View) -> float:
    stamps = view.seats[view.active].stamps
    if stamps == 4:
        return -60
    if view.options.cutthroat:
        return CUTTHROAT_STAMP[stamps]
    if view.is_overtime:
        return 40
    sane = [seat for seat in _players(view) if not view.seats[seat].stamps]
    if not stamps:
        return -15 if len(sane) == 1 else -7
    most = max(view.seats[seat].stamps for seat in _players(view))
    is_first = stamps < 3 and stamps + 1 >= most  # nobody has more then; a fourth stamp is one step from the end
    return OWN_STAMP[stamps] + (1.5 if is_first else 0)


def _their_stamp(view: View, seat: int) -> float:
    stamps, mine = view.seats[seat].stamps, view.seats[view.active].stamps
    sane = [other for other in _players(view) if not view.seats[other].stamps]
    if not stamps:
        return 5 if sane == [seat] else 3
    if stamps == 4:
        return 5
    if view.options.cutthroat:  # the most stamps win nothing: there are no rivals
        return 0
    if view.is_overtime and stamps >= max(view.seats[other].stamps for other in _players(view)):
        return -30
    return -1 if mine and stamps >= mine else 0


def _leading_value(view: View, kept: Sequence[str]) -> float:
    """The best action that the cards left allow in the leading turn."""
    stamps = view.seats[view.active].stamps
    if view.options.lead_after_stamp == "next" or stamps >= 4:
        return 0
    values = [0.0]
    others = [seat for seat in _players(view) if seat != view.active]
    for card in kept:
        action = KIND[card].a.action
        if action == "eliminate":
            values += [6 + _threat(view, seat) for seat in others if view.seats[seat].is_marked]
        elif action == "mark":
            values += [1 + 0.6 * _threat(view, seat) for seat in others if not view.seats[seat].is_marked]
        elif action == "calm" and stamps in (0, 3):
            values.append(5 if stamps == 0 else 4)
    return LEADING * max(values)


def _threat(view: View, seat: int) -> float:
    stamps = view.seats[seat].stamps
    return 0.7 * stamps if stamps else 3.0


def _following(view: View, action: str, target: int | None) -> int | None:
    """Who would play next: mind Registered Mail, Shift Change, and whom this card eliminates."""
    if action == "next" and target is not None:
        return target
    out = target if action == "eliminate" else None
    is_left = (view.direction == LEFT) != (action == "reverse")
    count, step = len(view.seats), 1 if is_left else -1
    order = [(view.active + step * place) % count for place in range(1, count)]
    playing = (seat for seat in order if seat != out and view.seats[seat].state != "eliminated")
    return next((seat for seat in playing if view.seats[seat].cards), None)


def _danger(view: View, steps: int, following: int) -> float:
    """Sam is left this far from the office: how likely the next one must, or in the race can, bring him there."""
    one = view.seats[following]
    if view.options.postal:
        return (1 - (1 - _reaching(steps, one.stamps > 0)) ** one.cards) * stamp_value(view, following)
    return (1 - _saving(steps, one.stamps > 0)) ** one.cards * stamp_value(view, following)


@cache
def _saving(steps: int, is_postal: bool) -> float:
    """The share of the deck that allows a move short of the office."""
    return sum(shortest(card, is_postal) < steps for card in DECK) / len(DECK)


@cache
def _reaching(steps: int, is_postal: bool) -> float:
    """The share of the deck that can bring Sam to the office."""
    return sum(any(way.steps >= steps for way in WAYS[is_postal][card]) for card in DECK) / len(DECK)


def _action_value(view: View, action: str, target: int | None) -> float:
    """What an action is worth. In the Postal Variant own stamps are kept and those of others taken, and the race is
    decided by who is left in it.
    """
    if action == "calm":
        return -8 if view.options.postal else {1: 5.0, 4: 4.0}.get(view.seats[view.active].stamps, -1.0)
    if target is None:
        return 0
    one, is_race = view.seats[target], view.options.postal
    if action == "eliminate":
        return 12 + 2 * one.stamps if is_race else 6 + _threat(view, target)
    if action == "mark":
        return 3 + one.stamps if is_race else 1 + 0.6 * _threat(view, target)
    if action == "clear":
        return 0.5 if target != view.active else 9 if is_race else 4
    if action == "praise":
        return 2 + one.stamps if is_race else _praise(view, target)
    if action == "swap":
        return 0.8 if one.cards > len(view.hand) - 1 else 0
    return 0.5 if action in ("inspect", "take") else 0


def _praise(view: View, target: int) -> float:
    """It makes a one-stamp personality sane; a rival is who has more stamps than one who wants stamps, too."""
    stamps, mine = view.seats[target].stamps, view.seats[view.active].stamps
    if stamps == 1:
        return -2.5
    return 1 if 0 < mine < stamps else 0
