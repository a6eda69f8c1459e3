"""Draws pictures of the manual as SVG, the cards from the card data.

`manage.py drawpictures human_resources` writes them to the folder pictures/. They are kept there as files, so
that the site serves them without drawing anything; a test compares them with what this package draws.
"""
