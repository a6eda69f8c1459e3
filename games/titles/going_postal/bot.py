"""The house bot: scores each legal play by what its view shows and picks the best (section "Bot notes")."""

from collections.abc import Callable, Sequence
from functools import cache, partial

from games.kernel.bots import odds
from games.kernel.rng import Rng
from games.kernel.types import Decision, Move
from games.titles.going_postal.cards import DECK, KIND, WAYS, Way, gap, shortest, walk, way_of
from games.titles.going_postal.decisions import plays
from games.titles.going_postal.state import LEFT, RACE_STAMP, RIGHT, State, condition, ring, sane
from games.titles.going_postal.takeovers import can_pay
from games.titles.going_postal.view import Personality, Table, View

OWN_STAMP = {1: 2.5, 2: 2.0, 3: 0.5}
CUTTHROAT_STAMP = {0: -1.5, 1: 1.0, 2: 0.0, 3: -8.0}
KEPT = {0: 2.0, 1: 1.2, 2: 0.5}
LEADING = 0.6  # discount on an action in the leading turn, which is still to come
NEAR = 6  # within this many steps of the office, a take-over can push P in
SOON = 8  # with so few cards in the pile, a strong bot plays the year to its end
# For `win_chances`, as logarithms of odds fitted to 7,400 matches of house bots. First (now, and how much more when the
# pile is empty): sane, alone or not; most stamps when nobody is sane; postal beside the only sane one.
ALONE, SANE, MOST, BESIDE = (-0.55, 0.8), (-0.05, 1.0), (-0.85, 1.5), (0.0, -0.8)
STAMPED, MARKED, ARMED = {0: 0.0, 1: 0.3, 2: 0.35, 3: 0.4, 4: -0.45}, -0.45, 0.25  # ARMED: postal with Going Postal
FULL = 40  # cards in the pile at the start of a year


def choose(view: View, decision: Decision, moves: Callable[[], list[Move]], rng: Rng) -> Move | None:
    """An answer to any decision; None to ignore an optional one: trading, whispering, live claims."""
    verbs = {action.verb for action in decision.actions}
    if "play" in verbs:
        return best_play(view, moves(), rng)
    if "claim" in verbs:  # near the office, or if it can afford more than the price
        if view.gap <= NEAR or view.seats[decision.seat].vendetta > view.price:
            return Move("claim")
        return Move("pass") if "pass" in verbs else None
    if "keep" in verbs:
        return _exchange(view, decision.seat)
    if "inspect" in verbs and view.shown_of is not None:  # discard the best card of the shown hand
        return Move("inspect", {"card": min(view.shown or (), key=_length(view, view.shown_of), default=None)})
    if "discard" in verbs:
        return Move("discard", {"cards": sorted(view.hand, key=_length(view, view.active))[-view.surplus :]})
    if "direction" in verbs:
        return rng.choose(moves())
    return _accept(view, decision.seat) if decision.optional else decision.default


def _length(view: View, seat: int) -> Callable[[str], int]:
    """Rates a card by the shortest move that this personality can make with it."""
    return partial(shortest, is_postal=view.seats[seat].stamps > 0)


def _exchange(view: View, seat: int) -> Move:
    """Exchange its longest card for the shortest displayed one, if that is shorter."""
    length = _length(view, seat)
    give = max(view.hand, key=length)
    takes = sorted((card for card in view.displayed if length(card) < length(give)), key=length)
    return Move("exchange", {"give": give, "takes": takes}) if takes else Move("keep")


def _accept(view: View, seat: int) -> Move | None:
    """Accept a promised card with a shorter move than its own longest one; never show its hand."""
    if view.has_traded or not view.hand:
        return None
    length = _length(view, seat)
    longest = max(view.hand, key=length)
    promised = [offer for offer in view.offers if offer.to == seat and offer.says]
    givers = [offer.giver for offer in promised if length(f"{offer.says}-1") < length(longest)]
    return Move("accept", {"from": givers[0], "card": longest}) if givers else None


