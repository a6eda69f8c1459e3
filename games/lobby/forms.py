"""The form that opens a table. Its options are built from the game's own Options Struct."""

from collections.abc import Iterable
from typing import Any

import msgspec
from django import forms

from games.clocks import time_control
from games.kernel.game import Game
from games.kernel.laws.random_cases import option_values
from games.models import Match

CLOCKS = {"live": time_control.LIVE_CHOICES, "correspondence": time_control.MAIL_CHOICES}
CLOCK_HELP = "If you take longer, your reserve runs. When that is used up too, a default move is played for you."
PACES = (
    ("live:{}:{}".format(*time_control.LIVE_USUAL), "Live"),
    ("correspondence:86400:259200", "A day a move"),
    ("correspondence:604800:604800", "A week a move"),
)
COMPANY = (
    ("friends", "Friends", "Private. You get a link to send them."),
    ("bots", "Bots", "The match starts at once. Unrated."),
    ("anyone", "Anyone", "Everyone can find the table and join."),
)


def _refusal(game: Game, what: str) -> str:
    """How seats or options that the game does not have are refused: in the rulebook's words, where it has some."""
    platform = {
        "seats": ("PLAY-06", f"{game.meta.title} can’t be played with that number of players."),
        "options": ("PLAY-07", "One of these options does not exist in this game."),
    }
    clause, sentence = game.rules.refusals.get(what, platform[what])
    return f"{sentence} ({clause})"


def _option_refusal(game: Game, name: str) -> str:
    """How a value that an option does not have is refused."""
    keys = (f"options.{name}", "options.value")
    words = next((game.rules.refusals[key] for key in keys if key in game.rules.refusals), None)
    return f"{words[1].format(field=name, value='%(value)s')} ({words[0]})" if words else _refusal(game, "options")


def _unknown_option(game: Game, name: str) -> str:
    words = game.rules.refusals.get("options.unknown")
    return f"{words[1].format(field=name[:40], value='')} ({words[0]})" if words else _refusal(game, "options")


def against_bots(game: Game, strength: str = "house") -> dict[str, Any]:
    """The form as one click fills it: the fewest seats, bots on all others, unhurried, unrated, not listed."""
    seats = game.meta.seats[0]
    clock = "correspondence:{}:{}".format(*time_control.AGAINST_BOTS)
    return {"seats": seats, "bots": seats - 1, "clock": clock, "strength": strength, "is_private": "on"}


