"""The grammar of moves by email: what an email asks for, and how a reply is parsed.

The first line of a reply names a choice, by number or by text, or a verb. Missing values follow on the same line, or
below it with one line per field, `label: value`:

    4 (0,-1)            perform: a short poem           hire
                        about a fridge                  card: Shift dark
                        answer: yes                     cubicles to shift: (0,0), (1,0)
"""

import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from accounts.names import ISOLATES
from games.kernel.types import Action, Amount, Choice, Decision, Field, Move, Option, Pick, Picks, Text
from games.mail import reply_guesses
from games.matches import move_forms

NOT_UNDERSTOOD, OPEN_FORM = "not understood", "unfinished"
MOST_HINT = 400  # characters for listing the options of a field
NOTHING = ("none", "nothing", "nobody", "-")
_NUMBER = re.compile(r"#?([0-9]{1,3})(?:[.:)]\s*|\s+|$)(.*)")
_LABELLED = re.compile(r"([^:=]{1,60})[:=]\s*(.*)")
_STRAIGHT = str.maketrans("‘’", "''", ISOLATES)  # people type names without marks
_LISTED = re.compile(r"^([0-9]{1,2}[.)]|[-*•])\s+")  # a list marker
_AMOUNT = re.compile(r"[-+]?[0-9]{1,11}(?![0-9])")


class Way(Struct):
    """An answer that needs more than a number: its verb, the verb's label, and a (label, hint) for each field."""

    verb: str
    label: str
    lines: list[tuple[str, str]]


class ParsedReply(Struct):
    """A parsed reply: a move or form data, or else the problem, as a keyword and a sentence. `beside`: the rest of the
    first line and the lines below it, of a choice that needs nothing more; else what is said behind its values."""

    label: str = ""
    move: Move | move_forms.FormData | None = None
    is_number: bool = False
    problem: str = ""
    sentence: str = ""
    beside: tuple[str, ...] = ()


# --- what an email asks for -----------------------------------------------------------------------------------------


def ways(decision: Decision, offered: Sequence[Choice]) -> list[Way]:
    """The verbs whose choices need further input, in the order of the decision."""
    incomplete = []
    for action in decision.actions:
        own = [choice for choice in offered if choice.move.verb == action.verb]
        if not own or any(not choice.is_complete for choice in own):
            incomplete.append(Way(action.verb, action.label, _lines(action)))
    return incomplete


def _lines(action: Action) -> list[tuple[str, str]]:
    """A hint for each field that can be filled in; only one for a list of texts."""
    texts = [field for field in action.fields if isinstance(field, Text) and _is_numbered(field)]
    more = f"; others below it, one on each line, up to {len(texts)}"
    return [
        (label_of(field), hint + more * (field in texts))
        for field in action.fields
        if field not in texts[1:] and (hint := _hint(field))
    ]


def label_of(field: Field) -> str:
    return field.label or field.name.rpartition(".")[2].replace("_", " ")


def _hint(field: Field) -> str:
    """What can be entered; "" for a field without options."""
    if isinstance(field, Amount):
        return f"a number from {field.least} to {field.most}"
    if isinstance(field, Text):
        return f"your words, at most {field.most} characters" + (", or no such line" if not field.least else "")
    if not field.options:
        return ""
    return _how_many(field) + _listed(field.options) + (" / none" if _nothing(field) is not None else "")


def _nothing(field: Pick | Picks) -> list[str] | None:
    """The values that "none" means: an option without a label if there is one. None if something must be chosen."""
    wordless = next((str(option.value) for option in field.options if not option.label), None)
    if wordless is None and field.least:
        return None
    return [] if isinstance(field, Picks) else [wordless or ""]


def _how_many(field: Pick | Picks) -> str:
    if isinstance(field, Pick):
        return ""
    least, most = field.least, field.most
    count = f"{most} of " if least == most else f"{least} to {most} of " if least else f"up to {most} of "
    return f"in order, {count}" if field.ordered else count


def _listed(options: Sequence[Option]) -> str:
    labels = list(dict.fromkeys(option.label for option in options if option.label))
    shown: list[str] = []
    while len(shown) < len(labels) and sum(map(len, shown)) < MOST_HINT:
        shown.append(labels[len(shown)])
    left = len(labels) - len(shown)
    return " / ".join(shown) + (f" / {left} more, see the page" if left else "")


# --- how a reply is read --------------------------------------------------------------------------------------------


def are_numbers(offered: Sequence[Choice]) -> bool:
    """Are the choices numbers themselves? Then "7" is not the seventh."""
    return any(plain(choice.label).isdecimal() for choice in offered)


