"""The form that opens a table. Its options are built from the game's own Options Struct."""

from typing import Any

import msgspec
from django import forms

from games.clocks import time_control
from games.kernel.game import Game
from games.kernel.laws.random_cases import option_values
from games.models import Match

CLOCKS = {"live": time_control.LIVE_CHOICES, "correspondence": time_control.MAIL_CHOICES}
CLOCK_HELP = "Longer moves use up the reserve. When that is gone too, a default move is played."
DEFAULT_CLOCK = {"live": "live:{}:{}".format(*time_control.LIVE_USUAL), "correspondence": "correspondence:86400:259200"}


def _refusal(game: Game, what: str) -> str:
    """How seats or options that the game does not have are refused: in the rulebook's words, where it has some."""
    platform = {
        "seats": ("PLAY-06", f"{game.meta.title} is not played with so many seats."),
        "options": ("PLAY-07", "One of these options does not exist in this game."),
    }
    clause, sentence = game.refusals.get(what, platform[what])
    return f"{sentence} ({clause})"


def _option_refusal(game: Game, name: str) -> str:
    """How a value that an option does not have is refused."""
    keys = (f"options.{name}", "options.value")
    words = next((game.refusals[key] for key in keys if key in game.refusals), None)
    return f"{words[1].format(field=name, value='%(value)s')} ({words[0]})" if words else _refusal(game, "options")


def _unknown_option(game: Game, name: str) -> str:
    words = game.refusals.get("options.unknown")
    return f"{words[1].format(field=name[:40], value='')} ({words[0]})" if words else _refusal(game, "options")


def against_bots(game: Game, strength: str = "house") -> dict[str, Any]:
    """The form as one click fills it: the fewest seats, bots on all others, unhurried, friendly, not listed."""
    seats = game.meta.seats[0]
    clock = "correspondence:{}:{}".format(*time_control.AGAINST_BOTS)
    return {"seats": seats, "bots": seats - 1, "clock": clock, "strength": strength, "is_private": "on"}


