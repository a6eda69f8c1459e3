"""A choice in progress in a form: what is chosen so far, what the rules still allow, and what the move would do."""

from typing import Any

from games.kernel import engine
from games.kernel.types import Move
from games.matches import move_forms
from games.matches.loaded import LoadedMatch
from games.table.presenter import Chosen, own_decisions, with_names


def chosen_so_far(loaded: LoadedMatch, seat: int, data: move_forms.FormData) -> Chosen | None:
    """The choice in progress in a form; None if the form names no action that this seat is offered."""
    verb = move_forms.verb_of(data)
    if not verb:
        return None
    for open in own_decisions(loaded, seat).all:
        for action in open.decision.actions:
            if action.verb == verb:
                return Chosen(verb, move_forms.partial(action, data), move_forms.sent(data))
    return None


def still_possible(loaded: LoadedMatch, seat: int, data: move_forms.FormData) -> dict[str, list[Any]]:
    """For a choice in progress: the values that the rules still allow, by field."""
    chosen = chosen_so_far(loaded, seat, data)
    if chosen is None:
        return {}
    step = loaded.game.rules.by_name[loaded.at_table().step]
    return step.narrow(loaded.at_table().state, seat, chosen.verb, chosen.args)


def preview(loaded: LoadedMatch, seat: int | None, data: move_forms.FormData) -> list[str]:
    """What this move would do, in sentences, judging by what the seat may know. Raises IllegalMove."""
    opens = own_decisions(loaded, seat).all
    verb = move_forms.verb_of(data)
    asked = next(iter(opens), None)  # the default, so that the rules refuse an unknown verb with their own message
    open = next((o for o in opens if any(action.verb == verb for action in o.decision.actions)), asked)
    move = move_forms.read_move(open.decision, data) if open else Move(verb)
    _, fitted = engine.check(loaded.game, loaded.at_table(), -1 if seat is None else seat, move)
    step = loaded.game.rules.by_name[loaded.at_table().step]
    told = step.preview(loaded.at_table().state, -1 if seat is None else seat, fitted)
    if not told and open is not None and fitted.args:  # a title may leave it at the move itself
        told = [move_forms.in_words(open.decision, fitted)]
    return [with_names(words, loaded.names, seat) for words in told]