def parse(decision: Decision, offered: Sequence[Choice], lines: Sequence[str], begins: int = 1) -> ParsedReply:
    """Parse the lines of a reply to this decision, which has readable labels (move_forms.for_people). `begins`: the
    number of the first choice in the email."""
    first = lines[0] if lines else ""
    named = by_words(offered, decision, first)
    if len(named) == 1 and named[0].is_complete:
        return ParsedReply(named[0].label, named[0].move, beside=("", *lines[1:]))
    if are_numbers(offered):
        return _a_number(decision, named, first, lines[1:])
    if (number := _number(first, offered, begins)) is not None:
        choice, rest = offered[number[0]], number[1]
        if choice.is_complete:
            beside = (reply_guesses.after_number(first), *lines[1:])
            return ParsedReply(choice.label, choice.move, is_number=True, beside=beside)
        filled = _fill(decision, choice.move, rest, lines[1:])
        return replace(filled, is_number=True, label=filled.label or choice.label)
    if len(named) == 1:
        filled = _fill(decision, named[0].move, "", lines[1:])
        return replace(filled, label=filled.label or named[0].label)
    place = reply_guesses.meant(first, [plain(choice.label) for choice in offered])
    if place is not None and offered[place].is_complete:
        return ParsedReply(offered[place].label, offered[place].move, beside=("", *lines[1:]))
    verb, rest = _verb(decision, offered, first)
    if verb:
        return _fill(decision, verb, rest, lines[1:])
    return _bare_value(decision, first) or ParsedReply(problem=NOT_UNDERSTOOD)


def _a_number(decision: Decision, named: Sequence[Choice], first: str, more: Sequence[str]) -> ParsedReply:
    """A reply where the choices are numbers, which mean themselves and not a place in the list."""
    if len(named) == 1:
        return _fill(decision, named[0].move, "", more)
    verb, rest = _verb(decision, (), first)
    if verb:
        return _fill(decision, verb, rest, more)
    read = _bare_value(decision, first) or ParsedReply(problem=NOT_UNDERSTOOD)
    return replace(read, beside=(reply_guesses.after_number(first), *more)) if read.move else read


def _number(line: str, offered: Sequence[Choice], begins: int) -> tuple[int, str] | None:
    """(the index of the choice whose number this line gives, the rest of the line), if there is no doubt."""
    number = _NUMBER.fullmatch(line)
    places = range(len(offered))
    place = int(number[1]) - begins if number else -1
    if number and place in places and (not offered[place].is_complete or reply_guesses.is_chatter(number[2])):
        return place, number[2]
    named = reply_guesses.number_in(line)
    return (named - begins, "") if named and named - begins in places else None


def _bare_value(decision: Decision, line: str) -> ParsedReply | None:
    """A number without a name, if the decision asks for exactly one number: "7" for "number: 7"."""
    amounts = [(action, field) for action in decision.actions for field in action.fields if isinstance(field, Amount)]
    value = reply_guesses.number_in(line)
    if value is None or len(amounts) != 1 or len(amounts[0][0].fields) > 1:
        return None
    action, field = amounts[0]
    return _fill(decision, Move(action.verb), f"{label_of(field)}: {value}", ())


def by_words(offered: Sequence[Choice], decision: Decision, line: str) -> list[Choice]:
    """Choices whose label or verb is exactly this line; else those whose label starts with it."""
    words = plain(line)
    exact = [choice for choice in offered if words in (plain(choice.label), plain(choice.move.verb))]
    simple = [
        Choice(action.label, Move(action.verb))
        for action in decision.actions
        if not action.fields and words in (plain(action.label), plain(action.verb))
    ]
    begun = [choice for choice in offered if words and plain(choice.label).startswith(f"{words} ")]
    return exact or simple or begun


def plain(words: str) -> str:
    """Normalise case, whitespace and surrounding punctuation."""
    return " ".join(words.replace("_", " ").translate(_STRAIGHT).split()).strip(".!,;:*\"'“”…").strip().casefold()


def _verb(decision: Decision, offered: Sequence[Choice], line: str) -> tuple[Move | None, str]:
    """The incomplete choice or the verb that a line starts with, and the rest of the line."""
    heads = [(choice.label, choice.move) for choice in offered if not choice.is_complete]
    heads += [(name, Move(one.verb)) for one in decision.actions if one.fields for name in (one.verb, one.label)]
    words = " ".join(line.split())
    for head, move in sorted(heads, key=lambda head: -len(head[0])):
        for name in (head, head.replace("_", " ")):
            if words[: len(name)].lower() == name.lower() and words[len(name) : len(name) + 1] in ("", " ", ":", ","):
                return move, words[len(name) :].strip(" :,")
    return None, ""


def _fill(decision: Decision, move: Move, rest: str, more: Sequence[str]) -> ParsedReply:
    """Fill the fields of a move from the lines."""
    action = next(action for action in decision.actions if action.verb == move.verb)
    sheet = Sheet(action, move)
    for line in ([rest] if rest and not sheet.is_chatter(rest) else []) + list(more):
        if not sheet.take(line):
            name = _LABELLED.fullmatch(line)
            return ParsedReply(
                problem=NOT_UNDERSTOOD, sentence=f"This answer has no line called “{name[1].strip()}”." if name else ""
            )
    if not sheet.written and any(sheet.is_open(field) for field in action.fields):
        return ParsedReply(problem=OPEN_FORM)
    data = {"verb": [move.verb]} | {move_forms.PREFIX + name: values for name, values in sheet.values.items()}
    return ParsedReply(move_forms.in_words(decision, move_forms.read_move(decision, data)), data, beside=sheet.said)


