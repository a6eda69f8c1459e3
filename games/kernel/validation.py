"""The checks between a client and the rules: is the seat asked, is the verb offered, do the fields fit.

A refused move changes nothing. The wording comes from the step (`read`), else from the game's `refusals`, else from
this module. Keys of `refusals`, from most to least specific:

    seats                                    the game cannot be played with this many seats
    options.unknown, options.<name>, options.value, options    unknown option, or unknown value
    unreadable                               the input is not a move at all
    over, left, unasked                      the match is over / the seat has left / the seat is not asked
    again.<verb>                             a sealed answer is sent again (without this key it counts once)
    verb.<verb>, verb                        this verb (any verb) is not offered
    <verb>.<field>.<problem>, <verb>.<field>, <verb>.<field up to its first dot>, <verb>.<problem>, <verb>
    problem: missing, kind, list, option, count, range, length, unknown

Sentences may contain {value} (the value sent) and {field}.
"""

import unicodedata
from typing import Any, NoReturn

import msgspec

from games.kernel.errors import IllegalMove
from games.kernel.game import Game
from games.kernel.position import AnyPosition
from games.kernel.types import Action, Amount, Decision, Field, Move, Pick, Picks, Text
from games.kernel.words import can_be_seen

DEEPEST = 20  # dots in the name of an argument; no game needs more than two
_WORDS = {
    "missing": "Choose a value for {field}.",
    "kind": "{field} has the wrong form.",
    "list": "Choose one value for {field}, not several.",
    "option": "{field}: {value} is not among the choices.",
    "count": "Choose the right number of values for {field}.",
    "range": "{field}: {value} is out of range.",
    "length": "{field}: the text is too short or too long.",
    "unknown": "This move has no field called {field}.",
}


class _Misfit(Exception):
    """A field that does not fit: its name, the problem and the value sent."""

    def __init__(self, field: str, problem: str, value: Any = None) -> None:
        self.field, self.problem, self.value = field, problem, value


def validate(
    game: Game, position: AnyPosition, asked: list[Decision], seat: int, move: Move, id: str | None
) -> tuple[Decision, Move]:
    """Return the open decision that this move answers, and the move in canonical form. Raises IllegalMove.

    `id` is the decision that the seat was shown; None takes any of its open decisions that offers the verb.
    """
    move, misfit = _nested(move)  # first, so that the rules read what will be stored
    own, move = read(game, position, asked, seat, move)
    if misfit is not None:  # only now: the step's own refusals come first
        _refuse_misfit(game, move.verb, misfit)
    fitting = [(decision, action) for decision in own for action in decision.actions if action.verb == move.verb]
    if not fitting:
        verbs = ", ".join(action.label for decision in own for action in decision.actions)
        refuse(game, f"verb.{move.verb}", "verb", fallback=("PLAY-02", f"Choose one of these: {verbs}."))
    shown = fitting if id is None else [found for found in fitting if id == position.id_of(found[0])]
    if not shown:
        raise IllegalMove("PLAY-01", "This decision is no longer open. Look at the table to see what has changed.")
    misfits = []
    for decision, action in shown:  # side matters may share a verb: take the first decision whose fields fit
        try:
            return decision, Move(move.verb, canonical(action, move.args))
        except _Misfit as found:
            misfits.append(found)
    _refuse_misfit(game, move.verb, misfits[0])


def read(
    game: Game, position: AnyPosition, asked: list[Decision], seat: int, move: Move
) -> tuple[list[Decision], Move]:
    """Return the decisions that the seat can answer, and its move as the step reads it.

    Raises IllegalMove if the seat has left, or if it is neither asked nor offered the verb; the step may refuse first.
    """
    if seat in position.left:
        refuse_unasked(game, position, seat)
    own, is_asked = asked_of(position, asked, seat, move.verb)
    move = game.rules.by_name[position.step].read(position.state, seat, move, is_asked)
    if not is_asked:
        refuse_unasked(game, position, seat)
    return own, move


def refuse_unasked(game: Game, position: AnyPosition, seat: int) -> NoReturn:
    """Raise IllegalMove for a seat that has nothing to decide."""
    if seat in position.left:
        refuse(game, "left", fallback=("PLAY-05", "You have left this match."))
    refuse(game, "unasked", fallback=("PLAY-01", "You have no decision to make now."))


