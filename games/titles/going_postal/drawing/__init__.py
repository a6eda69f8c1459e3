"""Draws the pictures of the game as SVG, the cards and the board from their data.

`manage.py drawpictures going_postal` writes them to the folder pictures/. They are kept there as files, so that
the site serves them without drawing anything; a test compares them with what this package draws.
"""
