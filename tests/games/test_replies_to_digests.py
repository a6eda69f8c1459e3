"""Replies to several emails sent as one: which game a line is for."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.mail import inbound, outbox
from accounts.mail.inbound import Message
from accounts.models import OutgoingMail, User
from games.agreements import proposals
from games.matches.loaded import load_match
from games.models import ChatLine, Match, Proposal
from tests.games.test_clock import row_of
from tests.games.test_replies import choices_of, local_post, reply, send_all, the_answer  # noqa: F401
from tests.samples import DUEL

pytestmark = pytest.mark.django_db


@pytest.fixture
def collected(start, owner, player, staff):
    """Three matches in which it is the owner's turn, and one digest about them."""
    matches: list[Match] = []
    while len(matches) < 3:
        match = start(*((DUEL, (owner, player)) if len(matches) != 1 else ()))
        if row_of(match).user_id == owner.pk:
            matches.append(match)
        else:
            match.delete()
    User.objects.filter(pk=owner.pk).update(mail_mode="quiet", mail_quiet_minutes=1)
    keep = OutgoingMail.objects.filter(kind="turn", user=owner, match_id__in=[str(match.pk) for match in matches])
    OutgoingMail.objects.exclude(pk__in=keep).delete()
    return one_mail(), matches


def one_mail():
    """Send everything queued, some quiet minutes later."""
    send_all()
    OutgoingMail.objects.update(created_at=timezone.now() - timedelta(minutes=5))
    (email,) = send_all()
    return email


def versions(matches):
    return [load_match(match.pk).version for match in matches]


def numbers_of(email, match):
    """The numbers of the whole moves of this match in a digest."""
    part = next(part for part in email.body.split("========")[1:] if f" {match.pk} with " in part)
    return [int(found) for found in re.findall(r"^(\d+)\. .+[^…]$", part, re.MULTILINE)]


def test_the_choices_of_a_digest_are_numbered_through(collected):
    email, matches = collected
    listed = [int(found) for found in re.findall(r"^(\d+)\. .+\n   http", email.body, re.MULTILINE)]
    assert sorted(listed) == list(range(1, len(listed) + 1)) and len(listed) > 6
    second = numbers_of(email, matches[1])[0]
    assert f">{second}. " in email.alternatives[0][0] and second > 2
    assert reply(email, f"Hi,\n{second} thanks!\n\nAnn") == "played" and versions(matches) == [1, 2, 1]
    assert the_answer()
    assert reply(email, "999\n>> hello") == "which game"
    answer = the_answer().body
    assert "Reply with the number of your choice" in answer and "Not said: hello (start the line with the n" in answer


def test_one_reply_plays_in_several_matches(collected):
    email, matches = collected
    assert "reply+m" in email.extra_headers["Reply-To"] and "one on each line" in email.body
    assert email.body.count("Reply to reply+") == 3  # and each has an address of its own
    one, two = (numbers_of(email, match)[0] for match in matches[1:])
    assert reply(email, f"{one}\n{two}\n\nAnn\n> 3") == "played, played" and versions(matches)[1:] == [2, 2]
    text = f"Hello!\n1: >> See you there\n2: {one}\n\nAnn\n> 3: 1"
    assert reply(email, text) == "said, closed" and ChatLine.objects.get().match_id == matches[0].pk
    assert reply(email, text, **{"Message-ID": "<again@phone>"}).split(", ")[1] == "closed"


def test_the_reply_address_of_one_game_in_a_digest_is_for_that_game_only(collected):
    email, matches = collected
    to = re.findall(r"Reply to (\S+)", email.body)[1]
    for number, outcome in ((1, "not understood"), (numbers_of(email, matches[1])[0], "played")):
        assert inbound.receive([to], Message({"Message-ID": f"<{number}@phone>"}, str(number))) == outcome
    assert versions(matches) == [1, 2, 1]


def test_the_game_number_is_optional_if_only_one_game_asks(start, owner, player, staff):
    match = start()
    person = row_of(match).user
    User.objects.filter(pk=person.pk).update(mail_mode="quiet", mail_quiet_minutes=1)
    OutgoingMail.objects.exclude(user=person).delete()
    seat = row_of(match).seat
    news = {"match": match.pk, "seat": seat, "absent": (seat + 1) % 3, "slug": match.slug, "live": False}
    outbox.queue(kind="missed", key=f"m{match.pk}.missed", user=person, data=news)
    email = one_mail()
    assert "2 emails in one" in email.subject and "one on each line" in email.body
    assert reply(email, "1") == "played" and load_match(match.pk).version == 2


def test_a_yes_answers_the_question_of_a_player_in_the_same_email(start):
    match = start()
    person = row_of(match).user
    User.objects.filter(pk=person.pk).update(mail_mode="quiet", mail_quiet_minutes=1)
    asking = match.seats.exclude(user=person).first().user
    asked = proposals.ask_pause(match_id=match.pk, user=asking, days=2)
    OutgoingMail.objects.exclude(user=person).delete()
    email = one_mail()
    assert "2 emails in one" in email.subject
    assert reply(email, "Yes") == "agreed"
    asked.refresh_from_db()
    assert asked.agreed == [person.pk] and load_match(match.pk).version == 1


def test_what_a_player_asks_comes_before_news(start, owner, player):
    User.objects.filter(pk=owner.pk).update(mail_mode="daily")
    match = start(DUEL, (owner, player))
    OutgoingMail.objects.exclude(user=owner, kind="started").delete()
    proposals.ask_pause(match_id=match.pk, user=player, days=2)
    send_all()
    OutgoingMail.objects.update(held_until=timezone.now(), next_try_at=timezone.now())
    (email,) = send_all()
    assert email.subject.startswith("Pause? ") and email.subject.endswith(" (2 emails in one)")
    assert re.findall(r"^[12]\. (.{5})", email.body, re.MULTILINE)[0] == "Pause"


def test_a_yes_answers_the_question_if_the_same_email_asks_no_move(start, owner, player, staff):
    match = start()
    asked_to_move = row_of(match).user
    person, asking = [one for one in (owner, player, staff) if one != asked_to_move][:2]
    User.objects.filter(pk=person.pk).update(mail_mode="daily")
    asked = proposals.ask_pause(match_id=match.pk, user=asking, days=2)
    OutgoingMail.objects.exclude(user=person, kind__in=("started", "proposal")).delete()
    send_all()
    OutgoingMail.objects.update(held_until=timezone.now(), next_try_at=timezone.now())
    (email,) = send_all()
    assert "2 emails in one" in email.subject and "one on each line" not in email.body
    assert "with “yes” or “no” answers 1" in email.body and "are not read" not in email.body
    assert reply(email, "Yes") == "agreed" and Proposal.objects.get(pk=asked.pk).agreed == [person.pk]
