"""What a legal move will do, said before it is confirmed, from what its seat may know."""

from games.kernel.types import Move
from games.titles.human_resources.cards import ABILITY, CARDS, COLOURS, CROWDFUNDING, POINTS
from games.titles.human_resources.managers import manager_of, recoloured
from games.titles.human_resources.office import words
from games.titles.human_resources.patterns import is_formed, survey
from games.titles.human_resources.state import State, colours

RIVAL = "the other player"


def preview(state: State, seat: int, move: Move, rival: str = RIVAL) -> list[str]:
    """Sentences without a full stop: what is completed, what is formed for the rival, what follows, what comes nearer.

    If none of this happens, what the play does to the office.
    """
    after, changed = recoloured(colours(state), move)
    said = [
        f"completes {CARDS[project.card].name} (+{POINTS[project.card]})"
        for project in state.in_play[seat]
        if is_formed(project.card, after, changed)
    ]
    said += _for_rival(state, seat, after, changed, rival)
    said += _by_kind(state, move)
    if move.args.get("overtime"):
        said.append("reveals Overtime: you take another turn")
    said = said or _plainly(state, seat, move, after, changed, rival)
    return said + _nearer(state, seat, after, changed, rival) + _ending(state, move)


def _plainly(state: State, seat: int, move: Move, after: dict[int, str], changed: list[int], rival: str) -> list[str]:
    """What the play does where it completes nothing."""
    if move.verb == "project":
        return ["lies open in front of you; a later action of yours can complete it"]
    if move.verb == "hire" and not changed:
        return [manager_of(move.args["card"]).tells(state, seat, move, rival)]
    came = [f"{COLOURS[after[at]]} cubicle at {words(at)}" for at in changed if at in after]
    went = [words(at) for at in changed if at not in after]
    said = [f"a {' and a '.join(came)}"] if came else []
    return said + ([f"leaves {' and '.join(went)} empty"] if went else []) or ["the office stays as it is"]


def _nearer(state: State, seat: int, after: dict[int, str], changed: list[int], rival: str) -> list[str]:
    """Which projects the play brings nearer or further away, one sentence for each owner, oneself first."""
    if not changed:
        return []
    before, said = colours(state), []
    for owner, who in ((seat, "cubicles you still miss"), (1 - seat, f"cubicles {rival} still misses")):
        counts = []
        for project in state.in_play[owner]:
            if project.card in CROWDFUNDING or is_formed(project.card, after, changed):
                continue
            was, now = (len(survey(project.card, office)[1]) for office in (before, after))
            if now != was:
                counts.append(f"{CARDS[project.card].name} {now or 'impossible'} (before {was or 'impossible'})")
        if counts:
            said.append(f"{who}: {', '.join(counts)}")
    return said


def _for_rival(state: State, seat: int, after: dict[int, str], changed: list[int], rival: str) -> list[str]:
    """Projects of the other player: in vain, or served by Crowdfunding, the highest first (HR-37, HR-104)."""
    theirs = state.in_play[1 - seat]
    formed = [project.card for project in theirs if is_formed(project.card, after, changed)]
    crowd = [project.card for project in theirs if project.card in CROWDFUNDING]
    served = sorted(formed, key=lambda card: -POINTS[card])[: len(crowd)]
    said = [
        f"Crowdfunding: {rival} scores {CARDS[card].name} ({POINTS[card]}), you score {POINTS[crowd[0]]}"
        for card in served
    ]
    vain = [CARDS[card].name for card in formed if card not in served]
    return said + [f"forms {rival}'s {title}: no points for {rival}" for title in vain]


def _by_kind(state: State, move: Move) -> list[str]:
    card = move.args["card"]
    if move.verb == "quota":
        return [f"scores {CARDS[card].name} (+{POINTS[card]})"]
    if move.verb == "project":
        stands = survey(card, colours(state))[0] if card not in CROWDFUNDING else []
        return ["its pattern stands already: only a later action of yours can score it"] if stands else []
    return []


def _ending(state: State, move: Move) -> list[str]:
    """Does the draw that follows end the game (HR-93)?"""
    ability = ABILITY[move.args["card"]] if move.verb == "hire" else ""
    draws = 2 if ability == "draw" else 1
    goes_on = ability == "play_two" or state.plays_left > 1
    return ["draws the final card: the game ends"] if len(state.deck) <= draws and not goes_on else []