class NewTable(forms.Form):
    """Seats, clock, options, rated, visibility and bots for one game."""

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        seats = [(str(count), str(count)) for count in game.meta.seats]
        self.fields["seats"] = forms.ChoiceField(
            choices=seats,
            label="Players",
            initial=str(game.meta.usual_seats or seats[0][0]),
            error_messages={"invalid_choice": _refusal(game, "seats")},
        )
        self.fields["clock"] = forms.ChoiceField(
            choices=_clock_choices(),
            label="Time for a move",
            initial=DEFAULT_CLOCK["correspondence"],
            help_text=" ".join(filter(None, (CLOCK_HELP, game.meta.clock_help))),
        )
        self._add_options()
        self.fields["bots"] = forms.ChoiceField(
            choices=[
                (str(n), "no bots" if n == 0 else f"{n} bot{'s' if n > 1 else ''}") for n in range(game.meta.seats[-1])
            ],
            label="Bots",
            initial="0",
            required=False,
            help_text="They take seats at once; you can add or remove them later.",
        )
        self.fields["strength"] = forms.ChoiceField(
            choices=[("house", "as usual"), ("easy", "easy"), ("strong", "strong")],
            label="The bots are",
            initial="house",
            required=False,
        )
        self.fields["is_rated"] = forms.BooleanField(
            label="Rated",
            required=False,
            initial=True,
            help_text="The result counts for the ratings.",
        )
        self.fields["is_private"] = forms.BooleanField(
            label="Private", required=False, help_text="Only people with the link or an invitation can see it."
        )

    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields under their headings, for the page."""
        options = [self[name] for name in self.fields if name == "preset" or name.startswith("option.")]
        parts = [("Table", [self["seats"], self["bots"], self["strength"]]), ("Pace", [self["clock"]])]
        if options:
            parts.append(("Options", options))
        return [*parts, ("Terms", [self["is_rated"], self["is_private"]])]

    def clean_seats(self) -> int:
        return int(self.cleaned_data["seats"])

    def clean_bots(self) -> int:
        return int(self.cleaned_data["bots"] or 0)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("seats") and data.get("bots", 0) >= data["seats"]:
            self.add_error("bots", "Leave at least one seat for yourself.")
        if any(name.startswith("option.") and name not in self.fields for name in self.data):
            unknown = next(name for name in self.data if name.startswith("option.") and name not in self.fields)
            self.add_error(None, _unknown_option(self.game, unknown.removeprefix("option.")))
        return data

    def table(self) -> dict[str, Any]:
        """What create_match() needs, from a valid form."""
        data = self.cleaned_data
        kind, move_seconds, bank_seconds = data["clock"].split(":")
        return {
            "slug": self.game.meta.slug,
            "seats": data["seats"],
            "options": self._options(kind, data["seats"]),
            "pace": kind,
            "move_seconds": int(move_seconds),
            "bank_seconds": int(bank_seconds),
            "is_rated": data["is_rated"],
            "is_public": not data["is_private"],
            "bots": data["bots"],
            "strength": data["strength"] or "house",
        }

    def _add_options(self) -> None:
        """A choice for each option; "usual" is the preset's, else the game's default at this seat count and pace."""
        words, presets = self.game.meta.option_words, self.game.meta.presets
        if presets:
            self.fields["preset"] = forms.ChoiceField(
                choices=[(str(at), preset.title) for at, preset in enumerate(presets)],
                label="Way to play",
                required=False,
                help_text=" ".join(f"{preset.title}: {preset.help}" for preset in presets if preset.help),
            )
        for name, values in option_values(self.game).items():
            choices = [("", "as usual")] + [(str(value).lower(), self._words(name, value)) for value in values]
            label = words.get(name, name.replace("_", " ").capitalize())
            self.fields[f"option.{name}"] = forms.ChoiceField(
                choices=choices,
                label=label,
                required=False,
                help_text=" ".join(filter(None, (self.game.meta.option_help.get(name), self._usual(name)))),
                error_messages={"invalid_choice": _option_refusal(self.game, name)},
            )

    def _words(self, name: str, value: Any) -> str:
        return self.game.meta.option_words.get(f"{name}={str(value).lower()}", str(value))

    def _usual(self, name: str) -> str:
        """What "as usual" stands for; where it depends on the pace both are named."""
        defaults = self.game.options.defaults  # type: ignore[attr-defined]
        found = {
            kind: {self._words(name, getattr(defaults(seats, kind), name)) for seats in self.game.meta.seats}
            for kind in ("live", "correspondence")
        }
        if any(len(words) > 1 for words in found.values()):
            return "What is usual depends on the number of players."
        live, post = (words.pop() for words in found.values())
        return f"Usual: {live}." if live == post else f"Usual: {live} live, {post} by post."

    def _options(self, kind: str, seats: int) -> dict[str, Any]:
        usual: dict[str, Any] = msgspec.to_builtins(self.game.options.defaults(seats, kind))  # type: ignore[attr-defined]
        if given := self.cleaned_data.get("preset"):
            preset = self.game.meta.presets[int(given)]
            usual |= preset.options | {name: number * seats for name, number in preset.per_seat.items()}
        for name, values in option_values(self.game).items():
            given = self.cleaned_data.get(f"option.{name}")
            usual[name] = next((value for value in values if str(value).lower() == given), usual[name])
        return usual


def _clock_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    labels = {"live": "Live: everybody is at the table", "correspondence": "By post: at the speed of letters"}
    return [
        (
            labels[kind],
            [(f"{kind}:{move}:{bank}", time_control.clock_in_words(move, bank)) for move, bank in CLOCKS[kind]],
        )
        for kind in (Match.Pace.CORRESPONDENCE, Match.Pace.LIVE)
    ]


class InviteByName(forms.Form):
    """One name."""

    name = forms.CharField(
        max_length=64, label="Name of a player", widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
