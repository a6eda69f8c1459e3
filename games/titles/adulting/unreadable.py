"""Words of the rulebook for moves that the kernel refuses before the rules see them (section "Bad input")."""

from games.titles.adulting.effects import MALFORMED
from games.titles.adulting.refusals import KEYS
from games.titles.adulting.refusals_law import KEYS as LAW_KEYS

REFUSALS: dict[str, tuple[str, str]] = {
    "seats": ("AD-10", "Adulting is for three to eight players."),
    "options.unknown": ("AD-236", "Unknown option {field}."),
    "options.value": ("AD-236", "{value} is not a value of option {field}."),
    "options.spades_to_end": ("AD-147", "The game ends on spade one to five."),
    "options.laps": ("AD-73", "A category runs for three to twenty laps."),
    "options.start_money": ("AD-14", "Players start with zero to ten money."),
    "options.first_dealer_money": ("AD-18", "The first dealer starts with zero to ten extra money."),
    "options.round_limit": ("AD-148", "The round limit is zero (none) to sixty."),
    "hold": ("AD-69", "The player at turn still has time to think."),
    "last_word": ("AD-149", "Gloat in one line of 1 to 140 characters."),
    "over": ("AD-142", "The game is over."),
    "left": ("AD-230", "You are not in this game any more."),
    "unasked": ("AD-236", "It is not your turn to decide."),
    "unreadable": MALFORMED,
    "verb": MALFORMED,
    **dict.fromkeys({*KEYS, *LAW_KEYS}, MALFORMED),
}
