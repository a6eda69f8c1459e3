"""The values that the options of a game can have."""

from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from games.kernel.game import Game


def option_values(game: Game) -> dict[str, list[Any]]:
    """The possible values of each option, if its type lists them."""
    hints = get_type_hints(game.rules.options, include_extras=True)
    return {name: found for name, hint in hints.items() if (found := _values_of(hint))}


def _values_of(hint: Any) -> list[Any]:
    if hint is bool:
        return [False, True]
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    if get_origin(hint) is Annotated and get_args(hint)[0] is int:
        bounds = hint.__metadata__[0]
        return [] if None in (bounds.ge, bounds.le) else list(range(bounds.ge, bounds.le + 1))
    return [value for part in get_args(hint) for value in _values_of(part)]
