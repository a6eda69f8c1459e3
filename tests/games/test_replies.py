"""Playing by email reply: which replies play, which are answered and which are dropped."""

import re
from datetime import timedelta
from typing import Any

import pytest
from anymail.inbound import AnymailInboundMessage
from anymail.signals import AnymailInboundEvent
from anymail.signals import inbound as mail_arrived
from django.core import mail as postbox
from django.utils import timezone

from accounts.mail import inbound, outbox, reply_text
from accounts.mail.inbound import Message
from accounts.models import IncomingMail, OutgoingMail
from games.deadlines import sweep
from games.kernel.types import Action, Choice, Decision, Move
from games.mail import reply_grammar
from games.matches.loaded import load_match
from games.models import ChatLine, LostSeat, Match, MoveRecord, OpenDecision, Seat
from games.operations import staff_actions
from games.table import recently_seen
from tests.fixtures import make_person
from tests.games.conftest import move_on
from tests.games.test_clock import row_of
from tests.samples import RULE, TITLE

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def local_post(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.REPLY_ADDRESS = "reply@in.example.org"


def send_all() -> list[Any]:
    OutgoingMail.objects.filter(status="queued").update(next_try_at=timezone.now() - timedelta(seconds=1))
    outbox.send_due()
    sent, postbox.outbox[:] = list(postbox.outbox), []
    return sent


def turn_email(match: Match) -> Any:
    sent_as = f"<m{match.pk}.{row_of(match).key}.turn@"
    return next(email for email in send_all() if email.extra_headers["Message-ID"].startswith(sent_as))


def reply(email: Any, text: str, **headers: str) -> str:
    given = {"Message-ID": f"<{IncomingMail.objects.count()}.{text[:9]}@phone>", "From": "anybody@example.net"}
    return inbound.receive([email.extra_headers["Reply-To"]], Message(given | headers, text))


def arrive(message: AnymailInboundMessage) -> None:
    mail_arrived.send(sender=None, event=AnymailInboundEvent(event_type="inbound", message=message), esp_name="Test")


def the_answer() -> Any:
    (email,) = [email for email in send_all() if "answer" in email.extra_headers["Message-ID"]]
    return email


def choices_of(email: Any) -> list[str]:
    return re.findall(r"^\d+\. (.+)$", email.body, re.MULTILINE)


# --- what plays -----------------------------------------------------------------------------------------------------


def test_a_number_on_the_first_line_plays_that_choice(start):
    match = start()
    email = turn_email(match)
    person, seat = row_of(match).user, row_of(match).seat
    wanted = choices_of(email)[1]
    assert reply(email, f"2\n\nOn Monday Playpost wrote:\n> {email.body[:300]}") == "played"
    record = MoveRecord.objects.filter(match=match, decision__gt="").get()
    assert (record.by, record.seat, record.user) == ("mail", seat, person)
    answer = the_answer()
    assert answer.to == [person.email] and f"Your choice: {wanted}." in answer.body
    assert re.search(r"^Now it’s \w+’s turn\.$", answer.body, re.MULTILINE)


@pytest.mark.parametrize("form", [str, str.upper, lambda words: f"  {words}. ", lambda words: f"“{words}”"])
def test_a_choice_can_be_named_by_its_text(start, form):
    match = start()
    email = turn_email(match)
    assert reply(email, form(choices_of(email)[0])) == "played"
    assert load_match(match.pk).version == 2


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("pass", ["Pass and take 3"]),
        ("Pass and take 3!", ["Pass and take 3"]),
        ("lay", ["Lay 5", "Lay 5-6"]),
        ("lay 5", ["Lay 5"]),
        ("lay 5-6", ["Lay 5-6"]),
        ("resign", ["Give up"]),
    ],
)
def test_a_verb_is_enough_if_only_one_choice_has_it(line, found):
    offered = [Choice("Lay 5", Move("lay", {"n": 5})), Choice("Lay 5-6", Move("lay", {"n": 6}))]
    offered.append(Choice("Pass and take 3", Move("pass", {"take": 3})))
    asked = Decision(0, "What now?", (Action("resign", "Give up"),), Move("pass"))
    told = [choice.label for choice in reply_grammar.by_words(offered, asked, line)]
    assert told == found


def test_a_duplicate_reply_plays_once_and_gets_one_answer(start):
    match = start()
    email = turn_email(match)
    first = {"Message-ID": "<same@phone>"}
    assert reply(email, "1", **first) == "played"
    assert reply(email, "1", **first) == "repeated"
    assert load_match(match.pk).version == 2 and the_answer()