class NewTable(forms.Form):
    """Seats, clock, company, preset; folded away: an exact clock, bots, rated and each option of one game."""

    def __init__(self, game: Game, *args: Any, may_rate: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        seats = [(str(count), str(count)) for count in game.meta.seats]
        self.fields["seats"] = forms.ChoiceField(
            choices=seats,
            label="Players",
            initial=str(game.meta.usual_seats or seats[0][0]),
            error_messages=dict.fromkeys(("invalid_choice", "required"), _refusal(game, "seats")),
        )
        self.fields["clock"] = forms.ChoiceField(choices=_clock_choices(), label="Pace", initial=PACES[1][0])
        self.fields["company"] = forms.ChoiceField(
            choices=[(value, title) for value, title, _ in COMPANY], label="Play with", required=False
        )
        self.fields["clock_exactly"] = forms.ChoiceField(
            choices=[("", "Default: the pace above"), *_clock_choices()],
            label="Clock",
            required=False,
            help_text=" ".join(filter(None, (CLOCK_HELP, game.meta.clock_help))),
        )
        self.fields["bots"] = forms.ChoiceField(
            choices=[("0", "Default: none"), *((str(n), str(n)) for n in range(1, game.meta.seats[-1]))],
            label="Bots",
            initial="0",
            required=False,
            help_text="They join at once. You can add or remove them later.",
        )
        self.fields["strength"] = forms.ChoiceField(
            choices=[("house", "Default: medium"), ("easy", "easy"), ("strong", "strong")],
            label="Strength of the bots",
            initial="house",
            required=False,
        )
        self._add_options()
        if may_rate:
            self.fields["is_rated"] = forms.ChoiceField(
                choices=[("", "Default: with anyone yes, with friends no"), ("on", "yes"), ("off", "no")],
                label="Rated",
                required=False,
                help_text="The result counts towards ratings. Matches against bots alone are never rated.",
            )
        self.fields["is_private"] = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def seat_cards(self) -> list[dict[str, Any]]:
        return self._cards("seats", [(value, value, "") for value, _ in self.fields["seats"].choices])  # type: ignore[attr-defined]

    def pace_cards(self) -> list[dict[str, Any]]:
        """Live, a day a move, a week a move."""
        return self._cards("clock", [(value, title, _clock_words(value)) for value, title in PACES])

    def company_cards(self) -> list[dict[str, Any]]:
        return self._cards("company", COMPANY)

    def preset_cards(self) -> list[dict[str, Any]]:
        presets = self.game.meta.presets
        return self._cards("preset", [(str(at), one.title, one.help) for at, one in enumerate(presets)])

    def advanced(self) -> list[forms.BoundField]:
        """What is folded away."""
        options = [name for name in self.fields if name.startswith("option.")]
        names = ("clock_exactly", "bots", "strength", *options, "is_rated")
        return [self[name] for name in names if name in self.fields]

    def is_advanced_open(self) -> bool:
        """Shown unfolded: something in it was refused or chosen."""
        return self.is_bound and any(field.errors or self.data.get(field.name) for field in self.advanced())

    def _cards(self, name: str, cards: Iterable[tuple[str, str, str]]) -> list[dict[str, Any]]:
        """Choices with a line each; the first one is chosen where nothing else is."""
        cards = list(cards)
        chosen = self[name].value() or (cards[0][0] if cards else "")
        return [
            {"value": value, "title": title, "help": text, "is_chosen": value == chosen} for value, title, text in cards
        ]

    def clean_seats(self) -> int:
        return int(self.cleaned_data["seats"])

    def clean_bots(self) -> int:
        return int(self.cleaned_data["bots"] or 0)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("seats") and data.get("bots", 0) >= data["seats"]:
            self.add_error("bots", "You need a seat too. Choose fewer bots.")
        if any(name.startswith("option.") and name not in self.fields for name in self.data):
            unknown = next(name for name in self.data if name.startswith("option.") and name not in self.fields)
            self.add_error(None, _unknown_option(self.game, unknown.removeprefix("option.")))
        return data

    def table(self) -> dict[str, Any]:
        """What create_match() needs, from a valid form. Without a company the plain fields hold (one click)."""
        data = self.cleaned_data
        kind, move_seconds, bank_seconds = (data["clock_exactly"] or data["clock"]).split(":")
        company, only_bots = data["company"], data["company"] == "bots"
        return {
            "slug": self.game.meta.slug,
            "seats": data["seats"],
            "options": self._options(kind, data["seats"]),
            "pace": kind,
            "move_seconds": int(move_seconds),
            "bank_seconds": int(bank_seconds),
            "is_rated": not only_bots and self._is_rated(company),
            "is_public": company == "anyone" if company else not data["is_private"],
            "bots": data["seats"] - 1 if only_bots else data["bots"],
            "strength": data["strength"] or "house",
        }

    def _is_rated(self, company: str) -> bool:
        """As chosen; else with anyone yes, with friends no. Guests are not asked: they play unrated."""
        usual = "on" if company == "anyone" else "off"
        return "is_rated" in self.fields and (self.cleaned_data["is_rated"] or usual) == "on"

    def _add_options(self) -> None:
        """A choice for each option; empty is the preset's, else the game's default at this seat count and pace."""
        words, presets = self.game.meta.option_words, self.game.meta.presets
        if presets:
            self.fields["preset"] = forms.ChoiceField(
                choices=[(str(at), preset.title) for at, preset in enumerate(presets)], label="Rules", required=False
            )
        for name, values in option_values(self.game).items():
            default = f"Default: {self._default(name)}"
            self.fields[f"option.{name}"] = forms.ChoiceField(
                choices=[("", default), *((str(value).lower(), self._words(name, value)) for value in values)],
                label=words.get(name, name.replace("_", " ").capitalize()),
                required=False,
                help_text=self.game.meta.option_help.get(name, ""),
                error_messages={"invalid_choice": _option_refusal(self.game, name)},
            )

    def _words(self, name: str, value: Any) -> str:
        return self.game.meta.option_words.get(f"{name}={str(value).lower()}", str(value))

    def _default(self, name: str) -> str:
        """What an option is when nobody chooses it; where it depends on the pace both are named."""
        defaults = self.game.rules.options.defaults
        found = {
            kind: {self._words(name, getattr(defaults(seats, kind), name)) for seats in self.game.meta.seats}
            for kind in ("live", "correspondence")
        }
        if any(len(words) > 1 for words in found.values()):
            return "depends on the number of players"
        live, slow = (words.pop() for words in found.values())
        return live if live == slow else f"live {live}, correspondence {slow}"

    def _options(self, kind: str, seats: int) -> dict[str, Any]:
        usual: dict[str, Any] = msgspec.to_builtins(self.game.rules.options.defaults(seats, kind))
        if given := self.cleaned_data.get("preset"):
            preset = self.game.meta.presets[int(given)]
            usual |= preset.options | {name: number * seats for name, number in preset.per_seat.items()}
        for name, values in option_values(self.game).items():
            given = self.cleaned_data.get(f"option.{name}")
            usual[name] = next((value for value in values if str(value).lower() == given), usual[name])
        return usual


def _clock_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    labels = {"live": "Live", "correspondence": "Correspondence"}
    return [
        (
            labels[kind],
            [(f"{kind}:{move}:{bank}", time_control.clock_in_words(move, bank)) for move, bank in CLOCKS[kind]],
        )
        for kind in (Match.Pace.LIVE, Match.Pace.CORRESPONDENCE)
    ]


def _clock_words(value: str) -> str:
    _, move_seconds, bank_seconds = value.split(":")
    return time_control.clock_in_words(int(move_seconds), int(bank_seconds))


class Invite(forms.Form):
    """A player's name or an email address."""

    name = forms.CharField(
        max_length=254,
        label="Player name or email address",
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "list": "played-with"}),
    )
