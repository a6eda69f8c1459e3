"""The scoring phase: placing a card, and the game texts used there (sections "Scoring Phase", "The deck").

`check` validates raw arguments and refuses in the rulebook's words; `carry_out` expects valid ones. With
`scoring=everyone`, each play is checked again when its turn comes (AD-32).
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from games.kernel.errors import need
from games.kernel.step import Context
from games.titles.adulting.cards import CARDS, COLUMNS, EFFECT, EFFECTS, SPADES
from games.titles.adulting.state import State, enlist, pay
from games.titles.adulting.verb import MALFORMED, Args


def check(state: State, seat: int, verb: str, args: Args) -> None:
    """Raise IllegalMove if this seat cannot make this play now."""
    if verb == "pass":
        return
    card: Any = args.get("card")
    need(isinstance(card, str), *MALFORMED)
    need(card in state.players[seat].hand, "AD-33", "That card is not in your hand.")
    if verb == "place":
        need_column(card, args.get("column"))
        return
    need(EFFECT[card], "AD-42", "That card has no game text.")
    timing = EFFECTS[EFFECT[card]].timing
    need(timing == "scoring", "AD-45", "The text of that card cannot be used in the scoring phase.")
    if (needed := GAME_TEXTS[EFFECT[card]].check) is not None:
        needed(state, seat, card, args)


def need_column(card: str, column: Any) -> None:
    """Raise IllegalMove if the card does not fit in the column (AD-35 to AD-37)."""
    clause = {3: "AD-36", 2: "AD-37", 1: "AD-35"}[len(CARDS[card].columns)]
    fits = isinstance(column, str) and len(column) == 1 and column in CARDS[card].columns
    need(fits, clause, "That card does not fit in that column.")


def plays_of(args: Args) -> list[tuple[Any, Any]]:
    """The plays of a Second Wind as (card, column) pairs, from any form in which clients send them."""
    plays = args.get("plays") or []
    if isinstance(plays, dict):
        plays = list(plays.values())
    need(isinstance(plays, list), *MALFORMED)
    found = []
    for play in plays:
        if isinstance(play, dict):
            need(set(play) <= {"card", "column"}, *MALFORMED)
            play = [play.get("card"), play.get("column")]
        need(isinstance(play, list | tuple) and len(play) == 2, *MALFORMED)
        if tuple(play) != (None, None):
            found.append((play[0], play[1]))
    return found


def _need_target(state: State, seat: int, card: str, args: Args) -> int:
    target: Any = args.get("target")
    is_other = type(target) is int and target in state.present and target != seat
    need(is_other, "AD-44", "Choose another player who is still in the game.")
    return int(target)


def _check_second_wind(state: State, seat: int, card: str, args: Args) -> None:
    plays = plays_of(args)
    need(len(plays) in (1, 2), "AD-212", "Choose one or two cards to place.")
    hand = [other for other in state.players[seat].hand if other != card]
    for other, column in plays:
        need(isinstance(other, str) and other in hand, "AD-33", "That card is not in your hand.")
        hand.remove(other)
        need_column(other, column)


def _check_lost_found(state: State, seat: int, card: str, args: Args) -> None:
    take = args.get("take")
    need(isinstance(take, str) and take in state.discard, "AD-44", "That card is not in the discard pile.")
    need(EFFECT[str(take)] != "lost_found", "AD-213", "You may not take a Lost and Found.")


def _check_swap_meet(state: State, seat: int, card: str, args: Args) -> None:
    target, give, take = _need_target(state, seat, card, args), args.get("give"), args.get("take")
    own = [other for other in state.players[seat].hand if other != card]
    words = "Choose one of your other cards and one card of that player’s hand."
    need(isinstance(give, str) and give in own, "AD-44", words)
    need(isinstance(take, str) and take in state.players[target].hand, "AD-44", words)


def _check_broken_vase(state: State, seat: int, card: str, args: Args) -> None:
    target, column = _need_target(state, seat, card, args), args.get("column")
    need(isinstance(column, str) and len(column) == 1 and column in COLUMNS, *MALFORMED)
    pile = state.players[target].mantle[COLUMNS.index(str(column))]
    need(pile, "AD-44", "That column is empty.")
    need(pile[-1] not in SPADES, "AD-217", "The newest card of that column is a spade.")


def carry_out(state: State, seat: int, verb: str, args: Args, context: Context) -> None:
    """Make the play. It may end the match (`state.over`)."""
    if verb == "place":
        place(state, seat, args["card"], args["column"], context)
    elif verb == "effect":
        card, effect = args["card"], EFFECT[args["card"]]
        discard(state, seat, card)
        text = GAME_TEXTS[effect]
        facts = {name: args[name] for name in text.needs if name != "plays"} | (text.use(state, seat, args) or {})
        context.log("effect", EFFECTS[effect].clause, seat=seat, card=card, **facts)
        if effect == "second_wind":
            for other, column in plays_of(args):
                if not state.over:  # AD-212: if the first card ends the match, the second is not placed
                    place(state, seat, other, column, context)
    else:
        context.log("no_play", "AD-33", seat=seat)


def place(state: State, seat: int, card: str, column: str, context: Context) -> None:
    """Place a card from the hand on the mantle; the last spade ends the match (AD-35 to AD-38, AD-142, AD-222)."""
    player = state.players[seat]
    player.hand.remove(card)
    pile = player.mantle[COLUMNS.index(column)]
    pile.append(card)
    context.log("placed", "AD-33", seat=seat, card=card, column=column, count=len(pile))
    if EFFECT[card] == "housewarming":
        money = pay(state, None, seat, sum(map(len, player.mantle)))
        context.log("housewarming", "AD-222", seat=seat, money=money)
    if card in SPADES:
        state.spades += 1
        if state.spades >= state.options.spades_to_end:
            state.over = "spades"


def discard(state: State, seat: int, card: str) -> None:
    """Move a card from the hand to the discard pile."""
    state.players[seat].hand.remove(card)
    state.discard.append(card)


def read_helper(state: State, seat: int, args: Args, fitting: frozenset[str], words: str) -> str | None:
    """The card from the hand that goes with a bid or an answer, if any (AD-45, AD-46). `words` refuse one that is not
    `fitting`."""
    card = args.get("card")
    if card is None:
        return None
    need(isinstance(card, str) and card in state.players[seat].hand, "AD-46", "That card is not in your hand.")
    need(card in fitting, "AD-45", words)
    return str(card)


def _lost_found(state: State, seat: int, args: Args) -> None:
    state.discard.remove(args["take"])
    state.players[seat].hand.append(args["take"])


def _swap_meet(state: State, seat: int, args: Args) -> None:
    own, theirs = state.players[seat].hand, state.players[args["target"]].hand
    own.remove(args["give"])
    theirs.remove(args["take"])
    own.append(args["take"])
    theirs.append(args["give"])


def _broken_vase(state: State, seat: int, args: Args) -> Args:
    card = state.players[args["target"]].mantle[COLUMNS.index(args["column"])].pop()
    state.discard.append(card)
    return {"broken": card}


def _overtime(state: State, seat: int, args: Args) -> None:
    state.players[seat].overtime = True


def _rent_day(state: State, seat: int, args: Args) -> Args:
    return {"money": sum(pay(state, other, seat, 1) for other in state.present if other != seat)}


class GameText(Struct, frozen=True):
    """A game text of the scoring phase. `use` applies it and returns facts to log besides the arguments; `needs`: the
    arguments besides the card; `check` validates them."""

    use: Callable[[State, int, Args], Args | None]
    needs: tuple[str, ...] = ()
    check: Callable[[State, int, str, Args], object] | None = None


GAME_TEXTS = {
    "pocket_money": GameText(lambda state, seat, args: {"money": pay(state, None, seat, 4)}),
    "rent_day": GameText(_rent_day),
    "second_wind": GameText(lambda state, seat, args: None, ("plays",), _check_second_wind),
    "lost_found": GameText(_lost_found, ("take",), _check_lost_found),
    "swap_meet": GameText(_swap_meet, ("target", "give", "take"), _check_swap_meet),
    "early_night": GameText(
        lambda state, seat, args: enlist(state.round.early_night, args["target"]), ("target",), _need_target
    ),
    "overtime": GameText(_overtime),
    "broken_vase": GameText(_broken_vase, ("target", "column"), _check_broken_vase),
    "jury_duty": GameText(lambda state, seat, args: enlist(state.round.jury_duty, seat)),
}
