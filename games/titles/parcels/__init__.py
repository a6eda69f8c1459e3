"""Parcels: a climbing and shedding card game for three to five; the shared storage decides which melds are legal."""

from pathlib import Path

from games.kernel import data
from games.kernel.game import Bot, Game, Mail, Manual, Rules, Table
from games.titles.parcels import bot, decisions, refusals, rules, scene, table_facts, words
from games.titles.parcels.determinize import determinize
from games.titles.parcels.gallery import gallery
from games.titles.parcels.mail_picture import mail_picture
from games.titles.parcels.position_words import position_words
from games.titles.parcels.state import Options, State, audit
from games.titles.parcels.view import View, view

FOLDER = Path(__file__).parent

game = Game(
    meta=data.read_meta(FOLDER),
    clauses=data.read_clauses(FOLDER),
    rules=Rules[State, Options, View](
        state=State,
        options=Options,
        setup=rules.setup,
        steps=(rules.DealRound(), rules.Lead(), rules.Follow(), rules.EndTrick(), rules.EndRound()),
        view=view,
        result=lambda state: state.ranks,
        drop=rules.drop,
        determinize=determinize,
        audit=audit,
        refusals=refusals.REFUSALS,
    ),
    bot=Bot[State, View](
        choose=bot.choose, candidate_moves=bot.candidate_moves, win_chances=bot.win_chances, quick=bot.quick
    ),
    table=Table[State, View](
        story=words.story,
        log_pictures=words.log_pictures,
        headline=words.headline,
        position_words=position_words,
        result_notes=words.result_notes,
        facts=table_facts.TableFacts,
        shown_once=frozenset({"pass", "trick"}),
        why_not=decisions.wanted_moves,
    ),
    mail=Mail[View](choices=words.choices, picture=mail_picture),
    manual=Manual[State, Options](gallery=gallery, scene=scene.place),
)
