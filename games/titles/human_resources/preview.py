"""Preview of a legal move: its effect on the office and the sentences to confirm it, from what its seat may know.

"{1}" stands for the name of seat 1.
"""

from collections.abc import Collection, Mapping

from games.kernel.types import Move
from games.kernel.words import joined, several
from games.titles.human_resources.cards import ABILITY, CARDS, COLOURS, POINTS
from games.titles.human_resources.effects import crowdfunded, formed
from games.titles.human_resources.managers import play_of
from games.titles.human_resources.patterns import survey
from games.titles.human_resources.state import State, colours


def recoloured(before: Mapping[int, str], move: Move) -> tuple[dict[int, str], list[int]]:
    """(carpet colours after this move, sorted places whose colour changes), for pattern matching (HR-34, HR-35)."""
    laid = play_of(move.verb, move.args["card"]).changes(move.args, before)
    change = {at: card and card[-1] for at, card in laid.items()}
    after = {at: colour for at, colour in {**before, **change}.items() if colour}
    return after, sorted(at for at, colour in change.items() if before.get(at) != colour)


def preview(state: State, seat: int, move: Move) -> list[str]:
    """Sentences without a full stop: what scores, what it forms for the rival, what gets nearer, whether the game ends.

    A move that scores and forms nothing is described by what it changes in the office instead.
    """
    after, changed = recoloured(colours(state), move)
    own, theirs = (formed(state, owner, after, changed) for owner in (seat, 1 - seat))
    rival = f"{{{1 - seat}}}"
    said = [f"completes {CARDS[card].name} (+{POINTS[card]})" for card in own]
    served, in_vain = crowdfunded(state, 1 - seat, theirs)
    for card, crowd in served:
        scored = f"{rival} scores {CARDS[card].name} ({POINTS[card]})"
        said.append(f"Crowdfunding: {scored}, you score {POINTS[crowd]}")
    said += [f"forms {rival}’s {CARDS[card].name}: no points for {rival}" for card in in_vain]
    said += _of_the_card(state, move)
    if not said:
        play = play_of(move.verb, move.args["card"])
        said = _in_the_office(colours(state), after, changed) if changed else [play.describe(state, seat, move.args)]
    return said + _nearer(state, seat, after, {*own, *theirs}) + _ending(state, move)


def _of_the_card(state: State, move: Move) -> list[str]:
    """What the card itself does: a quota, a project whose pattern is already there, Overtime."""
    card, said = move.args["card"], []
    if move.verb == "quota":
        said.append(f"scores {CARDS[card].name} (+{POINTS[card]})")
    if move.verb == "project" and survey(card, colours(state))[0]:
        said.append("its pattern is already there: only a later action of yours can score it")
    if move.args.get("overtime"):
        said.append("reveals Overtime: you take another turn")
    return said


def _in_the_office(before: Mapping[int, str], after: Mapping[int, str], changed: list[int]) -> list[str]:
    """The changes to the office in words, for a move that completes nothing: "adds a dark cubicle"."""
    added = sorted(COLOURS[after[at]] for at in changed if at not in before)
    turned = sorted(COLOURS[after[at]] for at in changed if at in before and at in after)
    emptied = sum(at not in after for at in changed)
    said = [f"adds {joined([f'a {colour} cubicle' for colour in added])}"] if added else []
    said += [f"turns {several(turned.count(colour), 'cubicle')} {colour}" for colour in dict.fromkeys(turned)]
    return [*said, f"leaves {several(emptied, 'place')} empty"] if emptied else said


def _nearer(state: State, seat: int, after: dict[int, str], done: Collection[str]) -> list[str]:
    """Which unfinished projects the move brings nearer or pushes back: a sentence per owner, this seat first."""
    before, said = colours(state), []
    for owner, who in ((seat, "cubicles you still miss"), (1 - seat, f"cubicles {{{1 - seat}}} still misses")):
        counts = []
        for card in [project.card for project in state.in_play[owner] if project.card not in done]:
            was, now = (len(survey(card, office)[1]) for office in (before, after))
            if now != was:
                counts.append(f"{CARDS[card].name} {now or 'impossible'} (before {was or 'impossible'})")
        if counts:
            said.append(f"{who}: {', '.join(counts)}")
    return said


def _ending(state: State, move: Move) -> list[str]:
    """Whether drawing afterwards ends the game (HR-93)."""
    ability = ABILITY[move.args["card"]] if move.verb == "hire" else ""
    draws = 2 if ability == "draw" else 1
    goes_on = ability == "play_two" or state.plays_left > 1
    return ["draws the final card: the game ends"] if len(state.deck) <= draws and not goes_on else []
