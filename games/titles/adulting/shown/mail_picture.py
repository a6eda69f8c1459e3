"""The picture of a position: the card with its words, what players said, money, and the reader's cards."""

from collections.abc import Sequence

from msgspec.structs import replace

from games.drawing import mail_sheet as paper
from games.drawing.mail_sheet import FAINT, INNER, MARGIN, SERIF, SMALL, WIDTH, part, said
from games.drawing.svg import INK, at
from games.kernel.types import Decision
from games.titles.adulting.cards import CARDS, COLUMNS, EFFECTS, JOBS, SUITS
from games.titles.adulting.shown.drawing import BILL, GREEN, PLUM, RED, suit
from games.titles.adulting.shown.table_facts import Facts, TableFacts
from games.titles.adulting.shown.view_types import PlayerView, RoundCard, View, without_secrets
from games.titles.adulting.state import Case

_SEAT, _LINE, _OWN, _MARK = 24, 17, 54, 15  # heights: a player, lines of speech, the reader's cards, lines of marks
_TOLD = INNER - 84 - 6  # the width of a line of speech
Row = tuple[str, str, str]
"""A line of speech: speaker, words, colour of the words."""


def mail_picture(view: View, asked: Decision | None, names: Sequence[str], reader: int | None) -> str:
    """The drawing of a view for this reader."""
    view = without_secrets(view) if view.me != reader else view
    facts = TableFacts(replace(view, me=reader), None, names)
    case = next((case for case in view.cases if asked and asked.case == case.number), None)
    rows = _case_rows(facts, case) if case else _said_rows(view, facts)
    top, y = _card(view, view.card, has_question=case is None) if view.card else _between(view, facts)
    marks = _marks(view, facts)
    foot = (_SEAT + 2) * -(-len(view.players) // 2) + (_OWN + 6 if view.me is not None else 0) + _MARK * len(marks)
    room = int((paper.MOST_HEIGHT - MARGIN - foot - y - 12) // _LINE)
    told, y = _told(_fitted(rows, room), y)
    seats, y = _seats(view, facts, marks, y)
    own, y = _own(view, view.players[view.me], y) if view.me is not None else ("", y)
    return paper.sheet(y + MARGIN, top + told + seats + own)


def _card(view: View, card: RoundCard, has_question: bool) -> tuple[str, float]:
    """Draw the round's card, with its job and prompt, and the question once asked. Also returns where it ends."""
    question = _prompt(card.question) if has_question else []
    prompt = [] if question and view.step in ("answer", "votes", "bids") else _prompt(card.prompt)
    answers, low = _answers(card) if question else ("", 0)
    gap = 8 if prompt and question else 0
    high = 32 + 21 * len(prompt) + (21 * len(question) + low + gap if question else 0)
    drawn = paper.panel(MARGIN, MARGIN, INNER, high, INK)
    drawn += f'<rect x="{MARGIN + 6}" y="{MARGIN + 6}" width="92" height="20" fill="{PLUM}"/>'
    drawn += said(JOBS[card.job], MARGIN + 52, MARGIN + 20.5, 14, "middle", "#fff", True)
    drawn += _suits(card.side.suits, WIDTH - MARGIN - 26, MARGIN + 5, 20)
    effect = EFFECTS[card.side.effect].name if card.side.effect else ""
    right = WIDTH - MARGIN - 10 - 22 * len(card.side.suits)
    drawn += said(effect, right, MARGIN + 20, SMALL, "end", FAINT) if effect else ""
    drawn += _serif(prompt, MARGIN + 44)
    if question:
        foot = MARGIN + 44 + 21 * len(prompt) + gap
        if gap:
            drawn += f'<rect x="{MARGIN + 10}" y="{foot - 21}" width="{INNER - 20}" height="1" fill="{paper.RULE}"/>'
        drawn += _serif(question, foot) + at(0, foot + 21 * len(question) - 12, answers)
    return part("card", drawn, job=card.job), MARGIN + high + 6


def _between(view: View, facts: TableFacts) -> tuple[str, float]:
    """Without a card on the table: draw who deals, and the suit side of the next card."""
    drawn = paper.panel(MARGIN, MARGIN, INNER, 52)
    deals = f"{paper.cut(facts.name(view.dealer), 150, 17, True)} {'deal' if facts.is_me(view.dealer) else 'deals'}"
    drawn += said("The game is over" if view.result else deals, MARGIN + 10, MARGIN + 24, 17, bold=True)
    drawn += said(f"Spades {view.spades} of {view.spades_to_end}", MARGIN + 10, MARGIN + 43, SMALL, fill=FAINT)
    if view.top and not view.result:
        drawn += said("next card", WIDTH - MARGIN - 10, MARGIN + 18, SMALL, "end", FAINT)
        drawn += _suits(view.top.suits, WIDTH - MARGIN - 30, MARGIN + 24, 22)
    return part("card", drawn), MARGIN + 58


def _suits(letters: str, x: float, y: float, size: float) -> str:
    """The signs of a card from left to right, the last one at x."""
    return "".join(suit(letter, x - (size + 2) * place, y, size) for place, letter in enumerate(reversed(letters)))


def _prompt(words: str) -> list[str]:
    return paper.fold(words, (INNER - 20) / 1.2, 17, 3)  # a reader's serif may run wider


def _serif(rows: Sequence[str], y: float) -> str:
    return f'<g font-family="{SERIF}">{paper.block(rows, MARGIN + 10, y, 17)}</g>' if rows else ""


def _answers(card: RoundCard) -> tuple[str, float]:
    """Draw the two answers side by side, with the adult one marked once known. Also returns their height."""
    drawn, width = "", (INNER - 26) / 2
    folded = [paper.fold(words, width - 12, 13.5, 2, True) for words in card.answers]
    high = 8 + 16 * max(map(len, folded))
    for choice, rows in enumerate(folded):
        is_adult = card.adult == choice
        x = MARGIN + 10 + choice * (width + 6)
        drawn += paper.panel(x, 0, width, high, GREEN if is_adult else paper.EDGE, thick=2 if is_adult else 1)
        drawn += paper.block(rows, x + 6, 16.5, 13.5, bold=is_adult)
    return part("answers", drawn, adult=card.adult), high + 6


def _said_rows(view: View, facts: TableFacts) -> list[Row]:
    """What players have said: their answers once public, before that the results of the job."""
    card, job = view.card, view.job
    if card is None or job is None:
        return [("", row, FAINT) for row in paper.fold(facts.report_words, INNER - 16, 14, 3)]
    rows = []
    for answer in view.answers:
        words = "no answer" if answer.choice is None else card.answers[answer.choice]
        words += " (falls)" if answer.stands is False and answer.is_adult else ""
        words += f" (down: {facts.whom(answer.down)})" if answer.down else ""
        words += f" “{answer.note}”" if answer.note else ""
        rows.append((facts.name(answer.seat), words, GREEN if answer.is_adult else INK))
    if rows:
        return rows
    named: dict[int, list[str]] = {}
    for one in job.examples:
        mark = " (fine print)" if one.marked else " (struck)" if one.struck else ""
        named.setdefault(one.seat, []).append(one.text + mark)
    rows = [(facts.name(seat), ", ".join(texts), INK) for seat, texts in named.items()]
    rows = rows or [(facts.name(row["seat"]), *_result(row)) for row in facts.results]
    return rows or [(facts.name(one.seat), f"“{one.text}”", INK) for one in job.record[-6:] if one.text]


def _result(row: Facts) -> tuple[str, str]:
    words = row["words"] if "words" in row else f"“{row['text']}”" if row["text"] is not None else "nothing"
    place = f"{row['place']}. " if row["place"] else ""
    off = " (fine print)" if row["marked"] else " (does not count)" if row["is_off"] else ""
    return " ".join(f"{place}{words}{off}".split()), RED if off else INK


def _case_rows(facts: TableFacts, case: Case) -> list[Row]:
    """What a case is about, and what both parties have said."""
    rows = _folded("", facts.case(case.number)["words"], INK, 3)
    rows += _folded(facts.name(case.filer), case.statement, INK, 3) if case.statement else []
    rows += _folded(facts.name(case.against), case.retort, INK, 3) if case.retort else []
    sides = {"For": [seat for seat, vote in case.votes.items() if vote]}
    sides["Against"] = [seat for seat in case.votes if seat not in sides["For"]]
    return rows + [(side, facts.whom(seats), INK) for side, seats in sides.items() if seats]


def _folded(who: str, words: str, colour: str, most: int = 2) -> list[Row]:
    """Words folded into several lines, of which only the first names the speaker."""
    lines = paper.fold(words, _TOLD if who else INNER - 14, 13.5, most) or [""]
    return [(" " if place else who, line, colour) for place, line in enumerate(lines)]


def _fitted(rows: Sequence[Row], room: int) -> Sequence[Row]:
    """The rows in up to two lines each if they all fit; else in one line each, as many as fit."""
    folded = [line for row in rows for line in _folded(*row)]
    return folded if len(folded) <= room else rows[:room]


def _told(rows: Sequence[Row], y: float) -> tuple[str, float]:
    """Draw the lines of speech on a panel. Also returns where it ends."""
    if not rows:
        return "", y
    high = _LINE * len(rows) + 8
    drawn = paper.panel(MARGIN, y, INNER, high)
    for place, (who, words, colour) in enumerate(rows):
        foot, left = y + 17 + _LINE * place, MARGIN + (84 if who else 8)
        drawn += said(paper.cut(who, 72, SMALL, True), MARGIN + 8, foot, SMALL, bold=True) if who.strip() else ""
        drawn += said(paper.cut(words, _TOLD if who else INNER - 14, 13.5), left, foot, 13.5, fill=colour)
    return part("said", drawn), y + high + 6


def _seats(view: View, facts: TableFacts, marks: Sequence[str], y: float) -> tuple[str, float]:
    """Draw all players in two columns, the viewer first: name, money, score; with a triangle for those who are asked,
    and below what else marks them. Also returns where they end."""
    (width, lefts), drawn = paper.columns(2), ""
    for place, seat in enumerate(facts.seats):
        player, x, top = view.players[seat], lefts[place % 2], y + place // 2 * (_SEAT + 2)
        colour = FAINT if player.left else INK
        row = paper.panel(x, top, width, _SEAT, marked=PLUM if player.is_dealer else "")
        is_asked = seat in view.main and view.result is None
        row += paper.turn_mark(x + 5, top + 12, PLUM) if is_asked else ""
        left = 16 if is_asked else 6
        row += said(paper.cut(facts.name(seat), 80 - left, 14, True), x + left, top + 16.5, 14, fill=colour, bold=True)
        row += f'<rect x="{x + 84:g}" y="{top + 4:g}" width="28" height="16" fill="{BILL}" stroke="{GREEN}"/>'
        row += said(str(player.money), x + 98, top + 16.5, 13, "middle", GREEN, True)
        row += said(f"{player.score} pt", x + width - 6, top + 16.5, 13, "end")
        drawn += part("seat", row, seat=seat, money=player.money, score=player.score, asked=is_asked)
    low = y + (_SEAT + 2) * -(-len(view.players) // 2) + 4
    return drawn + paper.block(marks, MARGIN, low + 10, SMALL, fill=FAINT), low + _MARK * len(marks)


def _marks(view: View, facts: TableFacts) -> list[str]:
    """What lies before the players besides money, in up to two lines: opened bids, game texts that last, cases."""
    told = []
    for seat in facts.seats:
        bid = [f"bid {view.bids[seat].amount}"] if seat in view.bids and view.step == "till" else []
        if marks := bid + list(facts.panels[seat].marks):
            told.append(f"{facts.name(seat)}: {', '.join(marks)}")
    return paper.fold("; ".join(told), INNER, SMALL, 2) if told else []


def _own(view: View, me: PlayerView, y: float) -> tuple[str, float]:
    """Draw the viewer's mantle and hand. Also returns where they end."""
    drawn = said("Mantle", MARGIN, y + 13, SMALL, fill=FAINT)
    for place, letter in enumerate(COLUMNS):
        top = y + 18 + 12 * place
        drawn += suit(letter, MARGIN, top, 11) + said(str(len(me.columns[place])), MARGIN + 18, top + 10, SMALL)
    width = (INNER - 52) // 4 - 4
    for place, card in enumerate(me.hand[:4]):
        drawn += _held(view, card, MARGIN + 56 + (width + 4) * place, y, width)
    if not me.hand:
        drawn += said("no cards in hand", MARGIN + 56, y + 32, 14, fill=FAINT)
    elif len(me.hand) > 4:
        drawn += said(f"+{len(me.hand) - 4}", WIDTH - MARGIN, y + 13, SMALL, "end")
    return part("own", drawn, hand=" ".join(me.hand)), y + _OWN


def _held(view: View, id: str, x: float, y: float, width: float) -> str:
    """Draw a card of the viewer's hand: its suits, the name of its game text, and what it would gain now."""
    card = CARDS[id]
    drawn = paper.panel(x, y, width, _OWN, INK)
    drawn += "".join(suit(letter, x + 5 + 20 * place, y + 5, 18) for place, letter in enumerate(card.suits))
    gain = max((one.gain for one in view.placings if one.card == id), default=0)
    drawn += said(f"+{gain}", x + width - 5, y + 19, 14, "end", GREEN, True) if gain else ""
    name = EFFECTS[card.effect].name if card.effect else " or ".join(SUITS[letter] for letter in card.suits)
    return part("held", drawn + paper.block(paper.fold(name, width - 8, SMALL, 2), x + 5, y + 35, SMALL), card=id)
