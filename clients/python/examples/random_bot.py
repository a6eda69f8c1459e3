"""Plays every game at random. PLAYPOST_URL and PLAYPOST_TOKEN say where and as whom."""

import os

from playpost_bot import Site, random_move, run

if __name__ == "__main__":
    run(Site(os.environ["PLAYPOST_URL"], os.environ["PLAYPOST_TOKEN"]), lambda match, decision: random_move(decision))
