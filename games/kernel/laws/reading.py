"""Law 12 in detail: whoever a sentence speaks of reads "you" in it, in good English."""

import re

from games.kernel.words import MARK, read_by

YOU = re.compile(r"\b(?:you|your|yours|yourself)\b", re.IGNORECASE)
# Third-person forms that titles use of players. Those in the title's own pairs are added.
_COMMON = """
    accuses adds allows answers appeals asks beats begins bids brings builds buys calls carries chooses collects
    concedes decides declines delivers discards displays does draws escapes fights gains gets gives goes has holds
    is keeps leads leaves looks loses makes marks moves names objects offers passes pays picks places plays puts
    receives repeats resigns returns reveals runs scores sells shows stamps starts steals sues swaps takes throws
    trades uses wants was whispers wins withdraws writes doesn't hasn't isn't wasn't doesn’t hasn’t isn’t wasn’t
"""
VERBS = set(_COMMON.split())
_QUOTED = re.compile("“[^”]*”")
_AFTER_YOU = re.compile(r"\byou(?: alone| all| both)? ([\w'’]+)", re.IGNORECASE)
# A further verb of the same player: it follows a joint and has an object.
_JOINT = r"(?:,|;|:| and| or| then|, then| and then) "
_OBJECT = r"(?= (?:a|an|the|no|nothing|all|one|two|their|your|its|it|this|that|\d+|“))"
_FURTHER = re.compile(rf"{_JOINT}([\w'’]+s|has|is|was|doesn['’]t|isn['’]t|hasn['’]t){_OBJECT}")


def faults(told: str, names: list[str]) -> list[str]:
    """What is wrong with a sentence, for each seat that it speaks of."""
    return [fault for seat in range(len(names)) for fault in faults_for(told, names, seat)]


def faults_for(told: str, names: list[str], seat: int) -> list[str]:
    """What is wrong with a sentence for this seat."""
    return _for_seat(told, seat, names[seat]) if names[seat] in read_by(told, None) else []


def _for_seat(told: str, seat: int, name: str) -> list[str]:
    mine = read_by(told, seat)
    found = [f"{name} reads its own name"] if name in mine else []
    found += [] if YOU.search(mine) else [f"{name} is not called you"]
    found += [
        f"{mark[0]!r} changes more than the player and the verb" for mark in MARK.finditer(told) if not _is_pair(mark)
    ]
    spoken = _QUOTED.sub("“”", mine)
    found += [f"“you {word}”" for word in _wrong_verbs(spoken, told, seat)]
    return [f"{fault}: {mine!r}" for fault in found]


def _is_pair(mark: "re.Match[str]") -> bool:
    """Whether a mark says only "you" for a name, or one form of a verb or pronoun for another."""
    mine, others = mark[2], mark[3] or ""
    if YOU.fullmatch(mine):
        return bool(others)
    return bool(mine and others) and len(mine.split()) == len(others.split()) <= 2


def _wrong_verbs(mine: str, told: str, seat: int) -> list[str]:
    """The words after "you", and further verbs of the same clause, that are in the third person."""
    thirds = VERBS | {mark[3] for mark in MARK.finditer(told) if mark[3] and not YOU.fullmatch(mark[2])}
    found = [verb for verb in _AFTER_YOU.findall(mine) if verb in thirds]
    for clause in re.split(r"[.;!?] ", read_by(_others_apart(told, seat), seat)):
        start = re.match(r"(?:[^:]*: )?you\b(?! and | or )", clause, re.IGNORECASE)
        if start:
            own = clause[start.end() :].split("\x04")[0]  # up to the next player
            found += _FURTHER.findall(_QUOTED.sub("“”", own))
    return found


def _others_apart(told: str, seat: int) -> str:
    """The sentence with the other players' names as \x04, which ends what is said of this one."""
    return MARK.sub(
        lambda mark: mark[0] if int(mark[1]) == seat or not YOU.fullmatch(mark[2]) else f"\x02{mark[1]};|\x04\x03", told
    )
