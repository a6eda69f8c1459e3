"""Replies as people write them: what is understood, what is asked back, and what speaks at the table."""

import re
from typing import Any

import pytest
from django.utils import timezone

from accounts.mail import reply_text
from games.agreements import proposals
from games.kernel.types import Action, Amount, Choice, Decision, Move
from games.mail import reply_grammar
from games.matches.loaded import load_match
from games.matches.move_forms import PREFIX
from games.models import ChatLine
from games.table import chat_writing
from tests.games.conftest import move_on
from tests.games.test_clock import row_of
from tests.games.test_replies import choices_of, local_post, reply, send_all, the_answer, turn_email
from tests.samples import DUEL

__all__ = ["local_post"]
QUOTE = "On Mon, 3 Mar 2026 at 10:00, Playpost <reply+12-ab@in.example.org>\nwrote:\n\n> It's your turn.\n> 1. Play 5\n"
OFFERED = [
    Choice("Play 7-8 and beat 6", Move("play", {"n": 7})),
    Choice("Play the red dragon", Move("play", {"n": 8})),
    Choice("Pass", Move("pass")),
]
PLAY = Decision(0, "Beat it or pass", (Action("pass", "Pass"),), Move("pass"))


def understood(text: str, html: str = "") -> str:
    """The label of the choice that this reply plays; "" if it is asked back."""
    written = reply_text.written(text, html)
    lines, _, _ = reply_text.read_lines(written.above or written.aside)
    parsed = reply_grammar.parse(PLAY, OFFERED, lines)
    return parsed.label if parsed.move is not None else ""


@pytest.mark.parametrize(
    "text",
    [
        "1",
        "1.",
        "#1",
        "(1)",
        "1 thanks!",
        "1 - thanks",
        "1, take that",
        "1 ha, catch me",
        "option 1",
        "Option 1, please",
        "Number 1 please",
        "I choose 1",
        "I'd like 1, please.",
        "I’ll take number 1",
        "Nr. 1 bitte",
        "no. 1",
        "Choice: 1",
        "Hi,\n1",
        "Hi Ben,\n\n1\n\nCheers\nAnn",
        "Hello!\nNumber 1 please",
        "１",
        "\u200b1",
        "1\ufeff",
        "1️⃣",
        "\u00a01\u00a0",
        "1\n\nSent from my iPhone",
        "1\n\nGet Outlook for Android",
        "1\n-- \nAnn",
        f"1\n\n{QUOTE}",
        f"{QUOTE}\n1",
        f"{QUOTE}\n\nOption 1 please\n",
        "> It's your turn.\n> 1. Play 5\n\n1",
        "Am 3. März 2026 um 10:00 schrieb Playpost:\n> Pass\n\n1",
        "1\n\n-----Original Message-----\nFrom: Playpost\n\n2. Play",
        "1\n\nVon: Playpost <x@y>\nGesendet: Montag\nBetreff: 2\n\n3",
        "Play 7-8 and beat 6",
        "play 7-8 and beat 6, please",
        "Play 7-8 and beta 6",
        "plya 7-8 and beat 6",
        "I'd like to play 7-8 and beat 6",
    ],
)
def test_it_is_understood(text: str) -> None:
    assert understood(text) == OFFERED[0].label


@pytest.mark.parametrize("end", ["", "1\n"])
@pytest.mark.parametrize(
    "said_by",
    [
        "man. 3. mar. 2026 kl. 10.00 skrev {us}:",
        "ma 3. maalisk. 2026 klo 10.00 {us} kirjoitti:",
        "pon., 3 mar 2026 o 10:00 Playpost <\nreply+12-ab@in.example.org> napisał(a):",
        "{us} escreveu (segunda, 3/03/2026 à(s) 10:00):",
        "{us}, 3 Mar 2026 Pzt, 10:00 tarihinde şunu yazdı:",
        "2026年3月3日(月) 10:00 {us}:",
        "{us} 于2026年3月3日周一 10:00写道：",
        "Le lun. 3 mars 2026 à 10:00, {us} a écrit :",
    ],
)
def test_a_quote_is_known_in_any_language(said_by: str, end: str) -> None:
    quote = f"{said_by.format(us='Playpost <reply+12-ab@in.example.org>')}\n\n> It's your turn.\n> 2. Play\n\n"
    for begin in [""] if end else ["1\n", "1\n\n"]:
        written = reply_text.written(f"{begin}{quote}{end}", "")
        assert reply_text.read_lines(written.above or written.aside) == (("1",), (), ())


