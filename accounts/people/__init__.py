"""What people are to each other: friends, people they follow, people they blocked; and how they find each other.

May import the models, hooks and names of accounts. Knows no matches. Doors: `blocks.are_apart` for every place where
people meet, `ties` for friends and people one follows, `search.find`."""
