from typing import Any


def choose(view: Any, decision: Any, moves: Any, rng: Any) -> Any:
    return None if decision.optional else rng.choose(list(moves()))
