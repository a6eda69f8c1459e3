"""Reads a move from a form, a socket message or a URL.

Inputs are named `arg.<field>`; a repeated name holds several values, and "" means that nothing is chosen. Values that
do not fit are passed on unchanged, so that the rules refuse them with their own message.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from games.kernel import validation
from games.kernel.types import Action, Amount, Choice, Decision, Field, Move, Pick, Picks, Text
from games.matches.hidden_words import mask_text

PREFIX = "arg."
MOST_VALUES = 200

FormData = Mapping[str, Sequence[str]]


def read_move(decision: Decision, data: FormData) -> Move:
    """The move in a form. Unknown fields are kept, so that the rules refuse them instead of ignoring them."""
    verb = verb_of(data)
    action = next((action for action in decision.actions if action.verb == verb), None)
    given = {name.removeprefix(PREFIX): list(values) for name, values in data.items() if name.startswith(PREFIX)}
    if action is None:
        return Move(verb, {name: values[0] if len(values) == 1 else values for name, values in given.items()})
    fields = {field.name: field for field in action.fields}
    args = {name: _value(fields.get(name), values) for name, values in given.items()}
    for name, field in fields.items():
        if name not in args and isinstance(field, Picks):
            args[name] = []  # browsers send nothing for unticked boxes
    return Move(verb, validation.nest(args))


def for_people(decision: Decision, names: Sequence[str], hidden: Collection[str] = ()) -> Decision:
    """The decision as people see it: with players' names for seats, `hidden` words masked and no samples for bots.

    An option stands for a seat if its `ref` is "seat/<number>".
    """
    actions = tuple(
        msgspec.structs.replace(action, fields=tuple(_for_people(field, names, hidden) for field in action.fields))
        for action in decision.actions
    )
    return msgspec.structs.replace(decision, actions=actions) if actions != decision.actions else decision


def _for_people(field: Field, names: Sequence[str], hidden: Collection[str]) -> Field:
    if isinstance(field, Text):
        return msgspec.structs.replace(field, samples=()) if field.samples else field
    # One substring search over all refs: fields can have many options, and few of them are seats.
    if isinstance(field, Amount) or not (hidden or "seat/" in " ".join([option.ref for option in field.options])):
        return field
    options = []
    for option in field.options:
        is_seat = option.ref == f"seat/{option.value}"
        label = names[int(option.value)] if is_seat else mask_text(option.label, hidden)
        options.append(msgspec.structs.replace(option, label=label))
    return msgspec.structs.replace(field, options=tuple(options))


def verb_of(data: FormData) -> str:
    """The verb in a form, or ""."""
    return (list(data.get("verb", ())) or [""])[0]


def partial(action: Action, data: FormData) -> dict[str, Any]:
    """The fields of this action that a half-filled form already has, with their values."""
    fields = {field.name: field for field in action.fields}
    args = {}
    for name, values in data.items():
        field = fields.get(name.removeprefix(PREFIX)) if name.startswith(PREFIX) else None
        if field is not None and (value := _value(field, list(values))) not in (None, "", []):
            args[field.name] = value
    return args


def sent(data: FormData) -> dict[str, str]:
    """A form's raw values by field name, including fields that only the title's own form knows."""
    return {name.removeprefix(PREFIX): values[0] for name, values in data.items() if name.startswith(PREFIX) and values}


def move_as_form(move: Move) -> list[tuple[str, str]]:
    """The (name, value) inputs that read_move() turns back into this move."""
    pairs = [("verb", move.verb)]
    for name, value in flat(move.args).items():
        for part in value if isinstance(value, list) else [value]:
            pairs.append((PREFIX + name, "" if part is None else str(part)))
    return pairs


def flat(args: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested arguments, flattened to dotted names."""
    flattened: dict[str, Any] = {}
    for name, value in args.items():
        if isinstance(value, list) and value and all(isinstance(part, dict) for part in value):
            value = {str(number): part for number, part in enumerate(value)}
        if isinstance(value, dict):
            flattened |= flat(value, f"{prefix}{name}.")
        else:
            flattened[prefix + name] = value
    return flattened


def _value(field: Field | None, values: list[str]) -> Any:
    if field is None:
        return values[0] if len(values) == 1 else values[:MOST_VALUES]
    if isinstance(field, Picks):
        return [_option(field, value) for value in values[:MOST_VALUES] if value != ""]
    if len(values) != 1:
        return values[:MOST_VALUES]
    if isinstance(field, Text):
        return values[0]
    if values[0] == "":
        return None
    return _number(values[0]) if isinstance(field, Amount) else _option(field, values[0])


def _option(field: Pick | Picks, text: str) -> str | int:
    """The value of the option that a form names. Unknown text is passed on for the rules to refuse, as a number if the
    options are numbers."""
    value = next((option.value for option in field.options if str(option.value) == text), None)
    if value is not None:
        return value
    return _number(text) if any(type(option.value) is int for option in field.options) else text


def _number(text: str) -> int | str:
    try:
        return int(text) if len(text) < 12 else text
    except ValueError:
        return text


def in_words(decision: Decision, move: Move) -> str:
    """A move in words: "Lead 5, 5", "Pass: take 6 (1 card)". The name of a field is left out if it is the only one."""
    action = next((action for action in decision.actions if action.verb == move.verb), None)
    if action is None:
        return move.verb
    if len(action.fields) == 1:
        [field] = action.fields
        return f"{action.label} {_words(field, flat(move.args).get(field.name))}".rstrip()
    return filled_in_words(decision, action.label, Move(move.verb), move)


def begins(choice: Choice, move: Move) -> bool:
    """Is the choice this move, or an incomplete one that this move completes?"""
    if choice.is_complete:
        return choice.move == move
    return choice.move.verb == move.verb and flat(choice.move.args).items() <= flat(move.args).items()


def filled_in_words(decision: Decision, label: str, given: Move, move: Move, whole: str = "") -> str:
    """An incomplete choice with the rest filled in from a move: "Hire Shift dark: cubicles (0,1), (1,1); distance 2",
    without the name of a single thing. `whole`: as of a Choice."""
    action = next(action for action in decision.actions if action.verb == move.verb)
    has, values = flat(given.args), flat(move.args)
    open = [field for field in action.fields if field.name not in has]
    label = whole.format_map({field.name: _words(field, values.get(field.name)) for field in open}) or label
    open = [field for field in open if f"{{{field.name}}}" not in whole]
    said = [(field.label.lower(), _words(field, values.get(field.name))) for field in open]
    said = [(name, words) for name, words in said if words]
    if len(said) == 1 and given.args and not whole:
        return f"{label}: {said[0][1]}"
    rest = "; ".join(f"{name} {words}".lstrip() for name, words in said)
    return f"{label}: {rest}" if rest else label


def _words(field: Field, value: Any) -> str:
    if value in (None, [], ""):
        return ""
    if isinstance(field, Text):
        return f"“{value}”"
    if isinstance(field, Amount):
        return str(value)
    labels = {option.value: option.label for option in field.options}
    chosen = value if isinstance(value, list) else [value]
    return ", ".join(labels.get(part, str(part)) for part in chosen)