@pytest.mark.parametrize(
    "line",
    [
        "Sent from my Galaxy",
        "Von meinem iPhone gesendet",
        "Envoyé de mon iPhone",
        "Enviado desde mi iPhone",
        "Inviato da iPhone",
        "Verstuurd vanaf mijn iPhone",
        "Sent with Proton Mail secure email.",
        "Outlook für iOS<https://aka.ms/o0ukef> beziehen",
        "Gesendet: Montag, 3. März 2026 um 10:00 Uhr\nVon: Playpost",
        "De\u00a0: Playpost",
        "Od: Playpost <post@example.org>\nWysłano: poniedziałek, 3 marca 2026\nDo: anna@example.org",
        "差出人: Playpost [mailto:post@example.org]\n宛先: anna@example.org",
        "---\nThis email has been checked for viruses.",
    ],
)
def test_what_a_phone_adds_is_no_part_of_the_answer(line: str) -> None:
    for between in ("\n", "\n\n"):
        written = reply_text.written(f"1{between}{line}\n\n> It's your turn.\n", "")
        assert reply_text.read_lines(written.above) == (("1",), (), ())


@pytest.mark.parametrize(
    "line",
    [
        "Wysłane z iPhone'a",
        "Отправлено с iPhone",
        "iPhoneから送信",
        "发自我的iPhone",
        "Skickat från min Samsung Galaxy",
        "Sent from Mail",
    ],
)
def test_what_a_phone_adds_is_known_in_any_language_by_its_make(line: str) -> None:
    written = reply_text.written(f"Good luck everybody\n\n{line}\n\n> It's your turn.\n", "")
    assert reply_text.read_lines(written.above) == (("Good luck everybody",), (), ())


@pytest.mark.parametrize(
    "text",
    [
        "My iPhone died\n\nSee you at 7:30:\nbring the box",
        "Hello all,\n\nI cannot play, my Samsung is broken\n\nHere is my plan for 10:15 in the morning:\n- hire",
        "We said 7:30 in the pub, or 8.15 if it rains, right:\nbring cards",
        "Congratulations!\n\nThat new iPad was a good idea\n\nAnn",
    ],
)
def test_what_a_person_writes_of_a_phone_or_a_time_is_kept(text: str) -> None:
    quote = "\n\nOn 3 Mar 2026 at 10:00 Playpost wrote:\n\n> Pass"
    assert reply_text.written(text + quote, "").above == text.split("\n")


@pytest.mark.parametrize("text", ["pass", "Pass!", "pass please", "I pass", "3", "  PASS.  ", "Paß", "psas", "pas"])
def test_words_of_a_choice_are_enough(text: str) -> None:
    assert understood(text) == "Pass"


@pytest.mark.parametrize(
    "html",
    [
        "<p>1</p>",
        "<div>1</div><div class=q>On Monday Playpost wrote:<br></div><blockquote>2. Pass</blockquote>",
        "<blockquote><p>3. Pass</p><blockquote>x</blockquote>2</blockquote><p><br></p><p>1</p>",
        "<span>Hi,</span><br><span>1&#8203;</span>",
    ],
)
def test_html_is_understood(html: str) -> None:
    assert understood("", html) == OFFERED[0].label


@pytest.mark.parametrize(
    "text",
    [
        "1 or 2",
        "not 1",
        "1?",
        "1 is wrong, or is it?",
        "1 but only if Ben agrees",
        "number one is taken: 1",
        "9",
        "-1",
        "1-2",
        "1/2",
        "Play 7-9 and beat 6",
        "play the green dragon",
        "hass",
        "thanks!",
        "I don't pass",
        "",
        QUOTE,
    ],
)
def test_what_could_mean_something_else_is_asked_back(text: str) -> None:
    assert understood(text) == ""


def test_a_number_answers_the_question_for_a_number() -> None:
    give = Action("give", "Give", (Amount("number", least=0, most=10),))
    asked = Decision(0, "Give your number", (give,), Move("give", {"number": 0}))
    for line in ("7", "7!", "number 7", "I choose 7", "my number is 7"):
        parsed = reply_grammar.parse(asked, [], [line])
        assert isinstance(parsed.move, dict) and parsed.move[f"{PREFIX}number"] == ["7"], line
    two = Decision(0, "", (give, Action("bid", "Bid", (Amount("bid", least=0, most=9),))), Move("give", {"number": 0}))
    assert reply_grammar.parse(two, [], ["7"]).move is None, "of which of the two?"


# --- speaking at the table ------------------------------------------------------------------------------------------

pytest_db = pytest.mark.django_db


