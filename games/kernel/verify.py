"""Check an exported match: that its seed is the promised one, and that the rules lead to its result."""

from collections.abc import Mapping
from typing import Any

from games.kernel.game import Game
from games.kernel.replay import FORMAT, Difference, play_record
from games.kernel.rng import SEAL_HEX_DIGITS, SEED_HEX_DIGITS, commitment, is_seal, is_seed, mixed, number_seal


def verify_record(game: Game, record: Mapping[str, Any]) -> list[str]:
    """Replay an exported match and return sentences on what it confirms. Raises Difference at the first difference."""
    if record.get("playpost") != FORMAT:
        raise Difference(0, f"this is not a record of format {FORMAT}.")
    seed = record["seed"]
    if not is_seed(seed):
        raise Difference(0, f"the seed is not {SEED_HEX_DIGITS} hexadecimal digits.")
    promise = _seed_in_words(record)
    position = play_record(game, record)
    sentences = [
        promise,
        f"Every shuffle and draw follows from it: {position.rng.count} draws.",
        f"The rules accept the {len(record['moves'])} lines of the log in this order.",
    ]
    if record["rules"] != game.meta.rules:
        sentences.append(f"Played under rules {record['rules']}, checked under rules {game.meta.rules}.")
    return [*sentences, f"The result is confirmed: {_ranks_in_words(record)}."]


def _seed_in_words(record: Mapping[str, Any]) -> str:
    """A sentence on what the record proves about its seed. Raises Difference."""
    numbers = record.get("numbers") or []
    secret = record.get("secret") if numbers else record["seed"]
    if not all(isinstance(one, str) and is_seed(one) for one in (secret, *numbers)):
        raise Difference(0, f"the secret or a player's number is not {SEED_HEX_DIGITS} hexadecimal digits.")
    if commitment(str(secret)) != record["commitment"]:
        raise Difference(0, f"the {'secret' if numbers else 'seed'} is not the one that the commitment promised.")
    if not numbers:
        return "The seed is the one that was promised at the start."
    if mixed(str(secret), numbers) != record["seed"]:
        raise Difference(0, "the seed does not follow from the secret and the players' numbers.")
    count = "the number of one player" if len(numbers) == 1 else f"the numbers of {len(numbers)} players"
    return (
        f"The seed follows from the secret that was promised before the start and {count}.{_unopened_in_words(record)}"
    )


def _unopened_in_words(record: Mapping[str, Any]) -> str:
    """A sentence on the numbers that were sealed and never opened. Raises Difference."""
    unopened = record.get("unopened") or []
    if not all(is_seal(one) for one in unopened):
        raise Difference(0, f"the seal of a number is not {SEAL_HEX_DIGITS} hexadecimal digits.")
    if {number_seal(number) for number in record["numbers"]} & set(unopened):
        raise Difference(0, "a number is in the seed, but its seal is listed as never opened.")
    many = "One number was" if len(unopened) == 1 else f"{len(unopened)} numbers were"
    return f" {many} sealed and never opened." if unopened else ""


def _ranks_in_words(record: Mapping[str, Any]) -> str:
    seats = record["seats"]
    names = [f"seat {seat}" for seat in range(seats)] if isinstance(seats, int) else seats
    if record["result"] is None:
        return "the match had not ended"
    ranked = sorted(zip(record["result"], names, strict=True), key=lambda pair: pair[0])
    return ", ".join(f"{rank}. {name}" for rank, name in ranked)
