"""Parcels: a climbing and shedding card game for three to five, in which an open storage decides what may be played."""

from pathlib import Path

from games.kernel import data
from games.kernel.game import Game
from games.titles.parcels import (
    board,
    bot,
    diagrams,
    gallery,
    mail_picture,
    refusals,
    rules,
    scene,
    state,
    table_facts,
    view,
    why_not,
    words,
)

_FOLDER = Path(__file__).parent

game = Game(
    meta=data.read_meta(_FOLDER),
    clauses=data.read_clauses(_FOLDER),
    state=state.State,
    options=state.Options,
    setup=rules.setup,
    view=view.view,
    result=rules.result,
    drop=rules.drop,
    story=words.story,
    steps=(rules.DealRound(), rules.Lead(), rules.Follow(), rules.EndTrick(), rules.EndRound()),
    headline=words.headline,
    result_notes=words.result_notes,
    choose=bot.choose,
    candidate_moves=bot.candidate_moves,
    win_chances=bot.win_chances,
    choices=words.choices,
    determinize=view.determinize,
    audit=state.audit,
    table=table_facts.Table,
    # A pass that ends the trick turns cards up that the trick takes away at once: only the log has them (PC-56).
    shown_once=frozenset({"pass", "trick"}),
    why_not=why_not.tries,
    gallery=gallery.faces,
    scene=scene.place,
    pictures=diagrams.pictures,
    board=board.board,
    mail_picture=mail_picture.mail_picture,
    refusals=refusals.REFUSALS,
)