@pytest_db
@pytest.mark.parametrize(
    ("text", "said", "moves"),
    [
        ("> Well played!", ["Well played!"], 0),
        ("> hello\nthanks", ["hello"], 0),
        ("> hello\n\n1", ["hello"], 1),
        (f"> See you on Monday!\n1\n\n{QUOTE}", ["See you on Monday!"], 1),
        (f"> hello\n\n{QUOTE}", ["hello"], 0),
        (f"> It's your turn.\n99\n\n{QUOTE}", [], 0),
        ("> hello\n99\n> and more", [], 0),
        ("> a long line that a mail program has\n> wrapped\n99", [], 0),
        (f"1\n\n{QUOTE}\nTake that!", ["Take that!"], 1),
        (f"{QUOTE}\nWhat a round.\nMy turn soon", ["What a round.", "My turn soon"], 0),
        ("1\n\nAnn\n> old\n> older", [], 1),
        (f"{QUOTE}and the rest of a wrapped line", [], 0),
        ("> 1. Play 5", [], 0),
        (f"{QUOTE}\n99", [], 0),
        (f"1\n\n{QUOTE}\n" + "A disclaimer.\n" * 9, [], 1),
    ],
)
def test_words_below_the_quote_speak_at_the_table(start: Any, text: str, said: list[str], moves: int) -> None:
    match = start()
    version = load_match(match.pk).version
    reply(turn_email(match), text)
    assert [line.text for line in ChatLine.objects.order_by("id")] == said
    assert load_match(match.pk).version - version == moves


@pytest_db
def test_no_line_of_our_email_is_said_at_the_table(start: Any) -> None:
    match = start()
    email = turn_email(match)
    lines = [line.strip() for line in email.body.splitlines() if line.strip()]
    for line in lines:
        reply(email, f"> {line}\n99")
        reply(email, f"> {line}")
        half = len(words := line.split()) // 2
        for part in (words[:half], words[half:]):  # as a mail program wraps it
            reply(email, f"> {' '.join(part)}\n99")
    assert any(line.startswith("Your hand:") for line in lines)
    assert [line.text for line in ChatLine.objects.all()] == []
    move_on(match)
    for line in lines:
        reply(email, f"> {line}\n1")
        reply(email, f"> {line}")
    assert not ChatLine.objects.exists(), "nor a secret when it can’t be compared any more"


@pytest_db
@pytest.mark.parametrize(
    ("text", "said", "told"),
    [
        ("1 please, and hello!", ["Hello!"], "Said at the table: Hello!"),
        ("1. And sorry for the wait, Anna!", ["Sorry for the wait, Anna!"], "Said at the table: Sorry for the wait"),
        ("1\n\nSorry, I was away!\n\nAnn", ["Sorry, I was away!"], "Said at the table: Sorry"),
        ("option 1, good luck everybody", ["Good luck everybody"], "Said at the table: Good luck"),
        ("{label}\nHaha, take that!", ["Haha, take that!"], "Said at the table: Haha"),
        ("1 thanks {other}, see you", ["Thanks {other}, see you"], "Said at the table: Thanks"),
        ("1, so that {other} gets nothing", [], "Not said: "),
        ("1\nIn the morning {other} will see, well", [], "Not said: In the morning"),
        ("1 I knew that", [], "Not said: I knew that (start the line with >> to say it)"),
        ("1\nSorry, I {words}", [], ""),
        ("1\n{label}", [], ""),
        ("1\n\nKind regards\nAnn Smith", [], ""),
        ("1\n-- \nHello from Ann", [], ""),
        (f"1\n\n{QUOTE}> Sorry for the wait", [], ""),
        ("1 thanks!", [], ""),
    ],
)
def test_words_beside_a_move_are_said_if_they_are_meant_for_people(
    start: Any, text: str, said: list[str], told: str
) -> None:
    match = start()
    email, asked = turn_email(match), row_of(match)
    other = next(seat.name for seat in load_match(match.pk).seats if seat.number != asked.seat)
    label = choices_of(email)[0]
    facts = {"label": label, "words": re.sub(r"[^a-z ]", "", label), "other": other}
    assert reply(email, text.format(**facts)) == "played"
    assert [line.text for line in ChatLine.objects.order_by("id")] == [line.format(**facts) for line in said]
    answer = the_answer().body
    assert told in answer and (told or "aid at the table" not in answer)


@pytest_db
def test_the_answer_to_an_unclear_reply_is_short_and_has_the_choices_first(start: Any) -> None:
    match = start()
    assert reply(turn_email(match), "hm, what can I do?") == "not understood"
    answer = the_answer()
    assert len(answer.message().as_bytes()) < 12_000
    assert answer.body.index("\n1. ") < 400
    send_all()