def asked_of(position: AnyPosition, asked: list[Decision], seat: int, verb: str) -> tuple[list[Decision], bool]:
    """The decisions that this seat can answer, and whether it is asked: owes an answer, or is offered this verb."""
    own = [d for d in asked if d.seat == seat and not (d.is_final and d.key in position.sealed)]
    return own, any(not d.optional or verb in [action.verb for action in d.actions] for d in own)


def _nested(move: Move) -> tuple[Move, _Misfit | None]:
    """The move with dotted names turned into nested arguments; unchanged if the names contradict each other."""
    if not _has_dots(move.args):
        return move, None
    try:
        flat = _flatten(move.args)
    except _Misfit as misfit:
        return move, misfit
    built = nest(flat)
    return Move(move.verb, built), _Misfit(max(flat, key=len), "unknown") if built is flat else None


def _has_dots(args: dict[str, Any], depth: int = 0) -> bool:
    inner = [value for value in args.values() if isinstance(value, dict)] if depth < DEEPEST else []
    return any("." in name for name in args) or any(_has_dots(value, depth + 1) for value in inner)


def _refuse_misfit(game: Game, verb: str, misfit: _Misfit) -> NoReturn:
    field, problem = misfit.field, misfit.problem
    refuse(
        game,
        *(f"{verb}.{field}.{problem}", f"{verb}.{field}", f"{verb}.{field.partition('.')[0]}", f"{verb}.{problem}"),
        verb,
        fallback=("PLAY-03", _WORDS[problem]),
        field=_clip(field),
        value=_clip(misfit.value),
    )


def unreadable(game: Game, is_over: bool, error: IllegalMove) -> IllegalMove:
    """The refusal of input that is not a move at all, in the game's words if it has any, else as in `error`."""
    words = game.rules.refusals.get("over" if is_over else "unreadable", (error.clause, error.message))
    return IllegalMove(*words)


def refuse_options(game: Game, options: Any) -> NoReturn:
    """Raise IllegalMove for the first option with an unknown name or value, in the game's words if it has any."""
    fallback = ("PLAY-07", "One of these options does not exist in this game.")
    known = {field.name: field.type for field in msgspec.structs.fields(game.rules.options)}
    for name, value in options.items() if isinstance(options, dict) else ():
        facts = {"field": _clip(name), "value": _clip(value)}
        if name not in known:
            refuse(game, "options.unknown", "options", fallback=fallback, **facts)
        try:
            msgspec.convert(value, known[name])
        except msgspec.ValidationError:
            refuse(game, f"options.{name}", "options.value", "options", fallback=fallback, **facts)
    refuse(game, "options", fallback=fallback)


def refuse(game: Game, *keys: str, fallback: tuple[str, str], **facts: str) -> NoReturn:
    """Raise IllegalMove with the first of these keys that the game's `refusals` contain, else with the fallback."""
    clause, sentence = next((game.rules.refusals[key] for key in keys if key in game.rules.refusals), fallback)
    raise IllegalMove(clause, sentence.format(**facts) if facts else sentence)


def canonical(action: Action, args: dict[str, Any]) -> dict[str, Any]:
    """Check arguments against the fields and return them in canonical form. Raises _Misfit."""
    flat = _flatten(args)
    fields = {field.name: field for field in action.fields}
    for name, value in flat.items():
        if name not in fields and not (value in (None, [], {}) and any(part.startswith(f"{name}.") for part in fields)):
            raise _Misfit(name, "unknown", value)
    return nest({name: _fit_field(field, flat.get(name)) for name, field in fields.items()})


def nest(flat: dict[str, Any]) -> dict[str, Any]:
    """Turn {"votes.2": x} into {"votes": {"2": x}}, and parts numbered 0, 1, 2 ... into a list.

    Returned unchanged, to be refused later, if a name is both a value and an object, or nested too deep.
    """
    if not [name for name in flat if "." in name] or any(name.count(".") > DEEPEST for name in flat):
        return flat
    built: dict[str, Any] = {}
    for name, value in flat.items():
        *outer, last = name.split(".")
        place = built
        for part in outer:
            place = place.setdefault(part, {})
            if not isinstance(place, dict):
                return flat
        if last in place:
            return flat
        place[last] = value
    return {name: _as_list(value) for name, value in built.items()}


