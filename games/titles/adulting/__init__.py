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
    judge,
    mail_picture,
    rules,
    scene,
    screen,
    tries,
    words,
)
from games.titles.adulting.drawing import pictures
from games.titles.adulting.refusals import REFUSALS
from games.titles.adulting.state import Options, State, audit
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
    may=judge.may,
    drop=rules.drop,
    story=words.story,
    steps=rules.STEPS,
    headline=words.headline,
    standing=words.standing,
    choose=bot.choose,
    ideas=bot.ideas,
    outlook=bot.outlook,
    choices=choices.choices,
    determinize=determinize.determinize,
    audit=audit,
    table=screen.table,
    refusals=REFUSALS,
    gallery=gallery.gallery,
    scene=scene.table,
    pictures=pictures.pictures,
    board=board.board,
    mail_picture=mail_picture.mail_picture,
    tries=tries.tries,
    at_start=beginning.at_start,
)