def quick(state: State, step: str, rng: Rng) -> tuple[int, Move] | None:
    """The play of the seat that decides, if nobody can take the turn over or trade."""
    if step != "take_turn" or state.options.trading or can_pay(state):
        return None
    seats = [
        Personality(condition(state, seat), state.stamps[seat], state.marked[seat], len(hand))
        for seat, hand in enumerate(state.hands)
    ]
    public = state.options, state.sam, state.direction, state.active, state.claimer, state.is_overtime
    return state.decider, best_play(Table(*public, state.hands[state.active], seats), plays(state), rng)


def best_play(view: Table, plays: Sequence[Move], rng: Rng) -> Move:
    """The play with the best score; in a taken-over turn, the one that is worst for the owner of the hand."""
    scores = [_score_for_decider(view, move) for move in plays]
    best = max(scores)
    return rng.choose([move for move, value in zip(plays, scores, strict=True) if value == best])


def candidate_moves(view: View, decision: Decision, moves: Callable[[], list[Move]], rng: Rng) -> list[Move]:
    """The moves that a strong bot compares: different plays, best scores first, or all answers to other decisions."""
    if decision.actions[0].verb != "play":
        return moves()
    alike = {str(move.args | {"card": KIND[move.args["card"]].id}): move for move in moves()}
    return sorted(alike.values(), key=lambda move: -_score_for_decider(view, move))


def win_chances(before: State, state: State) -> list[float] | None:
    """Each seat's chance to win once everybody has had a turn, if that is long before the end of a year."""
    rules = state.options
    if rules.blitz or rules.cutthroat or rules.postal or state.is_overtime or len(state.pile) <= SOON:
        return None
    if state.turn < before.turn + state.seats:
        return None
    return odds([None if out else _standing(state, seat) for seat, out in enumerate(state.out)], 1.0)


def _standing(state: State, seat: int) -> float:
    """How well a personality stands, some time before the end of the year."""
    stamps, sane_ones, now, change = state.stamps[seat], len(sane(state)), 0.0, 0.0
    if not stamps:
        now, change = ALONE if sane_ones == 1 else SANE
    elif sane_ones == 1:
        now, change = BESIDE
    elif not sane_ones and stamps == max(state.stamps):
        now, change = MOST
    armed = ARMED * (stamps > 0 and any(KIND[card].id == "going" for card in state.hands[seat]))
    late = 1 - len(state.pile) / FULL
    return now + change * late + STAMPED[stamps] + MARKED * state.marked[seat] + armed


def _score_for_decider(view: Table, move: Move) -> float:
    """What a play is worth to the seat that decides on it."""
    value = score(view, way_of(move), move.args["target"])
    return value if view.claimer is None else -value


def score(view: Table, way: Way, target: int | None) -> float:
    """What a play is worth to P."""
    kept = [other for other in view.hand if other != way.card]
    value = sum(_kept(other, view.player.stamps > 0) for other in kept)
    sam, is_brought = walk(view.sam, way.steps)
    if is_brought:
        if view.options.cutthroat:
            value = 0  # short cards help to stay sane, which does not win in Cutthroat
        elif view.player.stamps == 3:
            value /= 2  # half of the hand after a fourth stamp is newly drawn
        return value + stamp_value(view, view.active) + _leading_value(view, kept)
    following = _following(view, way.action, target)
    if following is not None and following != view.active:
        value += _danger(view, gap(sam), following)
    return value + _action_value(view, way.action, target)


@cache
def _kept(card: str, is_postal: bool) -> float:
    value = KEPT.get(shortest(card, is_postal), 0.0)
    return value + (0.8 if is_postal and KIND[card].id == "going" else 0.0)


def stamp_value(view: Table, seat: int) -> float:
    """What a stamp for this personality is worth to P."""
    stamps, is_own = view.seats[seat].stamps, seat == view.active
    if view.options.postal:
        value = 100.0 if stamps + 1 == RACE_STAMP else 6.0 + stamps
        return value if is_own else -value / 2
    stands = [one.stamps for one in view.seats if one.state != "eliminated"]
    is_sole_sane, most = stands.count(0) == 1, max(stands)
    if is_own:
        return _own_stamp(view, stamps, is_sole_sane, most)
    if not stamps or stamps == 4:
        return 5 if stamps or is_sole_sane else 3
    if view.options.cutthroat:  # having the most stamps does not win
        return 0
    if view.is_overtime and stamps >= most:
        return -30
    return -1 if 0 < view.player.stamps <= stamps else 0


