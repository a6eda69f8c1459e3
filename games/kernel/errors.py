"""What can go wrong in a match: a move that the rules refuse, and rules that never come to rest."""


class IllegalMove(Exception):
    """A refused answer. `clause` is the id of the rule it rests on, `message` a sentence that says what to do.

    The sentence may quote what a client sent: letters that cannot be shown are replaced.
    """

    def __init__(self, clause: str, message: str) -> None:
        if not message.isprintable():
            message = "".join(letter if letter.isprintable() else "�" for letter in message)
        super().__init__(f"{message} ({clause})")
        self.clause = clause
        self.message = message


class RunawayStep(Exception):
    """Automatic steps followed each other without end: a bug in the rules of a game."""


def need(condition: object, clause: str, message: str) -> None:
    """Raise `IllegalMove(clause, message)` unless the condition holds."""
    if not condition:
        raise IllegalMove(clause, message)
