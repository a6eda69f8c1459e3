"""The position in words, for emails and for those who cannot see the table."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from games.kernel.display import Fact
from games.kernel.words import several, whose
from games.titles.adulting.cards import CARDS, JOBS
from games.titles.adulting.shown.table_facts import ENTRIES, FACES, Facts, TableFacts, side_facts
from games.titles.adulting.shown.view_types import EntryView, ExampleView, JobView, RoundCard, View, without_secrets
from games.titles.adulting.state import Case

Pairs = Iterator[tuple[str, str]]
MOST_MATTERS = 12  # rulings to object to


def position_words(view: View, names: Sequence[str], reader: int | None) -> list[Fact]:
    """What a view shows: the card, cases, what players said, hand and money first; rules and mantles as details."""
    view = without_secrets(view) if view.me != reader else view
    facts = TableFacts(replace(view, me=reader), None, names)
    told = [Fact(label, text) for label, text in _main(view, facts, names, reader) if text]
    return told + [Fact(label, text, is_detail=True) for label, text in _details(view, facts) if text]


def _quote(words: str) -> str:
    return "“{}”".format(words.replace("\n", " / "))


def _main(view: View, facts: TableFacts, names: Sequence[str], reader: int | None) -> Pairs:
    yield "Dealer", facts.name(view.dealer)
    yield "Now", f"{facts.doing}. Round {view.round}, spades {view.spades} of {view.spades_to_end}"
    for case in view.cases:
        if case.stage != "closed":
            yield from _case(case, facts)
    if view.card and view.job:
        yield JOBS[view.card.job], view.card.prompt
        yield "Question", f"{view.card.question} {' / '.join(view.card.answers)}" if view.card.question else ""
        yield from _answers(view.card, view, facts) if view.answers else _work(view.card, view.job, facts)
    else:
        yield "Last round", facts.report_words
        yield "Next card", side_facts(view.top)["words"] if view.top and not view.result else ""
    if view.me is not None:
        hand = "; ".join(CARDS[id].suit_words for id in view.players[view.me].hand)
        yield f"{whose(view.me, reader, names)} hand", hand or "no card"
    for seat in facts.seats:
        one = view.players[seat]
        yield facts.name(seat), f"{one.money} money, {several(one.score, 'point')}"


def _case(case: Case, facts: TableFacts) -> Pairs:
    """What a case is about, and what both parties have said."""
    found = facts.case_facts(case)
    price = case.price or case.asked_price
    stake = f" Price: {price}{'' if case.price else ' at most'}." if price else ""
    yield f"{found['title']} {case.number}", found["words"] + stake
    yield f"{facts.name(case.filer)} in case {case.number}", _quote(case.statement) if case.statement else ""
    yield f"{facts.name(case.against)} in case {case.number}", _quote(case.retort) if case.retort else ""


def _answers(card: RoundCard, view: View, facts: TableFacts) -> Pairs:
    """What players have answered to the question."""
    for answer in view.answers:
        words = "no answer" if answer.choice is None else card.answers[answer.choice]
        words += f" {_quote(answer.note)}" if answer.note else ""
        adult = "adult" if answer.is_adult else "childish"
        words += " (excused)" if answer.excused else "" if answer.is_adult is None else f" ({adult})"
        if answer.is_adult and answer.stands is not None:
            words += ": stands" if answer.stands else ": falls"
        yield f"{facts.name(answer.seat)}, answer", words


def _work(card: RoundCard, job: JobView, facts: TableFacts) -> Pairs:
    """What players have said and done for the job."""
    for lap in dict.fromkeys(entry.lap for entry in job.record):
        named = [_entry(entry, facts) for entry in job.record if entry.lap == lap]
        yield f"Lap {lap}", "; ".join(named)
    for row in facts.results:
        yield f"{facts.name(row['seat'])}, {JOBS[card.job]}", _result(row)
    for seat in [] if job.is_ruled else job.players:
        yield f"{facts.name(seat)}, examples", ", ".join(_example(one) for one in job.examples if one.seat == seat)


def _entry(entry: EntryView, facts: TableFacts) -> str:
    said = f" {_quote(entry.text)}" if entry.text else ""
    kind = f" ({ENTRIES[entry.kind]})" if entry.kind in ENTRIES else ""
    return f"{facts.name(entry.seat)}{said}{kind}{' (struck)' if entry.struck else ''}"


def _example(one: ExampleView) -> str:
    marks = " (fine print)" * one.marked + " (struck)" * one.struck + " (not reached)" * (not one.named)
    return _quote(one.text) + marks


def _result(row: Facts) -> str:
    """A number or text of the job, with its place."""
    words = row["words"] if "words" in row else "nothing" if row["text"] is None else _quote(row["text"])
    place = f"{row['place']}. " if row["place"] else ""
    off = " (does not count)" if row["is_off"] else " (fine print)" if row["marked"] else ""
    return f"{place}{words}{off}{' (+1 extra)' if row['bonus'] else ''}"


def _details(view: View, facts: TableFacts) -> Pairs:
    """Further facts as (label, text); "" where there is nothing to say."""
    card, job = view.card, view.job
    if card and job and facts.card:
        yield from _work(card, job, facts) if view.answers else ()
        yield "At stake", facts.card["side"]["words"]
        yield "To do", f"{facts.card['rule']} {facts.card['pays']}"
        adult = "" if card.adult is None else card.answers[card.adult]
        yield "The adult answer", adult
        yield "Fine print", (card.fine_print or "none") if card.id else ""
        wages = ", ".join(f"{facts.name(seat)} {pay}" for seat, pay in facts.pay_list)
        yield "Wages" if view.is_voted else "Wages as they stand", wages
        yield "Your list", "" if job.my_list is None or job.is_ruled else ", ".join(job.my_list) or "nothing"
    yield from _to_do(view, facts)
    for id in view.players[view.me].hand if view.me is not None else ():
        yield FACES[id]["words"], FACES[id]["text"]
    for seat in facts.seats:
        one = facts.player(seat)
        columns = ", ".join(f"{column['name'].lower()} {column['count']}" for column in one["columns"])
        yield f"{facts.whose(seat)} mantle", f"{columns}; {one['sum']}"
    if facts.end:
        places = [f"{row['rank']}. {row['name']}" for row in facts.end["rows"]]
        yield "The end", f"{facts.end['words']} {', '.join(places)}"


def _to_do(view: View, facts: TableFacts) -> Pairs:
    """What the viewer can object to, bid, owe and gain."""
    matters = view.law.matters if view.law else []
    told = [f"{facts.name(one.seat)}: {one.words}" for one in matters[:MOST_MATTERS]]
    more = [f"and {len(matters) - MOST_MATTERS} more"] if len(matters) > MOST_MATTERS else []
    yield "Rulings to object to at the table, before the votes close", "; ".join(told + more)
    if view.me is not None and view.step in ("votes", "bids"):
        gain = f"The card would gain you {view.card_gain}."
        if view.step == "bids":
            bidders = ", ".join(f"{facts.name(seat)} with {view.players[seat].money} money" for seat in view.bidders)
            yield "Bidding", f"{bidders}. {gain}"
        elif view.top_bid is not None:
            yield "Your bid", f"A standing bid can be up to {view.top_bid}: your money and the wages to come. {gain}"
    if view.due:
        yield "The till", f"{'You owe the bank' if view.due[0] == 'price' else 'The bank owes you'} {view.due[1]}."
    for way in view.placings if view.step == "scoring" else ():
        ends = "; this ends the game" if way.ends else ""
        where = f"{FACES[way.card]['words']} in {facts.columns[way.column]}"
        yield where, f"+{way.gain}, then {way.score}{ends}"