def test_a_reply_taken_by_a_killed_worker_is_retried(start):
    match = start()
    email = turn_email(match)
    (row,) = inbound.emails_of(email.extra_headers["Reply-To"]).values()
    same = Message({"Message-ID": "<killed@phone>"}, "1")
    inbound._record(row, same, "1")
    with pytest.raises(inbound.StillBusy):  # not acknowledged: the mail service brings it again
        inbound.receive([email.extra_headers["Reply-To"]], same)
    IncomingMail.objects.update(at=timezone.now() - timedelta(minutes=2))
    assert inbound.receive([email.extra_headers["Reply-To"]], same) == "played"


def test_a_reply_through_the_mail_service_plays(start):
    match = start()
    email = turn_email(match)
    parts = {"from_email": "x@example.net", "to": email.extra_headers["Reply-To"], "subject": f"Re: {TITLE}"}
    message = AnymailInboundMessage.construct(text="1\n", headers={"Message-ID": "<a@b>"}, **parts)
    arrive(message)
    assert load_match(match.pk).version == 2


@pytest.mark.parametrize("charset", ["x-nonsense", "iso-8859-8-i", "windows-874", "default", "base64", "idna"])
def test_a_reply_in_an_unknown_encoding_plays(start, charset):
    match = start()
    to = turn_email(match).extra_headers["Reply-To"]
    head = f"From: x@example.net\nTo: {to}\nSubject: =?{charset}?q?=FF?=\nContent-Type: text/plain; charset={charset}"
    arrive(AnymailInboundMessage.parse_raw_mime(f"{head}\n\n1\n"))
    assert load_match(match.pk).version == 2


def test_a_reply_with_bytes_that_cannot_be_stored_plays(start):
    match = start()
    to = turn_email(match).extra_headers["Reply-To"].encode()
    raw = b"From: \xff\xfe <x@example.net>\nTo: " + to + b"\nMessage-ID: <\xff>\nX: \xff\n\n1\n>> a\0b\xff\n"
    arrive(AnymailInboundMessage.parse_raw_mime_bytes(raw))
    assert load_match(match.pk).version == 2 and ChatLine.objects.get().text.startswith("ab")


def test_many_addresses_cost_one_query_and_only_the_first_count(start, django_assert_num_queries):
    match = start()
    to = turn_email(match).extra_headers["Reply-To"]
    forged = [f"reply+{number}-{'0' * 20}@in.example.org" for number in range(3000)]
    with django_assert_num_queries(1):
        assert inbound.receive(forged, Message({}, "1")) == "unknown"
    assert inbound.receive([*forged[: inbound.MOST_ADDRESSES], to], Message({}, "1")) == "unknown"
    assert inbound.receive([*forged[:20], to], Message({"Message-ID": "<x@y>"}, "1")) == "played"


# --- what does not --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["0", "99", "fold", "", "1 2", "what shall I do?", "²", "-1"])
def test_an_unknown_choice_is_answered_with_the_choices(start, text):
    match = start()
    email = turn_email(match)
    assert reply(email, text) == "not understood"
    answer = the_answer()
    assert "Nothing was played." in answer.body
    assert choices_of(answer) == choices_of(email) and load_match(match.pk).version == 1
    assert reply(answer, "1") == "played"  # one may reply to the answer


def test_an_illegal_answer_gets_the_clause(start, monkeypatch):
    match = start()
    email = turn_email(match)
    from games.errors import Refusal
    from games.matches import play

    def refuse(**_: Any) -> None:
        raise Refusal(422, "A set has at most three cards.", RULE.upper())

    monkeypatch.setattr(play, "play_move", refuse)
    assert reply(email, "1") == "refused"
    body = the_answer().body
    assert f"A set has at most three cards. Nothing was played. ({RULE.upper()}: http" in body


@pytest.mark.parametrize(("by", "told"), [("mail", "answered this email"), ("web", "moved at the table")])
def test_a_late_reply_changes_nothing_and_is_told_so(start, by, told):
    match = start()
    email = turn_email(match)
    move_on(match, by=by)
    assert reply(email, "1") == "closed"
    assert f"You have already {told}." in the_answer().body and load_match(match.pk).version == 2


def test_a_reply_after_the_deadline_is_told_so(start):
    match = start()
    email = turn_email(match)
    sweep.expire_due(row_of(match).due_at)
    assert reply(email, "1") == "closed" and "Your time ran out" in the_answer().body