class Sheet:
    """The fields of one action, being filled in from the lines of a reply."""

    def __init__(self, action: Action, move: Move) -> None:
        self.action = action
        self.values: dict[str, list[str]] = {}
        for name, value in move_forms.flat(move.args).items():
            parts = value if isinstance(value, list) else [value]
            self.values[name] = ["" if part is None else str(part) for part in parts]
        self.written: dict[str, Field] = {}
        self.said: tuple[str, ...] = ()  # to people, behind the values

    def is_open(self, field: Field) -> bool:
        return field.name not in self.values

    def is_chatter(self, line: str) -> bool:
        """Are these words none of the options that come next, nor an attempt to name one by its numbers?"""
        field = self._next()
        if not isinstance(field, Pick | Picks) or re.search(r"\d", line) or plain(line) in NOTHING:
            return False
        return not {str(option.value) for option in field.options} & {*_values(field, line)}

    def take(self, line: str) -> bool:
        """Use a line. Returns False if it has a label that no field has."""
        labelled = _LABELLED.fullmatch(line)
        field = self._called(labelled[1]) if labelled else None
        last = next(reversed(self.written.values()), None)
        if labelled and field is not None:
            self._write(field, labelled[2])
        elif isinstance(last, Text) and not _is_numbered(last):
            self.values[last.name] = [f"{self.values[last.name][0]} {line}"]  # wrapped by the mail program
        elif (field := self._next()) is not None and not (labelled and not isinstance(field, Text)):
            value, said = (line, "") if isinstance(field, Text) else reply_guesses.parted(line)
            self._write(field, value)
            self.said += (said,) if said else ()
        elif labelled:
            return False
        return True  # ignore the rest: a signature

    def _called(self, label: str) -> Field | None:
        """The field with this label; of several, the first one that is not filled in yet."""
        words = plain(label)
        own = [field for field in self.action.fields if words in (plain(label_of(field)), plain(field.name))]
        return next((field for field in own if field.name not in self.written), own[-1] if own else None)

    def _next(self) -> Field | None:
        """The field for a value without a label: the first open required field, else the first open one."""
        open = [field for field in self.action.fields if self.is_open(field)]
        texts: list[Field] = [field for field in open if isinstance(field, Text) and _is_numbered(field)]
        return next(iter(texts or [field for field in open if field.least or isinstance(field, Amount)] or open), None)

    def _write(self, field: Field, text: str) -> None:
        if isinstance(field, Text) and _is_numbered(field):
            rest = [
                one for one in self.action.fields if isinstance(one, Text) and _is_numbered(one) and self.is_open(one)
            ]
            parts = [part.strip() for part in re.split("[,;]", _LISTED.sub("", text)) if part.strip()]
            for one, part in zip(rest, parts, strict=False):
                self.written[one.name], self.values[one.name] = one, [part]
            return
        self.written[field.name], self.values[field.name] = field, _values(field, text.strip())


def _is_numbered(field: Field) -> bool:
    return field.name.rpartition(".")[2].isdecimal()


def _values(field: Field, text: str) -> list[str]:
    """The form values for this text. Text that matches nothing is passed on, for the rules to refuse."""
    if isinstance(field, Text):
        return [text]
    if isinstance(field, Amount):
        amount = _AMOUNT.match(text)
        return [amount[0]] if amount else [text]
    nothing = _nothing(field)
    if nothing is not None and plain(text) in NOTHING:
        return nothing
    if isinstance(field, Pick):
        option = _option(field.options, text)
        return [reply_guesses.bare(text) if option is None else str(option.value)]
    return _several(list(field.options), text)


def _option(options: Sequence[Option], text: str) -> Option | None:
    """The option with this label or value; else the only one that starts with the text, or that it names
    politely."""
    words = plain(text)
    exact = [option for option in options if words in (plain(option.label), plain(str(option.value)))]
    begun = [option for option in options if words and plain(option.label).startswith(words)]
    within = [option for option in options if reply_guesses.is_named(text, plain(option.label).strip("()"))]
    close = begun or within
    is_one = len({option.label for option in close}) == 1
    return next(iter(exact or (close if is_one else [])), None)


def _several(left: list[Option], text: str) -> list[str]:
    """Split the text into options, longest match first, because labels may contain commas. Each option is used once."""
    values: list[str] = []
    while text := text.strip(" ,;/"):
        fits = [option for option in left if _begins(text, option.label)]
        best: Any = max(fits, key=lambda option: len(option.label), default=None)
        if best is None:
            part, _, text = re.sub(r"[;/]", ",", text).partition(",")
            option = _option(left, part)
            values.append(part.strip() if option is None else str(option.value))
            left = [one for one in left if one is not option]
            continue
        values.append(str(best.value))
        left.remove(best)
        text = text[len(best.label) :]
    return values


def _begins(text: str, label: str) -> bool:
    return text[: len(label)].lower() == label.lower() and text[len(label) : len(label) + 1] in ("", " ", ",", ";", "/")
