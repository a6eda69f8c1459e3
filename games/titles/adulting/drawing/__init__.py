"""Draws the pictures of the manual and the pieces of the table as SVG, the cards from the card data.

`manage.py drawpictures adulting` writes them to the folder pictures/. They are kept there as files, so that the
site serves them without drawing anything; a test compares them with what this package draws.
"""
