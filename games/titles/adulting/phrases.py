"""Standing words of the table: steps, outcomes, ends."""

STEPS = (
    ("scoring", "Scoring", ("scoring",)),
    ("work", "Work", ("naming", "list", "number", "perform")),
    ("ruling", "Ruling", ("ruling",)),
    ("sorting", "Sorting", ("answer",)),
    ("votes", "Votes", ("votes",)),
    ("bids", "Bids", ("bids",)),
)
"""The rail above the table: id, words, the steps of the flow that belong to it. The till stands where it is due."""

DOING = {
    "scoring": "The dealer may play a card",
    "naming": "Naming examples, one by one",
    "list": "Everybody writes a secret list",
    "number": "Everybody gives a number",
    "perform": "Everybody writes a performance",
    "ruling": "The dealer rules, and the fine print comes out",
    "answer": "Adult or child? Everybody answers",
    "votes": "Thumbs up or down for every adult answer",
    "bids": "Fists on the table: the adults bid",
    "till": "The till is open",
    "over": "The game is over",
}

IN_TURN = {
    "number": ("Your turn to give a number", "gives the next number"),
    "answer": ("Adult or child? Your turn to answer", "answers next: adult or child?"),
}
"""The same where it goes round one by one: for whose turn it is, for the others."""

OUTCOMES = {
    "gave_way": ("GAVE WAY", "good", "The dealer gives way: the ruling is reversed."),
    "sustained": ("SUSTAINED", "plain", "The dealer sustains the ruling; nobody presses on."),
    "overturned": ("OVERTURNED", "good", "The jury overturns the ruling."),
    "upheld": ("UPHELD", "bad", "The jury upholds the ruling."),
    "dismissed": ("DISMISSED", "plain", "The case is dismissed. It costs nothing."),
    "conceded": ("CONCEDED", "good", "The defendant concedes."),
    "guilty": ("GUILTY", "bad", "The jury finds the defendant guilty."),
    "acquitted": ("NOT GUILTY", "good", "The jury finds the defendant not guilty."),
    "carried": ("CARRIED", "bad", "The dealer is impeached, and the round is over."),
    "failed": ("FAILED", "plain", "The motion has failed."),
    "dropped": ("DROPPED", "plain", "The case is dropped."),
}
"""How a case ended: the stamp, its look, and the sentence."""

STAGES = {
    "reply": "the dealer's reply",
    "hearing": "the hearing",
    "retort": "the dealer's retort",
    "jury": "the jury",
    "closed": "closed",
}
ENTRIES = {
    "repeat": "was named before",
    "gave_up": "gives up",
    "time": "ran out of time",
    "left": "has left the game",
    "expelled": "is out after a failed motion",
}
ENDS = {
    "single": ("is the only adult and takes the card for nothing", "are the only adult and take the card for nothing"),
    "impeached": ("has impeached the dealer and takes the card", "have impeached the dealer and take the card"),
    "shame": ("Nobody was an adult. The card is discarded in collective shame.",),
    "void": ("The dealer has left. The round is void and its card discarded.",),
}
"""How a round ended without an auction: of somebody, and of the reader."""

OVER = {
    "spades": "The last spade is on the table.",
    "deck": "The deck is empty.",
    "rounds": "The last round is over.",
    "players": "Too few players are left.",
}
