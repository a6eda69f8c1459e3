"""The position in words, for emails and for those who cannot see the table."""

from collections.abc import Sequence

from games.kernel.display import Fact
from games.kernel.words import called, several, whose
from games.titles.parcels import words
from games.titles.parcels.table_facts import Facts, TableFacts
from games.titles.parcels.view import View


def position_words(view: View, names: Sequence[str], reader: int | None) -> list[Fact]:
    """What a view shows: the table meld first, the piles and the last round as details."""
    facts, me = TableFacts(view, None, names), view.me
    told = [Fact("Table", _table(view, names, reader))]
    if me is not None:
        told.append(Fact(f"{whose(me, reader, names)} hand", words.cards_words(view.hand, " ", "no card")))
        told += [Fact(f"{whose(me, reader, names)} plan", f"first {'; else '.join(facts.plan)}")] if facts.plan else []
    told.append(Fact("Storage", f"{words.stacks_words(view.storage)}; {', '.join(['singles', *words.limits(view)])}"))
    order = [*view.players[me or 0 :], *view.players[: me or 0]]
    told += [Fact(called(one.seat, reader, names), _player(view, facts, one.seat)) for one in order]
    told.append(Fact("Round", f"{view.round} of {view.rounds}, trick {view.trick}", is_detail=True))
    told.append(Fact("Deck", f"{several(view.deck, 'card')}; discarded: {facts.discard_words}", is_detail=True))
    last = facts.last
    return [*told, Fact(f"Round {last['round']}", _last(last), is_detail=True)] if last and last["is_new"] else told


def _table(view: View, names: Sequence[str], reader: int | None) -> str:
    if view.table is None or view.owner is None:
        return words.leads(view, names)
    return f"{words.meld_words(view.table.cards)} of {called(view.owner, reader, names)}"


def _player(view: View, facts: TableFacts, seat: int) -> str:
    """Cards, score and status of a player."""
    one, panel = view.players[seat], facts.panels[seat]
    if one.left:
        return "left"
    told = [counter.words for counter in panel.counters]
    return ", ".join([*told, *["on turn"] * one.is_turn, *panel.marks])


def _last(last: Facts) -> str:
    """How a round ended: who took which place with what."""
    rows = []
    for row in last["rows"]:
        scored = f", takes {row['took']}, points {row['points']}" if last["is_scored"] else ""
        rows.append(f"{row['place']} {row['name']}: left {row['hand']}{scored}")
    return "; ".join([f"{last['winner']} delivered everything" if last["winner"] else "abandoned", *rows])
