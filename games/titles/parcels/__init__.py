"""Parcels: a climbing and shedding card game for three to five, in which an open storage decides what may be played."""

from pathlib import Path

from games.kernel import data
from games.kernel.game import Game
from games.titles.parcels import (
    board,
    bot,
    checks,
    diagrams,
    gallery,
    mail_picture,
    rules,
    scene,
    screen,
    state,
    view,
    wishes,
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
    standing=words.standing,
    choose=bot.choose,
    ideas=bot.ideas,
    outlook=bot.outlook,
    choices=words.choices,
    determinize=view.determinize,
    audit=state.audit,
    table=screen.Table,
    # A pass that ends the trick turns cards up that the trick takes away at once: only the log has them (PC-56).
    shown_once=frozenset({"pass", "trick"}),
    tries=wishes.tries,
    gallery=gallery.faces,
    scene=scene.place,
    pictures=diagrams.pictures,
    board=board.board,
    mail_picture=mail_picture.mail_picture,
    refusals=checks.REFUSALS,
)
