"""The manuals as web pages: rendered from each title's folder, searchable, readable offline, with playable examples.

May import `games.kernel`, `games.titles` and `config`; nothing about matches or people.
Doors: `library` builds the pages, `views` shows them.
"""
