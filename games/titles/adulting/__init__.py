"""Adulting: small jobs, grown-up answers, blind bids for cards, and a legal system beside it all."""

from pathlib import Path

from games.kernel import data
from games.kernel.game import Game
from games.titles.adulting import (
    beginning,
    board,
    bot,
    choices,
    determinize,
    gallery,
    mail_picture,
    refusals,
    rules,
    scene,
    table_facts,
    why_not,
    words,
)
from games.titles.adulting.drawing import pictures
from games.titles.adulting.state import Options, State, audit
from games.titles.adulting.unreadable import REFUSALS
from games.titles.adulting.view import view

FOLDER = Path(__file__).parent

game = Game(
    meta=data.read_meta(FOLDER),
    clauses=data.read_clauses(FOLDER),
    state=State,
    options=Options,
    setup=beginning.setup,
    view=view,
    result=beginning.result,
    may=refusals.may,
    drop=rules.drop,
    story=words.story,
    steps=rules.STEPS,
    headline=words.headline,
    result_notes=words.result_notes,
    choose=bot.choose,
    candidate_moves=bot.candidate_moves,
    win_chances=bot.win_chances,
    choices=choices.choices,
    determinize=determinize.determinize,
    audit=audit,
    table=table_facts.table,
    refusals=REFUSALS,
    gallery=gallery.gallery,
    scene=scene.table,
    pictures=pictures.pictures,
    board=board.board,
    mail_picture=mail_picture.mail_picture,
    why_not=why_not.tries,
    finalize_options=beginning.finalize_options,
)
