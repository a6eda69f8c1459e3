"""What the house bot plays in the scoring phase (rules, section "Bot notes")."""

from games.kernel.rng import Rng
from games.kernel.types import Decision, Move
from games.titles.adulting.bot_law import leader
from games.titles.adulting.cards import CARDS, COLUMNS, EFFECT, SPADES
from games.titles.adulting.sampling import effect_move
from games.titles.adulting.state import best_gain, gain
from games.titles.adulting.view_types import Placing, PlayerView, View

SPADE, HELPER = 1.5, 1.0  # what a spade, and a card to be played with a bid or an answer, is worth in the hand
LEADER, OTHER = 0.9, 0.3  # the worth of a loss of the leader, and of anybody else
TOURS = 4  # full tours of the deal after which the bot ends the match whoever is ahead
Plays = list[tuple[float, Move]]  # what each is worth


def choose(view: View, decision: Decision, rng: Rng) -> Move:
    """The play of the greatest worth, of equal ones the first; other texts only if nothing can be placed."""
    me, placings = view.players[decision.seat], _placings(view)
    plays = [(worth(one), _place(one)) for one in placings]
    for card in me.hand:
        plays += _texts(view, me, card, can_place=bool(placings))
    return max(plays, key=lambda play: play[0])[1] if plays else Move("pass", {})


def _place(one: Placing) -> Move:
    return Move("place", {"card": one.card, "column": one.column})


def placements(view: View) -> list[Move]:
    """The placements that the bot considers, the greatest worth first."""
    return [_place(one) for one in sorted(_placings(view), key=worth, reverse=True)]


def worth(placing: Placing) -> float:
    """The gain of a placement less what the card is worth in the hand."""
    held = SPADE if placing.card in SPADES else 0.0
    return placing.gain - held - (HELPER if CARDS[placing.card].timing in ("bid", "sorting") else 0.0)


def _placings(view: View) -> list[Placing]:
    """The placements that the bot considers: it ends the match only when it is ahead, or late."""
    best = max((one.score for one in view.players if one.seat != view.me and not one.left), default=0)
    is_late = view.round > TOURS * len(view.order)
    return [one for one in view.placings if not one.ends or is_late or one.score > best]


def _texts(view: View, me: PlayerView, card: str, can_place: bool) -> Plays:
    effect = EFFECT[card]
    if CARDS[card].timing != "scoring":
        return []
    if effect in SPECIAL:
        return SPECIAL[effect](view, me, card)
    if can_place:
        return []
    if effect == "early_night":
        first = leader(view)
        return [(0.5, effect_move(card, target=first))] if first is not None else []
    return [(1.0 if effect in ("pocket_money", "rent_day") else 0.5, effect_move(card))]


def _second_wind(view: View, me: PlayerView, card: str) -> Plays:
    """The two best placements, one after the other."""
    mantle = [list(column) for column in me.columns]
    hand = [other for other in me.hand if other != card]
    plays, total, spades = [], 0.0, view.spades
    for _ in range(2):
        options = [
            (worth(Placing(other, column, gain(mantle, other, COLUMNS.index(column)), 0, False)), other, column)
            for other in hand
            for column in CARDS[other].columns
            if other not in SPADES or spades + 1 < view.spades_to_end
        ]
        if not options:
            break
        value, other, column = max(options)
        plays.append({"card": other, "column": column})
        mantle[COLUMNS.index(column)].append(other)
        hand.remove(other)
        spades += other in SPADES
        total += value
    return [(total, effect_move(card, plays))] if plays else []


def _broken_vase(view: View, me: PlayerView, card: str) -> Plays:
    first, found = leader(view), []
    for other in view.players:
        for place, column in enumerate(other.columns):
            if other.seat == me.seat or other.left or not column or column[-1] in SPADES:
                continue
            before = [list(part) for part in other.columns]
            loss = gain(before, before[place].pop(), place)
            share = LEADER if other.seat == first else OTHER
            found.append((share * loss, effect_move(card, target=other.seat, column=COLUMNS[place])))
    return found


def _lost_found(view: View, me: PlayerView, card: str) -> Plays:
    own = best_gain(me.columns, card)
    takes = [take for take in view.discard if EFFECT[take] != "lost_found"]
    return [(best_gain(me.columns, take) - own, effect_move(card, take=take)) for take in takes]


def _swap_meet(view: View, me: PlayerView, card: str) -> Plays:
    gives = [other for other in me.hand if other != card]
    if not gives:
        return []
    give = min(gives, key=lambda other: best_gain(me.columns, other))
    loss = best_gain(me.columns, give)
    return [
        (best_gain(me.columns, take) - loss, effect_move(card, target=other.seat, give=give, take=take))
        for other in view.players
        if other.seat != me.seat and not other.left
        for take in other.hand
    ]


SPECIAL = {"second_wind": _second_wind, "broken_vase": _broken_vase, "lost_found": _lost_found, "swap_meet": _swap_meet}