@pytest.mark.parametrize("text", ["1", "> hello\n1"])
def test_a_number_from_an_outdated_list_plays_nothing(start, text):
    match = start()
    email = turn_email(match)
    (row,) = inbound.emails_of(email.extra_headers["Reply-To"]).values()
    OutgoingMail.objects.filter(pk=row.pk).update(data=row.data | {"offered": "another"})
    assert reply(email, text) == "changed" and load_match(match.pk).version == 1
    answer = the_answer()
    assert "The choices have changed" in answer.body
    assert reply(answer, "1") == "played"


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto-Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"X-Autoreply": "yes"},
        {"From": "MAILER-DAEMON@example.org"},
        {"Return-Path": "<>"},
        {"List-Id": "<fans.example.org>"},
        {"Content-Type": 'multipart/report; report-type="disposition-notification"'},
    ],
)
def test_automatic_emails_are_not_answered(start, headers):
    match = start()
    email = turn_email(match)
    assert reply(email, "1", **headers) == "automatic"
    assert send_all() == [] and load_match(match.pk).version == 1


def test_our_own_emails_count_as_automatic(start):
    email = turn_email(start())
    assert inbound.is_automatic(dict(email.message().items()))


@pytest.mark.parametrize("change", ["signature", "number", "none"])
def test_a_forged_address_does_nothing(start, change):
    match = start()
    email = turn_email(match)
    to = email.extra_headers["Reply-To"]
    name, signature = to.partition("@")[0].rsplit("-", 1)
    other = OutgoingMail.objects.exclude(pk=name.partition("+")[2]).latest("id").pk
    forged = {
        "signature": f"{name}-{'0' * len(signature)}@in.example.org",
        "number": f"reply+{other}-{signature}@in.example.org",
        "none": "reply@in.example.org",
    }[change]
    assert inbound.receive([forged], Message({"From": email.to[0]}, "1")) == "unknown"
    assert load_match(match.pk).version == 1 and not IncomingMail.objects.exists()


def test_a_reply_to_an_email_whose_number_another_has_since_a_restored_backup_plays_nothing(start):
    match = start()
    email = turn_email(match)
    row = next(iter(inbound.emails_of(email.extra_headers["Reply-To"]).values()))
    before_upgrade = inbound._address(str(row.pk), row.user.link_mark)
    OutgoingMail.objects.filter(pk=row.pk).update(created_at=row.created_at + timedelta(minutes=1))
    assert reply(email, "1") == "unknown" and load_match(match.pk).version == 1
    assert inbound.receive([before_upgrade], Message({"Message-ID": "<old@phone>"}, "1")) == "played"


def test_the_sender_is_ignored_and_the_answer_goes_to_the_player(start, stranger):
    match = start()
    email = turn_email(match)
    assert reply(email, "nonsense", From=stranger.email) == "not understood"
    assert the_answer().to == email.to


def test_replies_of_a_former_player_are_ignored(start, stranger):
    match = start()
    email = turn_email(match)
    Seat.objects.filter(match=match, number=row_of(match).seat).update(user=stranger)
    assert reply(email, "1") == "gone" and load_match(match.pk).version == 1


def test_too_many_replies_are_not_answered(start, monkeypatch):
    monkeypatch.setattr(inbound, "MOST_AN_HOUR", 3)
    email = turn_email(start())
    assert [reply(email, f"nonsense {n}") for n in range(5)][2:] == ["not understood", "too many", "too many"]


def test_emails_without_a_reply_address_do_not_ask_for_replies(start, settings):
    settings.REPLY_ADDRESS = ""
    email = turn_email(start())
    assert "Reply-To" not in email.extra_headers and "OR REPLY" not in email.body


def test_an_answer_is_queued_by_ids_and_rendered_when_sent(start):
    match = start()
    email = turn_email(match)
    assert reply(email, ">> a word to all\n99") == "not understood"
    row = OutgoingMail.objects.get(kind="answer")
    assert row.data.keys() == {"match", "seat", "decision", "reply", "slug", "live"}
    ChatLine.objects.update(text="a word, mended")
    assert "Said at the table: a word, mended" in the_answer().body


def test_a_number_to_an_email_without_choices_is_no_chat(start):
    """It is answered with the choices of now, or that there are none."""
    match = start()
    sent = send_all()
    row = OutgoingMail.objects.filter(kind="started", match_id=str(match.pk)).first()
    told = next(one for one in sent if f"<{row.key}@" in one.extra_headers["Message-ID"])
    assert reply(told, "1") == "closed" and "It isn’t your turn" in the_answer().body
    while not OpenDecision.objects.filter(match=match, user=row.user, answered_at=None).exists():
        move_on(match)
    assert reply(told, "1 thanks!") == "not numbered"
    assert "YOUR CHOICES" in the_answer().body and not ChatLine.objects.exists()
    assert reply(told, "See you at 8?") == "said"


