"""The app config for matches: registers its account hooks (profile, export, deletion) and its kinds of email."""

from django.apps import AppConfig
from django.conf import settings

from games import titles


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        if settings.HAS_MODEL_GAMES:
            titles.offer_models()
        from games import account_hooks  # noqa: F401  (registers itself)
        from games.mail import (  # noqa: F401  (these register themselves)
            answer_email,
            group_emails,
            invitation_emails,
            news_emails,
            notices,
            result_email,
            staff_emails,
            tournament_emails,
            turn_emails,
        )
        from games.operations import figures

        figures.start()
