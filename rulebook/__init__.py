"""The manuals as pages: rendered from each title's folder, searched, read offline, with examples to play.

It may import `games.kernel` and `games.titles`, nothing of matches or people.
Doors: `library` builds, `views` show.
"""
