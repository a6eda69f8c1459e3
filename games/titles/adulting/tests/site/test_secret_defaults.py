"""What the clock plays in secret is told to its player, and to nobody else."""

from typing import Any

import pytest

from accounts.mail.email import Email, rendered
from accounts.models import OutgoingMail
from games.deadlines import sweep
from games.matches.loaded import load_match
from games.models import OpenDecision
from games.table import presenter
from tests.games.conftest import move_on

pytestmark = pytest.mark.django_db


def test_an_email_tells_its_reader_the_secret_vote_that_the_clock_cast(
    start: Any, owner: Any, player: Any, staff: Any
) -> None:
    match = start("adulting", (owner, player, staff))
    vote = None
    while vote is None:
        move_on(match, 1)
        loaded = load_match(match.pk)
        vote = next((one for one in loaded.open_decisions() if one.decision.actions[0].verb == "votes"), None)
    promised = presenter.default_words(loaded, loaded.view_for(vote.decision.seat), vote.decision)
    sweep.expire_due(OpenDecision.objects.get(match=match, key=vote.id).due_at)
    email = rendered(OutgoingMail.objects.get(kind="defaulted", data__decision=vote.id))
    assert isinstance(email, Email) and f"This was played for you: {promised}." in email.text
    mine = loaded.seats[vote.decision.seat].user
    others = [rendered(row) for row in OutgoingMail.objects.filter(kind__in=("turn", "missed")).exclude(user=mine)]
    assert others and not [
        one for one in others if isinstance(one, Email) and f"played for you: {promised}" in one.text
    ]