def test_every_email_with_a_reply_address_is_answered(start, owner):
    """Including emails without an open decision, and nudges."""
    match = start()
    sweep.expire_due(row_of(match).due_at)
    told = next(one for one in send_all() if "defaulted" in one.extra_headers["Message-ID"])
    assert re.search(r"This was played for you: [A-Z]", told.body)
    assert reply(told, "1") == "closed"
    assert "Your time ran out" in (words := the_answer().body) and "Played for you:" in words
    row = row_of(match)
    facts = {
        "match": match.pk,
        "seat": row.seat,
        "decision": row.key,
        "by": owner.pk,
        "slug": match.slug,
        "live": False,
    }
    outbox.queue(kind="nudge", key="nudge.test", user=row.user, data=facts)
    loaded = load_match(match.pk)
    recently_seen.mark(match.pk, loaded.open_decisions())  # who has looked and not moved is nudged all the same
    nudge = next(one for one in send_all() if "nudge" in one.extra_headers["Message-ID"])
    assert reply(nudge, "1") == "played" and load_match(match.pk).version == loaded.version + 1


@pytest.mark.parametrize("text", ["1", "Sorry, I was ill"])
def test_who_has_lost_the_seat_is_answered_why_the_reply_did_nothing(start, stranger, text):
    match = start()
    email, asked = turn_email(match), row_of(match)
    LostSeat.objects.create(match=match, user=asked.user, seat=asked.seat)
    match.seats.filter(number=asked.seat).update(user=stranger)
    assert reply(email, text) == "gone"
    told = the_answer()
    assert told.to == email.to and told.subject.startswith(f"Too late: {TITLE}. You missed")
    assert "so stranger took over your seat." in told.body and "Nothing of your reply was played or said." in told.body
    assert "Your hand" not in told.body and "/email/" not in told.body and "Reply-To" not in told.extra_headers
    assert load_match(match.pk).version == 1 and not ChatLine.objects.exists()


def test_a_reply_to_a_match_that_the_host_has_ended_is_answered(start):
    match = start()
    email = turn_email(match)
    staff_actions.abandon_match(by=make_person("the_host", is_staff=True), match_id=match.pk, words="We close.")
    send_all()
    assert reply(email, "1") == "gone"
    assert "The host of this site ended the match." in the_answer().body


# --- chat -----------------------------------------------------------------------------------------------------------


def test_lines_with_two_signs_go_to_the_chat(start):
    match = start()
    email = turn_email(match)
    person = row_of(match).user
    text = ">> Good luck everybody!\n>> I am on a train.\n\nOn Monday Playpost wrote:\n> It is your turn."
    assert reply(email, text) == "said"
    assert [(line.user, line.text) for line in ChatLine.objects.order_by("id")] == [
        (person, "Good luck everybody!"),
        (person, "I am on a train."),
    ]
    assert "Said at the table: Good luck everybody!" in the_answer().body and load_match(match.pk).version == 1


def test_one_reply_can_chat_and_play(start):
    match = start()
    email = turn_email(match)
    assert reply(email, ">> Take that!\n1") == "played"
    assert ChatLine.objects.get().text == "Take that!"


def test_a_refused_chat_line_is_answered(start):
    email = turn_email(start())
    assert reply(email, f">> {'x' * 600}") == "said"
    assert "at most 500 characters" in the_answer().body and not ChatLine.objects.exists()


@pytest.mark.parametrize(
    ("text", "html", "line", "said"),
    [
        ("3\n\n--\nAnn", "", "3", ()),
        ("\n\n  pass  \n> old", "", "pass", ()),
        ("> quoted only", "", "", ()),
        ("Am 3. März 2026 schrieb Playpost:\n> 1. Lay a 5", "", "", ()),
        ("", "<div>2</div><div><br></div><blockquote>1. Lay</blockquote>", "2", ()),
        (">> hi\n>>> deeper quote", "", "", ("hi", "deeper quote")),
        ("4\r\nSent from my phone", "", "4", ()),
        (
            "perform: a poem about a fridge that\nhums at night\n\nGreetings,\nAnn",
            "",
            "perform: a poem about a fridge that\nhums at night",
            (),
        ),
        ("", "<style>p{color:red}</style><p>1</p>", "1", ()),
        ("", "<!-- <p>5</p> --><head><title>Re</title><STYLE type=x><!-- p{} --></STYLE ></head>1", "1", ()),
        ("", "<script>x</script>2<style>never closed", "2", ()),
        ("", "<div>place</div><div>card: Shift</div><blockquote>1. Lay</blockquote>", "place\ncard: Shift", ()),
    ],
)
def test_the_first_unquoted_line_counts(text, html, line, said):
    lines, spoken, _ = reply_text.read_lines(reply_text.written(text, html).above)
    assert ("\n".join(lines), spoken) == (line, said)
