"""The choices of an email: the moves it offers as links, and how a reply can name them."""

from functools import partial
from hashlib import sha256
from typing import NamedTuple

import msgspec
from msgspec import Struct

from accounts.mail import inbound
from accounts.models import OutgoingMail
from games.kernel import legal_moves
from games.kernel.position import Open
from games.kernel.types import Choice, Decision, Text
from games.mail import links, reply_grammar
from games.mail.links import Ticket
from games.matches import move_forms
from games.matches.loaded import LoadedMatch
from games.table import presenter

MOST_CHOICES = 30  # with more legal moves, link to the form instead
MOST_BUTTONS = 6  # the other choices are on the page, if there are more than two
MOST_IN_PART = 3  # the same in an email about several games, where no two more fit on a screen if they are
LONG = 40  # letters, for more than a line of a phone


class Link(NamedTuple):
    """A choice as an email shows it. `more`: it needs further input; `is_first`: show it as a button; `number`: in the
    list, 0 if its label is a number."""

    label: str
    url: str
    more: bool
    is_first: bool
    number: int = 0


class Links(Struct, frozen=True):
    """The choices of a decision, the URL of the whole form, how many choices have no button (`on_page`), the address
    for replies ("" if they are off), and what a reply can say."""

    choices: list[Link]
    form_url: str
    on_page: int
    reply_to: str = ""
    ways: list[reply_grammar.Way] = []


def offered(loaded: LoadedMatch, seat: int, decision: Decision) -> list[Choice]:
    """The choices of an email in a fixed order: the game's own list, else all legal moves; none if there are too many.

    Of several with the same words (equal cards), only one is kept.
    """
    unique = {(choice.label, choice.is_complete): choice for choice in reversed(_all_choices(loaded, seat, decision))}
    found = list(reversed(unique.values())) if len(unique) <= MOST_CHOICES else []
    if any(choice.is_complete for choice in found) or decision.clock.pace == "standing":
        return found
    label = presenter.default_words(loaded, loaded.view_for(seat), decision)
    return [*found, Choice(label, decision.default)]  # what the clock would play, so that one touch is always enough


def _all_choices(loaded: LoadedMatch, seat: int, decision: Decision) -> list[Choice]:
    game, position = loaded.game, loaded.at_table()
    moves = partial(legal_moves.moves, game, position, decision)
    if game.mail.choices is not None:
        offered = game.mail.choices(loaded.view_for(seat), decision, moves)
        named = [(choice, presenter.with_names(choice.label, loaded.names, seat)) for choice in offered]
        return [msgspec.structs.replace(choice, label=label) for choice, label in named]
    decision = move_forms.for_people(decision, loaded.names)
    if any(isinstance(field, Text) for action in decision.actions for field in action.fields):
        return []
    return [Choice(move_forms.in_words(decision, move), move) for move in moves()]


def first_choices(offered: list[Choice], decision: Decision, *, is_part: bool = False) -> set[int]:
    """Indexes of the choices shown as buttons: all of a few, or the default, one of each verb, the first ones."""
    most, is_long = MOST_IN_PART if is_part else MOST_BUTTONS, any(len(choice.label) > LONG for choice in offered)
    if len(offered) <= most + (0 if is_part and is_long else 2):
        return set(range(len(offered)))
    default = [place for place, choice in enumerate(offered) if move_forms.begins(choice, decision.default)][:1]
    verbs = {choice.move.verb: place for place, choice in reversed([*enumerate(offered)])}
    return set(list(dict.fromkeys([*default, *sorted(verbs.values()), *range(len(offered))]))[:most])


def fingerprint(offered: list[Choice]) -> str:
    """A hash of the choices, to check that a number in a reply still means the same choice."""
    return sha256("\n".join(choice.label for choice in offered).encode()).hexdigest()[:12]


def why_closed(answered_by: str, reply: str = "") -> str:
    """Why an email's decision can no longer be answered; `answered_by`: see open_decisions.answered."""
    if answered_by == "clock":
        return f"Your time ran out{reply}, and the default was played. Nothing was changed now."
    if answered_by:
        did = {"mail": "answered this email", "web": "moved at the table", "live": "moved at the table"}
        return f"You have already {did.get(answered_by, 'moved')}. Nothing was changed now."
    return "This email is out of date: it is no longer your turn here. Nothing was changed."


def as_links(loaded: LoadedMatch, row: OutgoingMail, asked: Open) -> Links:
    """The links of an email for this decision."""
    ticket = Ticket(loaded.id, row.data["seat"], row.user_id, links.FORM, asked.id)
    choices = offered(loaded, ticket.seat, asked.decision)
    found = links_of(choices, ticket, asked, row.user.link_mark, row.begins, is_part=row.is_part)
    row.data["offered"] = fingerprint(choices)
    if row.is_part:
        row.data |= {"begins": row.begins, "choices": 0 if reply_grammar.are_numbers(choices) else len(choices)}
    else:
        row.data.pop("begins", None)
    reply_to = inbound.address_for(row)
    ways = reply_grammar.ways(asked.decision, choices) if reply_to else []
    return msgspec.structs.replace(found, reply_to=reply_to, ways=ways)


def links_of(
    choices: list[Choice], ticket: Ticket, asked: Open, mark: str, begins: int = 1, *, is_part: bool = False
) -> Links:
    """The links of these choices for the holder of a ticket, as an email or a page shows them; replies aside. `begins`:
    the number of the first one; `is_part`: of an email about several games."""
    first, are_numbers = first_choices(choices, asked.decision, is_part=is_part), reply_grammar.are_numbers(choices)
    shown = [
        Link(
            choice.label,
            links.link(ticket.onward(str(place), asked.id), mark),
            not choice.is_complete,
            place in first,
            0 if are_numbers else begins + place,
        )
        for place, choice in enumerate(choices)
    ]
    return Links(shown, links.link(ticket.onward(links.FORM, asked.id), mark), len(choices) - len(first))