def _as_list(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if list(value) == [str(number) for number in range(len(value))]:
        return [_as_list(part) for part in value.values()]
    return {name: _as_list(part) for name, part in value.items()}


def _flatten(args: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """The inverse of `nest`, for unchecked input: turn {"votes": {"2": x}} into {"votes.2": x}."""
    if not _is_nested(args):
        return args if not prefix else {f"{prefix}{name}": value for name, value in args.items()}
    flat: dict[str, Any] = {}
    for name, value in args.items():
        if isinstance(value, list) and value and all(isinstance(part, dict) for part in value):
            value = {str(number): part for number, part in enumerate(value)}
        parts = {f"{prefix}{name}": value}
        if isinstance(value, dict) and value and len(prefix) < 100:
            parts = _flatten(value, f"{prefix}{name}.")
        if twice := flat.keys() & parts.keys():  # {"votes": {"2": ...}, "votes.2": ...}
            raise _Misfit(min(twice), "unknown")
        flat |= parts
    return flat


def _is_nested(args: dict[str, Any]) -> bool:
    """Whether any value contains a dictionary. Runs for every move tried, hence no function call per value."""
    for value in args.values():
        kind = type(value)
        if kind is str or kind is int:
            continue
        if isinstance(value, dict):
            return True
        if isinstance(value, list):
            for part in value:
                if isinstance(part, dict):
                    return True
    return False


def _fit_field(field: Field, value: Any) -> Any:
    if isinstance(field, Pick):
        return _fit_pick(field, value)
    if isinstance(field, Picks):
        return _fit_picks(field, value)
    if isinstance(field, Amount):
        return _fit_amount(field, value)
    return _fit_text(field, value)


def _fit_pick(field: Pick, value: Any) -> str | int | None:
    if value is None:
        if field.least:
            raise _Misfit(field.name, "missing")
        return None
    chosen = _as_value(value)
    if isinstance(chosen, list):
        raise _Misfit(field.name, "list", value)
    for option in field.options:
        if option.value == chosen and type(option.value) is type(chosen):
            return option.value
    raise _Misfit(field.name, "option", value)


def _fit_picks(field: Picks, value: Any) -> list[str | int]:
    if value is None and field.least == 0:
        return []
    if not isinstance(value, list):
        raise _Misfit(field.name, "missing" if value is None else "kind", value)
    if not field.least <= len(value) <= field.most:
        raise _Misfit(field.name, "count", len(value))
    chosen = [_as_value(part) for part in value]
    supply = [option.value for option in field.options]
    spare = [(type(part), part) for part in supply]  # typed: True is not 1
    for part in chosen:
        if (type(part), part) not in spare:
            raise _Misfit(field.name, "option", part)
        spare.remove((type(part), part))
    return chosen if field.ordered else sorted(chosen, key=supply.index)


def _as_value(value: Any) -> Any:
    """Turn a place [x, y] into the option value "x,y"; return anything else unchanged."""
    if isinstance(value, list) and len(value) == 2 and all(type(part) is int for part in value):
        return f"{value[0]},{value[1]}"
    return value


def _fit_amount(field: Amount, value: Any) -> int:
    if value is None:
        raise _Misfit(field.name, "missing")
    if type(value) is not int:
        raise _Misfit(field.name, "kind", value)
    if not field.least <= value <= field.most:
        raise _Misfit(field.name, "range", value)
    return value


def _fit_text(field: Text, value: Any) -> str:
    if value is None and field.least == 0:
        return ""
    if not isinstance(value, str):
        raise _Misfit(field.name, "missing" if value is None else "kind")
    words = unicodedata.normalize("NFC", value).replace("\r\n", "\n").strip()
    if any(unicodedata.category(letter) in ("Cc", "Cs") and letter != "\n" for letter in words):
        raise _Misfit(field.name, "kind")
    if not can_be_seen(words):
        words = ""
    if not field.least <= len(words) <= field.most:
        raise _Misfit(field.name, "length")
    return words


def _clip(value: Any) -> str:
    """A client's value, shortened for a sentence."""
    try:
        text = str(value)
    except (RecursionError, ValueError):  # nested too deep, or a number with thousands of digits
        return "…"
    return text if len(text) <= 40 else text[:39] + "…"
