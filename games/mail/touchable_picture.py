"""A clickable picture of the position, for choosing what a move still needs: a place or a card.

It works without script: clickable parts are links to the same page with the value in the query string. Drawings mark
their parts with data attributes (`data-at`, `data-card`), so titles need no code for this.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from urllib.parse import urlencode
from xml.etree import ElementTree as Tree

from games.kernel.types import Action, Move, Option, Pick, Picks
from games.matches.move_forms import PREFIX, FormData, flat

NAMES = ("data-at", "data-card")
_SVG = "http://www.w3.org/2000/svg"


def chosen_in(query: FormData, action: Action, move: Move) -> dict[str, list[str]]:
    """The form values by field: those of the choice, and those clicked so far."""
    fields = {field.name for field in action.fields}
    values = {name: value if isinstance(value, list) else [value] for name, value in flat(move.args).items()}
    given = {name: [str(part) for part in parts] for name, parts in values.items()}
    touched = {name.removeprefix(PREFIX): list(parts) for name, parts in query.items() if name.startswith(PREFIX)}
    return {name: parts for name, parts in touched.items() if name in fields and name not in given} | given


def prefilled(action: Action, move: Move, chosen: Mapping[str, Sequence[str]]) -> Move:
    """The choice with the clicked values filled in, so that the form can preselect them."""
    args = move.args | flat(move.args)
    for field in action.fields:
        if isinstance(field, Pick | Picks) and field.name in chosen and field.name not in args:
            values = {str(option.value): option.value for option in field.options}
            touched = [values[word] for word in chosen[field.name] if word in values]
            args |= {field.name: touched if isinstance(field, Picks) else touched[0]} if touched else {}
    return Move(action.verb, args)


def touchable(
    svg: str,
    action: Action,
    move: Move,
    chosen: Mapping[str, Sequence[str]],
    possible: Mapping[str, Sequence[object]] = {},
) -> str:
    """The drawing with links on all parts that are a value of an open field; "" if there are none. `possible`: the
    values of each field that the rules still allow."""
    targets = dict(_targets(action, move, chosen, possible))
    root = parsed(svg)
    has_links = False
    for parent in list(root.iter()):
        for place, child in enumerate(list(parent)):
            value = next((child.attrib[name] for name in NAMES if name in child.attrib), None)
            if value in targets:
                href, label, is_chosen = targets[value]
                link = Tree.Element("a", {"href": href, "aria-label": label})
                if is_chosen:
                    link.set("class", "is-chosen")
                link.append(child)
                parent[place] = link
                has_links = True
    return Tree.tostring(root, encoding="unicode") if has_links else ""


MOST_LINKS = 12


def as_links(action: Action, move: Move, chosen: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    """(url, label) of each option, if the choice lacks exactly one pick among a few."""
    field = only_missing(action, chosen)
    if field is None or len(field.options) > MOST_LINKS:
        return []
    found = [_target(field, option, flat(move.args), chosen) for option in field.options]
    return [(url, label) for url, label, _ in found]


def only_missing(action: Action, chosen: Collection[str]) -> Pick | None:
    """The one thing that the choice lacks; None if it lacks more, or something else than a pick."""
    open = [field for field in action.fields if isinstance(field, Pick | Picks) and field.name not in chosen]
    open = [field for field in open if field.options]
    return open[0] if len(open) == 1 and isinstance(open[0], Pick) and open[0].least else None


def parsed(svg: str) -> Tree.Element:
    """Parse the drawing, with its namespace as a plain attribute. ElementTree prefixes are global, and qrcode registers
    one for SVG, but browsers do not recognise `<svg:svg>` in HTML."""
    root = Tree.fromstring(svg)
    for part in root.iter():
        part.tag = part.tag.removeprefix(f"{{{_SVG}}}")
    root.set("xmlns", _SVG)
    return root


def _targets(
    action: Action, move: Move, chosen: Mapping[str, Sequence[str]], possible: Mapping[str, Sequence[object]]
) -> Iterator[tuple[str, tuple[str, str, bool]]]:
    given = flat(move.args)
    for field in action.fields:
        if isinstance(field, Pick | Picks) and field.name not in given:
            allowed = possible.get(field.name)
            for option in field.options:
                is_chosen = str(option.value) in chosen.get(field.name, ())
                if allowed is None or option.value in allowed or is_chosen:  # chosen values can be unselected
                    yield str(option.value), _target(field, option, given, chosen)


def _target(
    field: Pick | Picks, option: Option, given: Mapping[str, object], chosen: Mapping[str, Sequence[str]]
) -> tuple[str, str, bool]:
    """The URL that selects or unselects this value, its label, and whether it is selected."""
    value, now = str(option.value), list(chosen.get(field.name, ()))
    is_chosen = value in now
    after = [one for one in now if one != value] if is_chosen else [*(now if isinstance(field, Picks) else ()), value]
    own = {name: values for name, values in chosen.items() if name not in given} | {field.name: after[-field.most :]}
    query = urlencode([(PREFIX + name, one) for name, values in own.items() for one in values])
    return f"?{query}", option.label + (", chosen" if is_chosen else ""), is_chosen
