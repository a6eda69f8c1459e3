"""The headings that each manual must have: those of the old manual that it mirrors, with their levels, in their order.

By game and page: (level, heading, further anchors). Further headings of ours may stand between and after them.
"""

Heading = tuple[int, str, tuple[str, ...]]


def _listed(text: str) -> list[Heading]:
    """One heading a line: its level, the words, and after a bar the anchors that must work."""
    found = []
    for line in text.strip().splitlines():
        level, _, rest = line.strip().partition(" ")
        words, _, anchors = rest.partition(" | ")
        found.append((int(level), words, tuple(anchors.split())))
    return found


STRUCTURE: dict[str, dict[str, list[Heading]]] = {
    "parcels": {
        "index": _listed("""
            2 Overview
            3 Deck Makeup
            3 Setup
            2 Flow of the game
            3 Playing cards
            3 Passing
            2 End of the game
            2 Playing online
        """),
    },
    "human_resources": {
        "index": _listed("""
            2 Rules
            2 Goal
            2 Setup
            2 Taking a turn
            3 Placing a Cubicle
            3 Playing a Project
            3 Hiring a Manager
            3 Manager Abilities
            4 Move
            4 Swap
            4 Draw
            4 Play two
            4 Take
            4 Shift
            4 Remove
            4 Exchange
            4 Opponent picks up
            3 Playing a Quota Card
            2 End of the game
            2 Card Reference
            3 Card Notes
            2 Promo Cards
            3 Promo Cards Rules
            2 Online play
        """),
        "cards": _listed("""
            2 Dark set
            2 Light set
        """),
    },
    "dinosaurs": {
        "index": _listed("""
            2 Learn in two minutes | learn
            2 Introduction
            2 How To Start
            3 The Dinosaur Board
            2 How To Play
            3 Disaster Cards
            3 Dinosaur Traits
            3 Point Cards
            3 Instant Cards
            3 Resolving Ties
            3 How To Win
            3 Helpful Reminders
            3 2-Player Rules
            2 Playing Here
        """),
    },
    "going_postal": {
        "index": _listed("""
            2 Learn in two minutes | learn
            2 What it is
            2 At the table
            2 Start here
        """),
        "rules": _listed("""
            1 New Hire Manual
            2 Setup
            2 Your Turn
            2 End of a Year
            2 Winning
            3 Other Ways to Win
            2 Personalities
            2 Stamps
            2 Eliminating a Personality
            2 Variants
            3 Blitz
            3 Trading
            3 Cutthroat
            3 Postal
            2 Playing Online
        """),
        "cards": _listed("""
            2 How to Read a Card
            2 Moving Cards
            2 Action Cards
            2 Actions in Detail
            2 The Board
        """),
        "strategy": _listed("""
            2 Staying Sane
            2 Going Postal on Purpose
            2 Marks and Stamps
            2 The End of the Year
            2 After You Are Out
            2 Numbers
        """),
    },
    "adulting": {
        "index": _listed("""
            5 Rulebook 2.2 – online edition 1.0 | version
            2 Goal in Game | goal
            2 Game Setup | setup
            2 Game Overview | overview
            2 Round Overview | round-overview
            2 Round Details | round-details
            3 Scoring Phase | scoring-phase
            3 Work Phase | work-phase
            3 Sorting Phase | sorting-phase
            3 Bidding Phase | bidding-phase
            2 Ending the Game | ending
            2 Card Details | card-details
            2 Job types | job-types
            3 Category | card-job-type-category
            3 Rank (also called Order) | card-job-type-rank card-job-type-order
            3 Payout | card-job-type-payout
            3 Challenge | card-job-type-challenge
            1 Legal System | legal-system
            3 Appeals | appeals
            3 Lawsuit | lawsuit
            3 Fines | fines
            3 Corruption | corruption
            2 Playing online | online
            2 The deck | deck
            2 Clause index | clauses
        """),
    },
}
MENUS = {
    "going_postal": ["Home", "Rules", "Cards", "Strategy"],
    "human_resources": ["Rules", "Card Reference"],
}
"""Entries that the menu must begin with, in this order."""
