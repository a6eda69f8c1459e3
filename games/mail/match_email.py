"""What all emails about a match share: the recipient's view of the match, the players, the thread, the picture."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.text import get_text_list

from accounts.mail import email, inbound
from accounts.mail.email import Email, Renderer, Skip
from accounts.mail.headers import id_of
from accounts.mail_kinds import KINDS
from accounts.models import OutgoingMail
from games.errors import Refusal
from games.kernel import codec, engine
from games.lobby import game_facts
from games.mail import earlier, faces, links, picture
from games.mail.links import Ticket
from games.matches.loaded import LoadedMatch, load_match
from games.table import log_words, presenter, recently_seen, visits

MOST_LINES = 200  # how many records "since your last decision" can go back
SUBSTITUTE = "You’re on the list of substitutes. You can’t lose rating here. If you have no time, give the seat back."
HOW = "#answering-by-email"  # where the platform's rules explain replies
TALK = "is posted at the table"  # where replies to most emails about a match go
NO_TALK = "is not posted at the table: chatting with strangers needs an account"
YES_OR_NO = "with “yes” or “no” answers this; anything else is posted at the table"
MOST_NAMED = 3  # players named in a header
MatchRenderer = Callable[[OutgoingMail, LoadedMatch], Email | Skip]


def stored_match(row: OutgoingMail) -> LoadedMatch | Skip:
    """The match of an email, whoever plays there."""
    try:
        return load_match(int(row.data["match"]), MOST_LINES)
    except Refusal:
        return Skip("The match is gone.")


def match_of(row: OutgoingMail) -> LoadedMatch | Skip:
    """The match of an email to one of its players, or why not to send it."""
    loaded = stored_match(row)
    if isinstance(loaded, Skip):
        return loaded
    if loaded.position is None:
        return Skip("The match was ended without a result.")
    own = loaded.seats[row.data["seat"]]
    if own.user != row.user_id:
        return Skip("You don’t play in this match any more.")
    if KINDS[row.kind].goes_on and (loaded.is_over or own.left_reason):
        return Skip("The match is over, or you have left it.")
    if row.pk and KINDS[row.kind].is_news:  # skip what the player has already seen at the table
        is_move = row.kind in ("started", "missed", "over")  # other kinds do not change the version
        has_seen = is_move and visits.visitor(loaded, row.user).visit.version >= loaded.version
        if has_seen or recently_seen.is_looking(loaded.id, row.data["seat"]):
            return Skip("You had the table open.")
    return loaded


def renderer(*kinds: str) -> Callable[[MatchRenderer], Renderer]:
    """Register a function of (row, match) as the renderer of these kinds. It is not called if match_of() skips."""

    return lambda render: email.renderer(*kinds)(for_player(render))


def for_player(render: MatchRenderer) -> Renderer:
    """Make a renderer of a function of (row, match)."""

    @wraps(render)
    def with_match(row: OutgoingMail) -> Email | Skip:
        loaded = match_of(row)
        return loaded if isinstance(loaded, Skip) else render(row, loaded)

    return with_match


def write(
    row: OutgoingMail,
    name: str,
    loaded: LoadedMatch,
    context: dict[str, Any],
    drawn: picture.Drawn | None = None,
    before: earlier.Before | None = None,
) -> Email:
    url, seat = reverse("match", args=[loaded.id]), row.data["seat"]
    others = listed([other.name for other in loaded.seats if other.number != seat])
    reply_to = inbound.address_for(row) if seat >= 0 else ""
    before = before or earlier.before(row, loaded.id)
    everyone = _faces(loaded, seat) if drawn else []  # not in answers, which are short
    facts = {
        "match": _match_facts(row, loaded, url),
        "others": others,
        "plays_for": seat >= 0,
        "knows_how": before.turns == earlier.EXPLAINED,
        "how_url": links.page_url(reverse("rules_index") + HOW),
        # An email that asks something says how to answer.
        "reply_goes": "" if "reply_to" in context else NO_TALK if row.user.is_guest and loaded.is_public else TALK,
        "faces": everyone[: MOST_NAMED - 1] if _more(len(everyone)) else everyone,
        "unnamed": _more(len(loaded.seats) - 1),
    }
    return email.write(
        row,
        name,
        facts | context | {"picture": drawn},
        headers=_thread(before.keys) | ({"Reply-To": reply_to} if reply_to else {}),
        about=f"{loaded.game.meta.title} {loaded.id}",
        url=url,
        pictures=[*([drawn.inline] if drawn else []), *dict.fromkeys(face.inline for face in everyone)],
        sender=f"{loaded.game.meta.title} with {others}",
    )


def _match_facts(row: OutgoingMail, loaded: LoadedMatch, url: str) -> dict[str, Any]:
    """What every email about a match says of it, and where its links lead."""
    seat, mark = row.data["seat"], row.user.link_mark
    ticket, cup = Ticket(loaded.id, seat, row.user_id, links.TABLE), loaded.cup_of(seat)
    return {
        "title": loaded.game.meta.title,
        "id": loaded.id,
        # Who has lost the seat is a spectator.
        "url": links.link(ticket, mark) if seat >= 0 else settings.SITE_URL + url,
        "rules": links.page_url(reverse("rules", args=[loaded.slug])),
        "leave": links.link(ticket.onward(links.LEAVE), mark),
        "pace": game_facts.pace_words(loaded),
        "cup": cup,
        "cup_url": links.page_url(cup.url) if cup else "",
    }


def _thread(keys: list[str]) -> dict[str, str]:
    """Headers that lead to these emails about the match, so that mail programs show one thread."""
    ids = [id_of(key) for key in keys]
    return {"In-Reply-To": ids[-1], "References": " ".join(dict.fromkeys(ids))} if ids else {}


def listed(names: list[str]) -> str:
    """The names as a list in words: "Ben and Cleo", or "Ben, Cleo and 3 others"."""
    more = _more(len(names))
    return f"{', '.join(names[: MOST_NAMED - 1])}{more}" if more else get_text_list(names, "and")


def _more(count: int) -> str:
    """The end of a list of so many names: those that are not named."""
    return f" and {count - MOST_NAMED + 1} others" if count > MOST_NAMED else ""


def _faces(loaded: LoadedMatch, seat: int) -> list[faces.Face]:
    """The faces of the other players."""
    others = [(one.user or 0, one.stamp, one.name) for one in loaded.seats if one.number != seat]
    return faces.listed(others, has_more=bool(_more(len(others))))


def drawn_now(loaded: LoadedMatch, row: OutgoingMail) -> picture.Drawn | None:
    """The picture of the position as this seat sees it now."""
    return picture.of_position(row.key, loaded, loaded.view_for(row.data["seat"]), None, row.data["seat"])


def options_in_words(loaded: LoadedMatch) -> list[str]:
    """The options that differ from the usual ones of this game."""
    return game_facts.unusual_words(loaded.slug, codec.plain(loaded.at_table().options), len(loaded.seats), loaded.pace)


def logged(loaded: LoadedMatch, row: OutgoingMail, otherwise: str = "A seat of this match has a new player.") -> str:
    """The log line that the email is about, or `otherwise` if that is too old to be loaded."""
    lines = [line for line in loaded.lines if line.number == row.data.get("line")]
    words = [one.read_by(row.data["seat"]).words for line in lines for one in log_words.lines_of(loaded, line, None)]
    return words[0] if words else otherwise


def missed_turn(loaded: LoadedMatch, row: OutgoingMail) -> str:
    """Who missed a turn, in words. They may have lost the seat since."""
    at = row.data.get("at")
    names = loaded.names_at(at) if at else loaded.names
    return f"{names[row.data['absent']]} missed a turn"


def whose_turn(loaded: LoadedMatch, seat: int) -> str:
    """Whose turn it is now, worded for this seat; "" if nobody is to move."""
    if loaded.is_over:
        return "The match is over."
    if (asked := presenter.own_decisions(loaded, seat).asked) and not asked.decision.optional:
        return "It’s your turn again."
    waiting = {other for other, _ in engine.waiting_among(loaded.open_decisions())} - {seat}
    names = [loaded.names[other] for other in sorted(waiting)]
    if len(names) == 1:
        return f"Now it’s {names[0]}’s turn."
    return f"Now it’s the turn of {get_text_list(names, 'and')}." if names else ""
