"""The form for a new table. Its fields for options come from the game's Options Struct."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from django import forms

from games.clocks import time_control
from games.kernel.game import Game, option_values
from games.lobby import tables
from games.models import Match, Seat

CLOCKS = {"live": time_control.LIVE_CHOICES, "correspondence": time_control.MAIL_CHOICES}
CLOCK_HELP = "If you take longer, your reserve runs. When that is used up too, a default move is played for you."
PACES = (
    ("live:{}:{}".format(*time_control.LIVE_USUAL), "Live"),
    ("correspondence:86400:259200", "A day a move"),
    ("correspondence:604800:604800", "A week a move"),
)
RATED_HELP = "The result counts towards ratings. Matches against bots alone are never rated."
NO_OPTION = "PLAY-07", "One of these options does not exist in this game."
COMPANY = (
    ("friends", "Friends", "Private. You get a link to send them."),
    ("bots", "Bots", "The match starts at once. Unrated."),
    ("anyone", "Anyone", "Everyone can find the table and join."),
)


class Card(NamedTuple):
    """A choice shown as a card with a line of help."""

    value: str
    title: str
    help: str
    is_chosen: bool


def _refusal(game: Game, *keys: str, platform: tuple[str, str], name: str = "") -> str:
    """The refusal of invalid seats or options: the rulebook's sentence if it has one, else the platform's."""
    clause, sentence = next((game.rules.refusals[key] for key in keys if key in game.rules.refusals), platform)
    return f"{sentence.format(field=name, value='%(value)s')} ({clause})"


def preset_options(game: Game, preset: str, seats: int, pace: str) -> dict[str, Any]:
    """The options of a preset (its index as text, or "") for this number of seats."""
    usual: dict[str, Any] = msgspec.to_builtins(game.rules.options.defaults(seats, pace))
    if preset:
        chosen = game.meta.presets[int(preset)]
        usual |= chosen.options | {name: number * seats for name, number in chosen.per_seat.items()}
    return usual


def against_bots(game: Game, user: Any, strength: str = "house") -> dict[str, Any]:
    """Form data for one-click play: the fewest seats, bots on all the others, a slow clock, unrated, private; in this
    person's first match, the title's gentle preset if it has one."""
    seats = game.meta.seats[0]
    clock = "correspondence:{}:{}".format(*time_control.AGAINST_BOTS)
    gentle = next((str(at) for at, one in enumerate(game.meta.presets) if one.is_gentle), "")
    preset = gentle if gentle and not _has_played(user, game.meta.slug) else ""
    facts = {"seats": seats, "bots": seats - 1, "clock": clock, "strength": strength, "is_private": "on"}
    return facts | ({"preset": preset} if preset else {})


def _has_played(user: Any, slug: str) -> bool:
    mine = Seat.objects.filter(user=user.pk, match__slug=slug, match__is_lesson=False)
    return user.is_authenticated and mine.exists()


class NewTable(forms.Form):
    """Seats, pace, company and preset; under "advanced" the exact clock, bots, rated and each option of the game."""

    def __init__(self, game: Game, *args: Any, may_rate: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        seats = [(str(count), str(count)) for count in game.meta.seats]
        no_table = "PLAY-06", f"{game.meta.title} can’t be played with that number of players."
        self.fields["seats"] = forms.TypedChoiceField(
            choices=seats,
            coerce=int,
            label="Players",
            initial=str(game.meta.usual_seats or seats[0][0]),
            error_messages=dict.fromkeys(("invalid_choice", "required"), _refusal(game, "seats", platform=no_table)),
        )
        self.fields["clock"] = forms.ChoiceField(choices=clock_choices(), label="Pace", initial=PACES[1][0])
        self._add("company", "Play with", [(value, title) for value, title, _ in COMPANY])
        clock_help = " ".join(filter(None, (CLOCK_HELP, game.meta.clock_help)))
        self._add("clock_exactly", "Clock", [("", "Default: the pace above"), *clock_choices()], clock_help)
        self._add_bots()
        self._add_options()
        if may_rate:
            rated = [("", "Default: with anyone yes, with friends no"), ("on", "yes"), ("off", "no")]
            self._add("is_rated", "Rated", rated, RATED_HELP)
        self.fields["is_private"] = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def seat_cards(self) -> list[Card]:
        return self._cards("seats", [(str(count), str(count), "") for count in self.game.meta.seats])

    def pace_cards(self) -> list[Card]:
        """Live, a day a move, a week a move."""
        cards = []
        for value, title in PACES:
            move_seconds, bank_seconds = map(int, value.split(":")[1:])
            cards.append((value, title, time_control.clock_in_words(move_seconds, bank_seconds)))
        return self._cards("clock", cards)

    def company_cards(self) -> list[Card]:
        return self._cards("company", COMPANY)

    def preset_cards(self) -> list[Card]:
        presets = self.game.meta.presets
        return (
            self._cards("preset", [(str(at), one.title, one.help) for at, one in enumerate(presets)]) if presets else []
        )

    def advanced(self) -> list[forms.BoundField]:
        """The advanced fields."""
        options = [name for name in self.fields if name.startswith("option.")]
        names = ("clock_exactly", "bots", "strength", *options, "is_rated")
        return [self[name] for name in names if name in self.fields]

    def is_advanced_open(self) -> bool:
        """Open the advanced section if one of its fields has a value or an error."""
        return self.is_bound and any(field.errors or self.data.get(field.name) for field in self.advanced())

    def _cards(self, name: str, cards: Sequence[tuple[str, str, str]]) -> list[Card]:
        """The cards of a field, by default with the first one chosen."""
        chosen = self[name].value() or (cards[0][0] if cards else "")
        return [Card(value, title, text, value == chosen) for value, title, text in cards]

    def clean_bots(self) -> int:
        return int(self.cleaned_data["bots"] or 0)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("seats") and data.get("bots", 0) >= data["seats"]:
            self.add_error("bots", "You need a seat too. Choose fewer bots.")
        unknown = next((name for name in self.data if name.startswith("option.") and name not in self.fields), None)
        if unknown is not None:
            name = unknown.removeprefix("option.")[:40]
            self.add_error(None, _refusal(self.game, "options.unknown", "options", platform=NO_OPTION, name=name))
        return data

    def open_table(self, owner: Any) -> Match:
        """Open the table of a valid form. Without `company` (one click) the other fields decide. Raises Refusal, as
        create_match()."""
        data = self.cleaned_data
        clock = clock_facts(data["clock_exactly"] or data["clock"])
        company, only_bots = data["company"], data["company"] == "bots"
        rated = data.get("is_rated", "off") or ("on" if company == "anyone" else "off")  # guests have no such field
        return tables.create_match(
            owner=owner,
            slug=self.game.meta.slug,
            seats=data["seats"],
            options=self._options(clock["pace"], data["seats"]),
            is_rated=rated == "on",
            is_public=company == "anyone" if company else not data["is_private"],
            bots=data["seats"] - 1 if only_bots else data["bots"],
            strength=data["strength"] or "house",
            **clock,
        )

    def _add(self, name: str, label: str, choices: Sequence[Any], help_text: str = "", **more: Any) -> None:
        """Add a field that may be left as it is: its first choice is the default."""
        self.fields[name] = forms.ChoiceField(
            label=label, choices=choices, help_text=help_text, required=False, initial=choices[0][0], **more
        )

    def _add_bots(self) -> None:
        numbers = [("0", "Default: none"), *((str(n), str(n)) for n in range(1, self.game.meta.seats[-1]))]
        self._add("bots", "Bots", numbers, "They join at once. You can add or remove them later.")
        strengths = [("house", "Default: medium"), ("easy", "easy"), ("strong", "strong")]
        self._add("strength", "Strength of the bots", strengths)

    def _add_options(self) -> None:
        """Add a field for each option. Empty means the preset's value, else the default for the seats and pace."""
        words, help, presets = self.game.meta.option_words, self.game.meta.option_help, self.game.meta.presets
        if presets:
            self._add("preset", "Rules", [(str(at), preset.title) for at, preset in enumerate(presets)])
        for name, values in option_values(self.game).items():
            default, keys = f"Default: {self._default(name)}", (f"options.{name}", "options.value", "options")
            label = words.get(name, name.replace("_", " ").capitalize())
            choices = [("", default), *((str(value).lower(), self._words(name, value)) for value in values)]
            errors = {"invalid_choice": _refusal(self.game, *keys, platform=NO_OPTION, name=name)}
            self._add(f"option.{name}", label, choices, help.get(name, ""), error_messages=errors)

    def _words(self, name: str, value: Any) -> str:
        return self.game.meta.option_words.get(f"{name}={str(value).lower()}", str(value))

    def _default(self, name: str) -> str:
        """The default of an option in words, for both paces if they differ."""
        defaults = self.game.rules.options.defaults
        by_pace = {
            kind: {self._words(name, getattr(defaults(seats, kind), name)) for seats in self.game.meta.seats}
            for kind in ("live", "correspondence")
        }
        if any(len(words) > 1 for words in by_pace.values()):
            return "depends on the number of players"
        live, slow = (words.pop() for words in by_pace.values())
        return live if live == slow else f"live {live}, correspondence {slow}"

    def _options(self, kind: str, seats: int) -> dict[str, Any]:
        usual = preset_options(self.game, self.cleaned_data.get("preset") or "", seats, kind)
        for name, values in option_values(self.game).items():
            given = self.cleaned_data.get(f"option.{name}")
            usual[name] = next((value for value in values if str(value).lower() == given), usual[name])
        return usual


def clock_facts(choice: str) -> dict[str, Any]:
    """The columns of a match for a clock that was chosen, such as "live:60:300"."""
    pace, move_seconds, bank_seconds = choice.split(":")
    return {"pace": pace, "move_seconds": int(move_seconds), "bank_seconds": int(bank_seconds)}


def clock_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """The clocks of each pace: "live:60:300", and in words."""
    words = time_control.clock_in_words
    return [
        (kind.capitalize(), [(f"{kind}:{move}:{bank}", words(move, bank)) for move, bank in clocks])
        for kind, clocks in CLOCKS.items()
    ]


class Invite(forms.Form):
    """A player's name or an email address, and a line of one's own."""

    name = forms.CharField(
        max_length=254,
        label="Player name or email address",
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "list": "played-with"}),
    )
    note = forms.CharField(
        max_length=200, label="A line from you", required=False, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
