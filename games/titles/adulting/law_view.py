"""Cases and what can be filed, as a viewer may see it (sections "Legal System" to "Corruption")."""

from games.titles.adulting import courts, refusals_law, sampling
from games.titles.adulting.shapes import CaseView, LawView, MatterView
from games.titles.adulting.state import Case, State


def case_view(state: State, case: Case) -> CaseView:
    """A case; statements are open to all (AD-179), a plea and a price only once both are in (AD-177)."""
    return CaseView(
        number=case.number,
        kind=case.kind,
        filer=case.filer,
        against=case.against,
        stage=case.stage,
        words=case_words(case),
        statement=case.statement,
        retort=case.retort,
        escrow=case.escrow,
        matter=case.matter,
        seat=case.seat if case.seat >= 0 else None,
        example=case.example,
        press=case.press,
        ground=case.ground,
        asked_price=case.asked_price,
        price=case.price,
        magistrate=case.magistrate if case.magistrate >= 0 else None,
        jury=courts.jury(state, case) if case.stage == "jury" else list(case.votes),
        votes=dict(case.votes) if case.stage == "closed" else {},
        outcome=case.outcome,
        owed=courts.owed(state, case),
    )


def matter_words(matter: str, was: bool, example: str = "") -> str:
    """A ruling in words: what was ruled. The seat it concerns is told beside it."""
    if matter == "example":
        return f"struck “{example}”" if was else f"let “{example}” stand"
    if matter == "number":
        return "disallowed the number" if was else "allowed the number"
    if matter == "bonus":
        return "gave the extra money" if was else "withheld the extra money"
    return "called time" if matter == "time" else "the place directly behind another"


def case_words(case: Case) -> str:
    """What the case is about."""
    if case.kind == "suit":
        return f"for {case.ground}"
    return matter_words(case.matter, case.was, case.example) if case.kind == "appeal" else "motion to impeach"


def law(state: State, seat: int, step: str) -> LawView | None:
    """What this seat may file now; None without the legal system or for whoever has left."""
    if not state.options.legal or state.players[seat].left:
        return None
    fee, money = len(state.present) - 1, state.players[seat].money
    can = {verb: refusals_law.may_file(state, step, seat, verb) for verb in ("appeal", "sue", "impeach")}
    suits = sampling.possible_suits(state, seat) if can["sue"] else []
    found = sampling.rulings(state) if can["appeal"] else []
    matters = [
        MatterView(kind, who, example, matter_words(kind, courts.is_on(state, kind, who, example), example))
        for kind, who, example in found
    ]
    return LawView(
        left=courts.MOST_FILED - state.round.filed.get(seat, 0),
        has_open=any(case.filer == seat for case in state.open_cases),
        matters=matters,
        fee=fee,
        can_press=money >= fee,
        perjury=[against for ground, against in suits if ground == "perjury"],
        libel=[against for ground, against in suits if ground == "libel"],
        top_price=money,
        can_impeach=can["impeach"],
    )
