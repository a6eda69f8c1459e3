"""The email about the end of a match: ranks, rating change, the final position and a rematch link."""

from django.urls import reverse

from accounts.mail.email import Email, Skip
from accounts.models import OutgoingMail
from games.mail import links, match_email, news, picture
from games.mail.links import Ticket
from games.matches.loaded import LoadedMatch
from games.table import log_words, presenter
from games.tournaments import outlook


@match_email.renderer("over")
def over(row: OutgoingMail, loaded: LoadedMatch) -> Email | Skip:
    """The match has ended."""
    seat = row.data["seat"]
    view = loaded.view_for(seat)
    rank = loaded.seats[seat].rank
    first = [place for place in loaded.seats if place.rank == 1]
    winners = sorted(first, key=lambda place: place.number != seat)  # the recipient first
    names = match_email.listed(["You" if place.number == seat else place.name for place in winners])
    won = f"{names} share first place" if len(winners) > 1 else f"{names} won"
    result = won if winners else "The match is over"
    short = _in_short(rank, len(first), len(loaded.seats))
    before, after = row.data.get("rating") or (None, None)  # rated matches only
    facts = {
        "subject": news.headline(short, loaded.game.meta.title, "" if short == result else result),
        "result": result,
        "place": f"{rank} of {len(loaded.seats)}" if rank else "",
        "ranks": presenter.ranks(loaded, seat, view),
        "last": [one.words for one in log_words.story(loaded, seat)[-8:]],
        "rating": f"{before} → {after} ({after - before:+})" if before is not None else "",
        "next": outlook.after(loaded.id, row.user_id) if loaded.cup_of(seat) else "",
        "missed": row.data.get("missed", False),
        "keep_url": links.page_url(reverse("account_signup")) if row.user.is_guest else "",
        "again_url": links.link(Ticket(loaded.id, seat, row.user_id, links.AGAIN, "over")),
    }
    return match_email.write(row, "over", loaded, facts, picture.of_position(row.key, loaded, view, None, seat))


def _in_short(rank: int | None, winners: int, seats: int) -> str:
    """The result for the recipient: "You won", or "2nd of 3"."""
    if rank is None:
        return "Match over"
    place = {1: "1st", 2: "2nd", 3: "3rd"}.get(rank, f"{rank}th")
    return "You won" if rank == 1 and winners == 1 else f"{place} of {seats}"
