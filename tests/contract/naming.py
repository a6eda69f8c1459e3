"""How to find a title's names in other code.

A title may be called Go, Set or Fresh, and such words are in every file. Short names therefore only count where they
name a game: in a path, in a comparison with a slug, or as a key of `load()`. Longer names count wherever they stand in
quotes, and whole titles wherever they are written.
"""

import re

from games.kernel.data import Meta

LONG = 6  # letters of a name that is no common word
PLACES = r"""(?x)
    titles[./]{slug}\b | \b(?:rules|learn|play)/{slug}/ | \bload\(\)\[["']{slug}["']\]
    | \b(?:slug|game|title)\w*["']?\s*(?:==|!=|=|:|\bin\b|,)\s*[\[({{]*\s*["']{slug}["']
"""


def names_of(meta: Meta) -> re.Pattern[str]:
    """Finds the names of a title: its folder, its slug, its title."""
    wanted = [PLACES.removeprefix("(?x)").format(slug=re.escape(meta.slug))]
    if len(meta.slug) >= LONG:
        wanted.append(rf"""["'/.]{re.escape(meta.slug)}["'/.]""")
    if len(meta.title) >= LONG:
        wanted.append(rf"(?<![A-Za-z])(?-i:{meta.title.replace(' ', '[ ]')})(?![a-z])")
    return re.compile("|".join(f"(?:{one})" for one in wanted), re.VERBOSE)