@pytest_db
@pytest.mark.parametrize(
    ("text", "outcome", "told", "said"),
    [
        ("Yes, fine with me", "agreed", "You agreed", []),
        ("ok", "agreed", "You agreed", []),
        ("I agree.\nGood luck with your exam!", "agreed", "You agreed", ["Good luck with your exam!"]),
        ("No problem!", "agreed", "You agreed", []),
        ("No worries", "agreed", "You agreed", []),
        ("👍🏽", "agreed", "You agreed", []),
        ("👎", "declined", "You declined", []),
        ("No, sorry", "declined", "You declined", []),
        ("Why?", "", "Do you agree?", ["Why?"]),
        ("yes or no?", "", "Do you agree?", ["yes or no?"]),
        ("I'm fine", "", "Do you agree?", ["I'm fine"]),
    ],
)
def test_a_reply_to_a_question_agrees_declines_or_leaves_it_open(
    start: Any, owner: Any, player: Any, text: str, outcome: str, told: str, said: list[str]
) -> None:
    match = start(DUEL, (owner, player))
    asked = proposals.ask_pause(match_id=match.pk, user=owner, days=3)
    mail = next(mail for mail in send_all() if ".proposal" in mail.extra_headers["Message-ID"])
    assert "Your reply with “yes” or “no” answers this" in mail.body
    reply(mail, text)
    asked.refresh_from_db()
    assert (asked.outcome, [line.text for line in ChatLine.objects.order_by("id")]) == (outcome, said)
    answer = the_answer()
    assert f">{told}<" in answer.alternatives[0][0] and "a pause of 3 days" in answer.body
    if not outcome:
        assert "Reply “yes” or “no”." in answer.body and reply(answer, "Yes!") == "agreed" and the_answer()
        asked.refresh_from_db()
        assert asked.outcome == "agreed"
    assert reply(mail, "Yes. Really\n>> hello\n\nSee you all on Saturday") == "settled"
    words = the_answer().body
    assert "already settled" in words and "Said at the table: hello" in words and "Not said: See you all on S" in words


@pytest_db
def test_a_reply_to_a_mention_speaks_at_the_table(start: Any, owner: Any, player: Any) -> None:
    match = start()
    chat_writing.say(loaded=load_match(match.pk), user=owner, text=f"@{player.username} your turn?")
    (mention,) = [mail for mail in send_all() if "mention" in mail.extra_headers["Message-ID"]]
    assert reply(mention, f"Soon!\n\n{QUOTE}") == "said"
    assert ChatLine.objects.latest("id").text == "Soon!" and ChatLine.objects.latest("id").user == player


@pytest_db
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1\n\nSorry that it took so long, everybody!\n\nAnn", "Sorry that it took so long, everybody!"),
        ("1, sorry that it took so long", "Sorry that it took so long"),
        ("I had no time at all yesterday\n> old", "I had no time at all yesterday"),
        (f"{QUOTE}\nWhat a strange round that was", "What a strange round that was"),
        ("Pass", ""),
        ("1\n\nKind regards\nAnn Smith", ""),
        ("{label}", ""),
    ],
)
def test_talk_beside_a_move_that_comes_too_late_is_not_lost_in_silence(start: Any, text: str, told: str) -> None:
    match = start()
    email = turn_email(match)
    move_on(match, by="web")
    assert reply(email, text.format(label=choices_of(email)[0])) == "closed" and not ChatLine.objects.exists()
    words = the_answer().body
    assert (f"Not said: {told} (start the line with >> to say it)" in words) if told else "Not said" not in words


@pytest_db
def test_who_writes_to_the_table_in_vain_is_told_so(start: Any, player: Any) -> None:
    start()
    mail = next(one for one in send_all() if ".started@" in one.extra_headers["Message-ID"] and "player" in one.to[0])
    assert "Your reply is posted at the table." in mail.body
    assert reply(mail, f"See you soon!\n{'x' * 600}\n\nAnd on Saturday we bring a cake\nAnn") == "not said"
    words = the_answer().body
    assert "Part of your reply was not posted" in words and "Said at the table: See you soon!" in words
    assert "Not said: And on Saturday we bring a cake (start the line with >> to say it)" in words
    assert "(A message can have at most 500 characters.)" in words
    assert reply(mail, "\n".join("abcdefg")) == "not said" and "Not said: f (at most 5 lines" in the_answer().body
    assert reply(mail, "See you!\n\n" + "\n".join(["And on Sunday a pie"] * 6)) == "not said"
    assert "Not said: And on Sunday a pie (start" in the_answer().body
    for text in ("", QUOTE + "\n" + "We bring a cake\n" * 6):  # so much below a quote may be part of it
        assert reply(mail, text) == "not said" and "No words were found above the quoted" in the_answer().body


@pytest_db
def test_a_guest_at_a_public_table_reads_that_a_reply_is_not_posted(start: Any, player: Any) -> None:
    facts = {"reminder_email": "player@example.org", "reminder_confirmed_at": timezone.now()}
    type(player).objects.filter(pk=player.pk).update(is_guest=True, **facts)
    start()
    mail = next(one for one in send_all() if ".started@" in one.extra_headers["Message-ID"] and "player" in one.to[0])
    assert "Your reply is not posted at the table: chatting with strangers needs an account." in mail.body
    assert reply(mail, "Hello!") == "not said" and "needs an account" in the_answer().body
