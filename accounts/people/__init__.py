"""Relations between people: friends, following, blocking; and the search for players.

May import `models`, `hooks` and `names` of accounts; nothing about matches. Doors: `blocks.are_apart` for every place
where people meet, `friends` for friends and following, `search.find`."""
