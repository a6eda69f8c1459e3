"""The position as a player sees it, drawn for an email: the card with its words, what people said, money, own cards."""

from collections.abc import Sequence

from games.drawing import mail_sheet as paper
from games.drawing.mail_sheet import FAINT, MARGIN, SERIF, SMALL, WIDTH, part, said
from games.drawing.svg import INK, at
from games.kernel.display import Board
from games.kernel.types import Decision
from games.titles.adulting import table_facts
from games.titles.adulting.cards import CARDS, COLUMNS, EFFECTS, JOBS, SUITS
from games.titles.adulting.drawing import BILL, GREEN, PLUM, RED, suit
from games.titles.adulting.state import Case
from games.titles.adulting.view_types import PlayerView, View

INNER = WIDTH - 2 * MARGIN
_SEAT, _LINE, _OWN = 24, 17, 54  # heights: a player, a line of what was said, one's own cards
_TOLD = INNER - 84 - 6  # the width of a line of what was said
_ANSWERING = ("answer", "votes", "bids")


def mail_picture(view: View, asked: Decision | None, names: Sequence[str]) -> Board:
    """The drawing for the reader of the view, and the same facts in words."""
    case = next((case for case in view.cases if asked and asked.case == case.number), None)
    top, y = _card(view, names, float(MARGIN), has_question=case is None)
    foot = (_SEAT + 2) * -(-len(view.players) // 2) + (_OWN + 6 if view.me is not None else 0)
    room = int((paper.MOST_HEIGHT - MARGIN - foot - y - 12) // _LINE)
    rows = _case_rows(view, case, names) if case else _said_rows(view, names)
    told, y = _told(_fitted(rows, room), y)
    seats, y = _seats(view, names, y)
    own, y = _own(view, y)
    return Board(paper.sheet(y + MARGIN, top + told + seats + own), _words(view, case, names))


def _who(view: View, seat: int, names: Sequence[str]) -> str:
    return "You" if seat == view.me else names[seat]


def _card(view: View, names: Sequence[str], y: float, has_question: bool) -> tuple[str, float]:
    """The card of the round: its job with the prompt, the question once it is asked; and where it ends."""
    card = view.card
    if card is None:
        return _between(view, names, y)
    question = _prompt(card.question) if has_question else []
    prompt = [] if question and view.step in _ANSWERING else _prompt(card.prompt)
    answers, low = _answers(view, 0) if question else ("", 0)
    gap = 8 if prompt and question else 0
    high = 32 + 21 * len(prompt) + (21 * len(question) + low + gap if question else 0)
    drawn = paper.panel(MARGIN, y, INNER, high, INK)
    drawn += f'<rect x="{MARGIN + 6}" y="{y + 6:g}" width="92" height="20" fill="{PLUM}"/>'
    drawn += said(JOBS[card.job], MARGIN + 52, y + 20.5, 14, "middle", "#fff", True)
    drawn += _suits(card.side.suits, WIDTH - MARGIN - 26, y + 5, 20)
    effect = EFFECTS[card.side.effect].name if card.side.effect else ""
    right = WIDTH - MARGIN - 10 - 22 * len(card.side.suits)
    drawn += said(effect, right, y + 20, SMALL, "end", FAINT) if effect else ""
    drawn += _serif(prompt, y + 44)
    if question:
        low = y + 44 + 21 * len(prompt) + gap
        if gap:
            drawn += f'<rect x="{MARGIN + 10}" y="{low - 21:g}" width="{INNER - 20}" height="1" fill="{paper.RULE}"/>'
        drawn += _serif(question, low) + at(0, low + 21 * len(question) - 12, answers)
    return part("card", drawn, job=card.job), y + high + 6


def _between(view: View, names: Sequence[str], y: float) -> tuple[str, float]:
    """No card is on the table: who deals, and the suit side of the next card."""
    drawn = paper.panel(MARGIN, y, INNER, 52)
    dealer = f"{paper.cut(_who(view, view.dealer, names), 150, 17, True)}"
    deals = "You deal" if view.dealer == view.me else f"{dealer} deals"
    drawn += said("The game is over" if view.result else deals, MARGIN + 10, y + 24, 17, bold=True)
    drawn += said(f"Spades {view.spades} of {view.spades_to_end}", MARGIN + 10, y + 43, SMALL, fill=FAINT)
    if view.top and not view.result:
        drawn += said("next card", WIDTH - MARGIN - 10, y + 18, SMALL, "end", FAINT)
        drawn += _suits(view.top.suits, WIDTH - MARGIN - 30, y + 24, 22)
    return part("card", drawn), y + 58


def _suits(letters: str, x: float, y: float, size: float) -> str:
    """The signs of a card, the first one to the left; the last one at x."""
    return "".join(suit(letter, x - (size + 2) * place, y, size) for place, letter in enumerate(reversed(letters)))


def _prompt(words: str) -> list[str]:
    return paper.fold(words, (INNER - 20) / 1.08, 17, 3)  # the serif runs a little wider


def _serif(rows: Sequence[str], y: float) -> str:
    return f'<g font-family="{SERIF}">{paper.block(rows, MARGIN + 10, y, 17)}</g>' if rows else ""


def _answers(view: View, y: float) -> tuple[str, float]:
    """The two answers side by side, once it is known with the adult one marked; and how high they are."""
    assert view.card is not None
    drawn, width = "", (INNER - 26) / 2
    folded = [paper.fold(words, width - 12, 13.5, 2, True) for words in view.card.answers]
    high = 8 + 16 * max(map(len, folded))
    for choice, rows in enumerate(folded):
        is_adult = view.card.adult == choice
        x = MARGIN + 10 + choice * (width + 6)
        drawn += paper.panel(x, y, width, high, GREEN if is_adult else paper.EDGE, thick=2 if is_adult else 1)
        drawn += paper.block(rows, x + 6, y + 16.5, 13.5, bold=is_adult)
    return part("answers", drawn, adult=view.card.adult), high + 6


Row = tuple[str, str, str]
"""A line of what was said: who, the words, the colour of the words."""


def _said_rows(view: View, names: Sequence[str]) -> list[Row]:
    """What counts of what people have said: answers in the sorting, results of the work before."""
    if view.answers:
        return [_answer_row(view, place, names) for place in range(len(view.answers))]
    table = table_facts.Table(view, None, names)
    if view.job is None:
        return [("", row, FAINT) for row in paper.fold(table.report_words, INNER - 16, 14, 3)]
    if view.job.examples:
        return _example_rows(view, names)
    rows = [(_who(view, row["seat"], names), *_result(row)) for row in table.results]
    return rows or [(_who(view, one.seat, names), f"“{one.text}”", INK) for one in view.job.record[-6:] if one.text]


def _answer_row(view: View, place: int, names: Sequence[str]) -> Row:
    assert view.card is not None
    row = view.answers[place]
    words = "no answer" if row.choice is None else view.card.answers[row.choice]
    words += f" “{row.note}”" if row.note else ""
    words += " (falls)" if row.stands is False and row.is_adult else ""
    return _who(view, row.seat, names), words, GREEN if row.is_adult else INK


def _example_rows(view: View, names: Sequence[str]) -> list[Row]:
    assert view.job is not None
    found: dict[int, list[str]] = {}
    for one in view.job.examples:
        mark = " (fine print)" if one.marked else " (struck)" if one.struck else ""
        found.setdefault(one.seat, []).append(one.text + mark)
    return [(_who(view, seat, names), ", ".join(texts), INK) for seat, texts in found.items()]


def _result(row: table_facts.Facts) -> tuple[str, str]:
    words = row["words"] if "words" in row else f"“{row['text']}”" if row["text"] is not None else "nothing"
    place = f"{row['place']}. " if row["place"] else ""
    off = " (fine print)" if row["marked"] else " (does not count)" if row["is_off"] else ""
    return " ".join(f"{place}{words}{off}".split()), RED if off else INK


def _case_rows(view: View, case: Case, names: Sequence[str]) -> list[Row]:
    """A case: the matter, and what both sides have said."""
    charge = table_facts.Table(view, None, names).case(case.number)["words"]
    spoken = [("", charge), (_who(view, case.filer, names), case.statement)]
    spoken += [(_who(view, case.against, names), case.retort)]
    rows: list[Row] = []
    for who, words in spoken:
        first, *rest = paper.fold(words, _TOLD if who else INNER - 14, 13.5, 3) or [""]
        rows += [(who, first, INK), *((" ", row, INK) for row in rest)] if first else []
    return rows


def _fitted(rows: Sequence[Row], room: int) -> Sequence[Row]:
    """The rows in two lines each if they all have room so; else one line each, as many as there is room for."""
    folded: list[Row] = []
    for who, words, colour in rows:
        first, *rest = paper.fold(words, _TOLD if who else INNER - 14, 13.5, 2) or [""]
        folded += [(who, first, colour), *((" ", row, colour) for row in rest)]
    return folded if len(folded) <= room else rows[:room]


def _told(rows: Sequence[Row], y: float) -> tuple[str, float]:
    """The lines of what was said, on a sheet; and where it ends."""
    if not rows:
        return "", y
    high = _LINE * len(rows) + 8
    drawn = paper.panel(MARGIN, y, INNER, high)
    for place, (who, words, colour) in enumerate(rows):
        foot, left = y + 17 + _LINE * place, MARGIN + (84 if who else 8)
        drawn += said(paper.cut(who, 72, SMALL, True), MARGIN + 8, foot, SMALL, bold=True) if who.strip() else ""
        drawn += said(paper.cut(words, _TOLD if who else INNER - 14, 13.5), left, foot, 13.5, fill=colour)
    return part("said", drawn), y + high + 6


def _seats(view: View, names: Sequence[str], y: float) -> tuple[str, float]:
    """All players in two columns, one's own seat first: name, money, score."""
    count, first = len(view.players), view.me or 0
    width, drawn = (INNER - 4) / 2, ""
    for place in range(count):
        seat = (first + place) % count
        x, top = MARGIN + place % 2 * (width + 4), y + place // 2 * (_SEAT + 2)
        drawn += _seat(view, view.players[seat], _who(view, seat, names), x, top, width)
    return drawn, y + (_SEAT + 2) * -(-count // 2) + 4


def _seat(view: View, player: PlayerView, who: str, x: float, y: float, width: float) -> str:
    edge = PLUM if player.is_dealer else paper.RULE
    drawn = paper.panel(x, y, width, _SEAT, edge, thick=2 if player.is_dealer else 1)
    drawn += said(paper.cut(who, 74, 14, True), x + 6, y + 16.5, 14, fill=FAINT if player.left else INK, bold=True)
    drawn += f'<rect x="{x + 84:g}" y="{y + 4:g}" width="28" height="16" fill="{BILL}" stroke="{GREEN}"/>'
    drawn += said(str(player.money), x + 98, y + 16.5, 13, "middle", GREEN, True)
    drawn += said(f"{player.score} pt", x + width - 6, y + 16.5, 13, "end")
    return part("seat", drawn, seat=player.seat, money=player.money, score=player.score)


def _own(view: View, y: float) -> tuple[str, float]:
    """One's own mantle and hand; and where they end."""
    if view.me is None:
        return "", y
    me = view.players[view.me]
    drawn = said("Mantle", MARGIN, y + 13, SMALL, fill=FAINT)
    for place, letter in enumerate(COLUMNS):
        top = y + 18 + 12 * place
        drawn += suit(letter, MARGIN, top, 11) + said(str(len(me.columns[place])), MARGIN + 18, top + 10, SMALL)
    hand = me.hand[:4]
    width = (INNER - 52) // 4 - 4
    drawn += "".join(_held(view, card, MARGIN + 56 + (width + 4) * place, y, width) for place, card in enumerate(hand))
    if not hand:
        drawn += said("no cards in hand", MARGIN + 56, y + 32, 14, fill=FAINT)
    elif len(me.hand) > 4:
        drawn += said(f"+{len(me.hand) - 4}", WIDTH - MARGIN, y + 13, SMALL, "end")
    return part("own", drawn, hand=" ".join(me.hand)), y + _OWN


def _held(view: View, id: str, x: float, y: float, width: float) -> str:
    """An own card: its suits, its game text by name, and what it would gain now."""
    card = CARDS[id]
    drawn = paper.panel(x, y, width, _OWN, INK)
    drawn += "".join(suit(letter, x + 5 + 20 * place, y + 5, 18) for place, letter in enumerate(card.suits))
    gain = max((one.gain for one in view.placings if one.card == id), default=0)
    drawn += said(f"+{gain}", x + width - 5, y + 19, 14, "end", GREEN, True) if gain else ""
    name = EFFECTS[card.effect].name if card.effect else " or ".join(SUITS[letter] for letter in card.suits)
    return part("held", drawn + paper.block(paper.fold(name, width - 8, SMALL, 2), x + 5, y + 35, SMALL), card=id)


def _unfolded(lines: Sequence[Row], what: str) -> list[tuple[str, str]]:
    """The same lines as facts: what was folded is one again; `what`: what the lines of nobody are about."""
    rows: list[tuple[str, str]] = []
    for who, words, _ in lines:
        if rows and (who == " " or (who or what) == rows[-1][0]):
            rows[-1] = (rows[-1][0], f"{rows[-1][1]} {words}")
        else:
            rows.append((who or what, words))
    return rows


def _words(view: View, case: Case | None, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    rows = [("Dealer", _who(view, view.dealer, names))]
    if view.card:
        rows.append((JOBS[view.card.job], view.card.prompt))
        rows += [("Question", f"{view.card.question} {' / '.join(view.card.answers)}")] if view.card.question else []
    lines = _case_rows(view, case, names) if case else _said_rows(view, names)
    rows += _unfolded(lines, "The case" if case else "Last round")
    if view.me is not None:
        hand = "; ".join(CARDS[id].suit_words for id in view.players[view.me].hand)
        rows += [("Your hand", hand or "no card")]
    seats = [(_who(view, one.seat, names), f"{one.money} money, {one.score} points") for one in view.players]
    return (*rows, *seats)
