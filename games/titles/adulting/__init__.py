"""Adulting: small jobs, grown-up answers, blind bids for cards, and a court of law for everything else."""

from pathlib import Path

from games.kernel import data
from games.kernel.game import Bot, Game, Lobby, Mail, Manual, Rules, Table
from games.titles.adulting import bot, flow, rules, verbs, words
from games.titles.adulting.bot.determinize import determinize
from games.titles.adulting.shown import scene, table_facts
from games.titles.adulting.shown.drawing import pictures
from games.titles.adulting.shown.gallery import gallery
from games.titles.adulting.shown.mail_picture import mail_picture
from games.titles.adulting.shown.position_words import position_words
from games.titles.adulting.shown.view_types import View
from games.titles.adulting.state import Options, State, audit
from games.titles.adulting.view import view

FOLDER = Path(__file__).parent

game = Game(
    meta=data.read_meta(FOLDER),
    clauses=data.read_clauses(FOLDER),
    rules=Rules[State, Options, View](
        state=State,
        options=Options,
        setup=flow.setup,
        steps=rules.STEPS,
        view=view,
        result=flow.result,
        drop=flow.drop,
        determinize=determinize,
        audit=audit,
        refusals=verbs.REFUSALS,
    ),
    bot=Bot[State, View](choose=bot.choose, candidate_moves=bot.candidate_moves, win_chances=bot.win_chances),
    table=Table[State, View](
        story=words.story,
        log_pictures=words.log_pictures,
        headline=words.headline,
        position_words=position_words,
        result_notes=words.result_notes,
        facts=table_facts.TableFacts,
        why_not=verbs.why_not_moves,
    ),
    mail=Mail[View](choices=verbs.choices, picture=mail_picture),
    manual=Manual[State, Options](gallery=gallery, scene=scene.table, pictures=pictures),
    lobby=Lobby[Options](finalize_options=flow.finalize_options),
)
