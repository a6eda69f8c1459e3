"""Parcels: a climbing and shedding card game for three to five, in which an open storage decides what may be played."""

from pathlib import Path

from games.kernel import data
from games.kernel.game import Bot, Game, Mail, Manual, Rules, Table
from games.titles.parcels import (
    board,
    bot,
    decisions,
    drawing,
    mail_picture,
    refusals,
    rules,
    scene,
    state,
    table_facts,
    view,
    words,
)

_FOLDER = Path(__file__).parent

game = Game(
    meta=data.read_meta(_FOLDER),
    clauses=data.read_clauses(_FOLDER),
    rules=Rules[state.State, state.Options, view.View](
        state=state.State,
        options=state.Options,
        setup=rules.setup,
        steps=(rules.DealRound(), rules.Lead(), rules.Follow(), rules.EndTrick(), rules.EndRound()),
        view=view.view,
        result=rules.result,
        drop=rules.drop,
        determinize=view.determinize,
        audit=state.audit,
        refusals=refusals.REFUSALS,
    ),
    bot=Bot[state.State, view.View](
        choose=bot.choose,
        candidate_moves=bot.candidate_moves,
        win_chances=bot.win_chances,
    ),
    table=Table[state.State, view.View](
        story=words.story,
        log_pictures=words.log_pictures,
        headline=words.headline,
        result_notes=words.result_notes,
        facts=table_facts.Table,
        shown_once=frozenset({"pass", "trick"}),
        why_not=decisions.wanted_moves,
    ),
    mail=Mail[view.View](
        choices=words.choices,
        picture=mail_picture.mail_picture,
    ),
    manual=Manual[state.State, state.Options](
        gallery=drawing.gallery,
        scene=scene.place,
        board=board.board,
    ),
)
