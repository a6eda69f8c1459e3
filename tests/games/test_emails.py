"""Emails: their content, links that change nothing until confirmed, and no stale emails."""

import re
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.core import mail as postbox
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from accounts.mail import outbox
from accounts.mail.email import Skip, rendered
from accounts.models import OutgoingMail
from games.deadlines import sweep
from games.mail import links as mail_links
from games.mail import news
from games.mail.links import Ticket
from games.matches import leaving
from games.matches.loaded import load_match
from games.models import OpenDecision
from games.table import chat_writing
from tests.games.conftest import move_on, open_of, user_of
from tests.samples import SHORT, TITLE

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def local_post(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


def send_all():
    OutgoingMail.objects.update(next_try_at=timezone.now() - timedelta(seconds=1))
    outbox.send_due()
    sent, postbox.outbox[:] = list(postbox.outbox), []
    return sent


def turn_email(match):
    asked = open_of(load_match(match.pk))
    emails = [email for email in send_all() if f".{asked.id}.turn@" in f".{email.extra_headers['Message-ID']}"]
    assert len(emails) == 1
    return emails[0], asked


def links(email):
    return [urlsplit(url).path for url in re.findall(rf"{settings.SITE_URL}/email/\S+", email.body)]


@pytest.mark.parametrize(
    ("newest", "prompt", "subject"),
    [
        (
            "Ben plays 7-8 (2 cards, total 15); 8 left.",
            "Beat 7-8 or pass. Or don't.",
            "Ben plays 7-8. Beat 7-8 or pass",
        ),
        ("Ben plays Good Review: Sam walks 1 to Rose Cottage.", "Play a card.", "Ben plays Good Review. Play a card"),
        (
            "Bruno (bot) shows their hand to you.",
            "Discard one card.",
            "Bruno shows their hand to you. Discard one card",
        ),
        ("Round 4: Wilhelmina deals. Card: clubs. Job: Rank.", "Vote.", "Round 4: Wilhelmina deals. Vote"),
        (
            "Cleo says a sentence that is far too long.",
            "Vote: up or down?",
            "Cleo says a sentence that is far … Vote: up or down?",
        ),
        ("Bruno plays Written Warning and marks you.", "Play a card.", "Bruno plays Written Warning … Play a card"),
        ("You go first. Direction of play: left.", "Play a card.", "You go first. Play a card"),
        ("Ruling: extra money for you; fine print: “Say 1.”", "Vote.", "Ruling: extra money for you. Vote"),
        ("Ruling: no fine print; wages: Anna 0, Ben 2, you 1.", "Vote.", "Ruling: no fine print. Vote"),
        ("Ruling: fine print: “Hush now. Hissing is not quiet.”; wages: you 0.", "Vote.", "Ruling: fine print. Vote"),
    ],
)
def test_a_subject_begins_with_the_news(newest, prompt, subject):
    assert news.subject(newest, prompt) == subject and len(news.cut(newest, news.SHOWN)) <= 35


def test_what_others_did_comes_first_and_then_the_question(start):
    match = start()
    loaded = move_on(match, 2)
    email, asked = turn_email(match)
    mover = loaded.lines[-1].seat
    told = email.body.partition("\n")[0]
    name = loaded.names[mover]
    assert told.startswith(f"{name} ") and email.subject.startswith(f"{name} ")
    html = email.alternatives[0][0]
    places = [
        html.index(words)
        for words in (told, f">{escape(asked.decision.prompt)}</h1>", '<img class="position', "Your choices")
    ]
    assert places == sorted(places)
    fold = email.body.partition("\n----\n")[0]
    assert len(re.sub(r"https?://\S+", "", fold).split()) < 250


def test_a_story_is_told_once_and_its_sentences_end_well():
    line = "Bruno (bot) plays Written Warning and marks you: Sam walks 4 to Fountain Corner."
    story = news.Story([line], line, is_first=True)
    assert story.top == ["Bruno plays Written Warning and marks you."] and story.rest(story.top) == [line]
    assert news.Story(["Ben passes."], "Ben passes.", is_first=True).rest(["Ben passes."]) == []
    led = news.Story(["You lead the round."], "You lead the round.", is_first=False)
    assert led.above("You lead the round: play a card.") == [] and led.above("Play a card.") == led.top


def test_before_the_first_move_nothing_has_happened_since_the_last(start):
    match = start()
    first = turn_email(match)[0].body
    assert "SO FAR\n-" in first and "LAST MOVE" not in first
    move_on(match, 12)
    assert "SINCE YOUR LAST MOVE" in turn_email(match)[0].body


def test_chat_since_the_last_move_is_in_the_email(start, owner, player, staff):
    match = start()
    loaded = load_match(match.pk)
    mover = user_of(loaded, open_of(loaded).decision.seat)
    other = next(person for person in (owner, player, staff) if person != mover)
    chat_writing.say(loaded=loaded, user=other, text="Catch me <if> you can")
    chat_writing.say(loaded=loaded, user=mover, text="My own words")
    email, _ = turn_email(match)
    assert f"{other.name}: Catch me <if> you can" in email.body and "My own words" not in email.body
    assert "Catch me &lt;if&gt; you can" in email.alternatives[0][0]


def test_an_email_refers_to_those_sent_before(start):
    match = start()
    first, _ = turn_email(match)
    assert "References" not in first.extra_headers
    mails = []
    while not (again := [one for one in mails if one.to == first.to]):
        move_on(match)
        mails = send_all()
    assert first.extra_headers["Message-ID"] in again[0].extra_headers["References"]
    assert again[0].extra_headers["In-Reply-To"] == again[0].extra_headers["References"].split()[-1]


def test_how_to_reply_is_one_line_after_three_emails(start, settings):
    settings.REPLY_ADDRESS = "reply@in.example.org"
    match = start()
    person = user_of(load_match(match.pk), open_of(load_match(match.pk)).decision.seat)
    for number in range(3):
        outbox.queue(kind="turn", key=f"earlier{number}", user=person, data={})
    OutgoingMail.objects.filter(key__startswith="earlier").update(status="sent")
    email, _ = turn_email(match)
    (line,) = [line for line in email.body.splitlines() if "reply" in line.lower()]
    assert "/rules/?from=mail#answering-by-email" in line and len(re.sub(r"http\S+", "", line).split()) < 20
    assert 'id="answering-by-email"' in Client().get("/rules/").content.decode()


def test_your_turn_has_position_choices_deadline_and_default(start):
    match = start()
    email, asked = turn_email(match)
    loaded = load_match(match.pk)
    assert email.to == [user_of(loaded, asked.decision.seat).email]
    assert email.subject.startswith(f"{TITLE} has started. ")
    assert TITLE in email.message()["From"].partition("<")[0].replace("_", " ")
    for words in ("THE POSITION", "YOUR CHOICES", "Storage", "If your time runs out: "):
        assert words in email.body
    assert len(links(email)) > 2


def test_an_email_shows_no_other_hand(start):
    match = start()
    email, asked = turn_email(match)
    state = load_match(match.pk).at_table().state
    own = state.hands[asked.decision.seat]
    hand = next(line for line in email.body.splitlines() if line.lower().startswith("your hand"))
    shown = [int(number) for number in re.findall(r"\b[1-8]\b", hand.partition(":")[2])]
    copies = [number for number in range(1, 9) for _ in range(own[number])] if len(own) >= 8 else sorted(own)
    assert set(shown) <= set(copies)


def test_a_link_shows_the_move_and_plays_it_when_confirmed(start):
    match = start()
    email, asked = turn_email(match)
    robot, person = Client(), Client()
    for _ in range(2):
        assert robot.get(links(email)[0]).status_code == 200
    before = load_match(match.pk)
    assert open_of(before).id == asked.id and before.version == 1
    answer = person.post(links(email)[0])
    assert answer.status_code == 200
    after = load_match(match.pk)
    assert after.version == 2 and after.lines[-1].by == "mail"


def test_a_link_expires_when_its_decision_is_closed(start):
    match = start()
    email, _asked = turn_email(match)
    move_on(match)
    version = load_match(match.pk).version
    assert Client().get(links(email)[0]).status_code == 410
    assert Client().post(links(email)[0]).status_code == 410
    assert load_match(match.pk).version == version


def test_using_a_link_twice_plays_once(start):
    match = start()
    email, _ = turn_email(match)
    Client().post(links(email)[0])
    again = Client().post(links(email)[0])
    assert again.status_code == 410 and "You have already answered this email." in again.content.decode()
    assert load_match(match.pk).version == 2


def test_a_link_says_that_the_clock_was_faster(start):
    match = start()
    email, asked = turn_email(match)
    sweep.expire_due(OpenDecision.objects.get(match=match, key=asked.id).due_at)
    answer = Client().get(links(email)[0])
    assert answer.status_code == 410 and "Your time ran out, and the default was played." in answer.content.decode()


@pytest.mark.parametrize(
    "change", [lambda token: token[:-2] + "xx", lambda token: token.replace("~0~", "~1~", 1), str.upper]
)
def test_a_forged_link_is_refused(start, change):
    match = start()
    asked = open_of(load_match(match.pk))
    user = user_of(load_match(match.pk), asked.decision.seat)
    url = urlsplit(mail_links.link(Ticket(match.pk, asked.decision.seat, user.pk, "0", asked.id))).path
    token = url.removeprefix("/email/").rstrip("/")
    if change(token) != token:
        assert Client().post(f"/email/{change(token)}/").status_code == 403
    assert load_match(match.pk).version == 1


def test_an_old_link_has_expired(start, monkeypatch):
    match = start()
    email, _ = turn_email(match)
    monkeypatch.setattr(mail_links, "LIFETIME", timedelta(seconds=-1))
    assert Client().get(links(email)[0]).status_code == 410


def test_nothing_is_sent_for_a_decision_already_made(start):
    match = start()
    asked = open_of(load_match(match.pk))
    move_on(match)
    send_all()
    row = OutgoingMail.objects.get(key=f"m{match.pk}.{asked.id}.turn")
    assert (row.status, row.reason) == ("skipped", "You had already moved.")


@pytest.mark.parametrize("then", ["moves", "resigns"])
def test_a_late_email_about_time_that_ran_out_counts_no_turn_that_no_longer_counts(start, then):
    match = start()
    row = OpenDecision.objects.get(match=match, answered_at=None, due_at__isnull=False)
    sweep.expire_due(row.due_at)
    late = OutgoingMail.objects.get(kind="defaulted")
    assert "You have missed 1 turn." in rendered(late).text
    while then == "moves" and match.seats.get(user=row.user).misses:
        move_on(match)
    if then == "resigns":
        leaving.resign(match_id=match.pk, user=row.user)
    email = rendered(late)
    assert email.subject.startswith("Time’s up") and "This was played for you" in email.text
    assert "missed" not in email.text + email.html and "lost your seat" not in email.html


def test_no_late_email_says_that_a_match_goes_on_which_is_over(start):
    match = start()
    row = OpenDecision.objects.get(match=match, answered_at=None, due_at__isnull=False)
    sweep.expire_due(row.due_at)
    late = list(OutgoingMail.objects.filter(kind__in=("started", "missed")).exclude(user=row.user))
    assert {one.kind for one in late} == {"started", "missed"}
    for seat in match.seats.exclude(user=row.user):
        leaving.resign(match_id=match.pk, user=seat.user)
    assert [rendered(one) for one in late] == [Skip("The match is over, or you have left it.")] * len(late)
    assert "missed" not in rendered(OutgoingMail.objects.get(kind="defaulted")).text


def test_the_email_about_the_start_knows_whose_turn_it_is_by_then(start):
    match = start()
    started = list(OutgoingMail.objects.filter(kind="started"))
    assert len(started) == 2 and all("It isn’t your turn yet." in rendered(one).text for one in started)
    move_on(match)
    loaded = load_match(match.pk)
    asked = user_of(loaded, open_of(loaded).decision.seat)
    for one in started:
        email = rendered(one)
        assert ["your turn yet" in body for body in (email.text, email.html)] == [one.user != asked] * 2
    leaving.resign(match_id=match.pk, user=asked)
    left = next(one for one in started if one.user == asked)
    assert rendered(left) == Skip("The match is over, or you have left it.")


def test_reminder_then_last_call_then_default(start):
    match = start()
    asked = open_of(load_match(match.pk))
    row = OpenDecision.objects.get(match=match, key=asked.id)
    for moment in (row.remind_at, row.remind_at):
        sweep.remind_due(moment)
    assert OutgoingMail.objects.filter(kind="reminder").count() == 1
    for kind in ("quarter", "last_call"):
        row.refresh_from_db()
        sweep.remind_due(row.remind_at)
        assert OutgoingMail.objects.filter(kind=kind).count() == 1
    assert sweep.expire_due(row.due_at - timedelta(seconds=1)) == 0
    assert sweep.expire_due(row.due_at) == 1
    assert OutgoingMail.objects.filter(kind="defaulted", user=row.user).count() == 1


@pytest.mark.clause("PLAY-08")
def test_the_clock_plays_the_default_at_the_deadline(start):
    match = start()
    asked = open_of(load_match(match.pk))
    row = OpenDecision.objects.get(match=match, key=asked.id)
    sweep.expire_due(row.due_at)
    loaded = load_match(match.pk)
    assert loaded.lines[-1].by == "clock" and loaded.lines[-1].seat == asked.decision.seat
    assert loaded.seats[asked.decision.seat].misses == 1


def test_everybody_gets_the_result(start):
    match = start(options=SHORT)
    for seat in load_match(match.pk).seats[:2]:
        leaving.resign(match_id=match.pk, user=user_of(load_match(match.pk), seat.number))
    subjects = [email.subject for email in send_all() if ".over@" in email.extra_headers["Message-ID"]]
    assert len(subjects) == 3 and subjects.count(f"You won: {TITLE}") == 1
    assert all(subject.endswith(" won") for subject in subjects if not subject.startswith("You won"))


def test_the_result_explains_each_place(start):
    match = start(options=SHORT)
    for seat in load_match(match.pk).seats[:2]:
        leaving.resign(match_id=match.pk, user=user_of(load_match(match.pk), seat.number))
    email = next(email for email in send_all() if ".over@" in email.extra_headers["Message-ID"])
    places = re.findall(r"(?m)^\d\. \w+: (.*)$", email.body)
    assert len(places) == 3 and sum("cards left" in place for place in places) == 1
    assert places.count("resigned") == 2
    assert all(place in email.alternatives[0].content for place in places)


def test_an_outage_costs_no_time(start):
    match = start()
    now = timezone.now()
    sweep.give_back_outage(now)
    due = OpenDecision.objects.get(match=match, user__isnull=False).due_at
    assert sweep.give_back_outage(now + timedelta(hours=2)) == timedelta(hours=2)
    assert OpenDecision.objects.get(match=match).due_at == due + timedelta(hours=2)
    assert sweep.give_back_outage(now + timedelta(hours=2, seconds=30)) == timedelta()