def _own_stamp(view: Table, stamps: int, is_sole_sane: bool, most: int) -> float:
    if stamps == 4:
        return -60
    if view.options.cutthroat:
        return CUTTHROAT_STAMP[stamps]
    if view.is_overtime:
        return 40
    if not stamps:
        return -15 if is_sole_sane else -7
    is_first = stamps < 3 and stamps + 1 >= most  # the most stamps, and not one stamp from elimination
    return OWN_STAMP[stamps] + (1.5 if is_first else 0)


def _leading_value(view: Table, kept: Sequence[str]) -> float:
    """The value of the best action that the remaining cards allow in the leading turn."""
    stamps = view.player.stamps
    if view.options.lead_after_stamp == "next" or stamps >= 4:
        return 0
    actions = {KIND[card].a.action for card in kept}
    others = [one for one in view.seats if one.state != "eliminated" and one is not view.player]
    values = [0.0]
    if "eliminate" in actions:
        values += [6 + _threat(one) for one in others if one.is_marked]
    if "mark" in actions:
        values += [1 + 0.6 * _threat(one) for one in others if not one.is_marked]
    if "calm" in actions and stamps in (0, 3):
        values.append(5 if stamps == 0 else 4)
    return LEADING * max(values)


def _threat(one: Personality) -> float:
    return 0.7 * one.stamps if one.stamps else 3.0


def _following(view: Table, action: str, target: int | None) -> int | None:
    """Who would play next, considering Registered Mail, Shift Change and an elimination by this card."""
    if action == "next" and target is not None:
        return target
    out = target if action == "eliminate" else None
    is_left = (view.direction == LEFT) != (action == "reverse")
    order = ring(len(view.seats), LEFT if is_left else RIGHT, view.active)
    return next((seat for seat in order if seat != out and view.seats[seat].cards), None)


def _danger(view: Table, steps: int, following: int) -> float:
    """The value to P of the chance that the next personality has to (in the Postal Variant: can) bring Sam home."""
    one = view.seats[following]
    reaching, saving = _shares(steps, one.stamps > 0)
    chance = 1 - (1 - reaching) ** one.cards if view.options.postal else (1 - saving) ** one.cards
    return chance * stamp_value(view, following)


@cache
def _shares(steps: int, is_postal: bool) -> tuple[float, float]:
    """The share of cards that can bring Sam to the office, and the share that can stop short of it."""
    moves = [[way.steps for way in WAYS[is_postal][card]] for card in DECK]
    return sum(max(ways) >= steps for ways in moves) / len(DECK), sum(min(ways) < steps for ways in moves) / len(DECK)


def _action_value(view: Table, action: str, target: int | None) -> float:
    """What an action is worth. In the race of the Postal Variant, stamps are kept, and taken from others."""
    is_race, mine = view.options.postal, view.player.stamps
    if action == "calm":
        return -8 if is_race else {1: 5.0, 4: 4.0}.get(mine, -1.0)
    if target is None:
        return 0
    one = view.seats[target]
    rival = 1 if 0 < mine < one.stamps else 0  # ahead of P in the contest for the most stamps
    worth = {
        "eliminate": 12 + 2 * one.stamps if is_race else 6 + _threat(one),
        "mark": 3 + one.stamps if is_race else 1 + 0.6 * _threat(one),
        "clear": 0.5 if target != view.active else 9 if is_race else 4,
        "praise": 2 + one.stamps if is_race else -2.5 if one.stamps == 1 else rival,  # the last one makes it sane
        "swap": 0.8 if one.cards > len(view.hand) - 1 else 0,
        "inspect": 0.5,
        "take": 0.5,
    }
    return worth.get(action, 0)
