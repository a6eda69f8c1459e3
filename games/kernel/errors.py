"""Errors: a move that the rules refuse, and rules that loop forever."""


class IllegalMove(Exception):
    """A refused move. `clause` is the id of the rule that forbids it; `message` is a sentence that says what to do.

    The sentence may quote client input, so unprintable characters are replaced.
    """

    def __init__(self, clause: str, message: str) -> None:
        if not message.isprintable():
            message = "".join(letter if letter.isprintable() else "�" for letter in message)
        super().__init__(f"{message} ({clause})")
        self.clause = clause
        self.message = message


class RunawayStep(Exception):
    """Too many automatic steps in a row: a bug in a game's rules."""


def need(condition: object, clause: str, message: str) -> None:
    """Raise `IllegalMove(clause, message)` unless the condition holds."""
    if not condition:
        raise IllegalMove(clause, message)
