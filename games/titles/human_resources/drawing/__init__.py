"""Draws the manual's pictures as SVG; cards are drawn from the card data.

`manage.py drawpictures human_resources` writes them to pictures/, so that the site serves plain files. A test compares
those files with what this package draws.
"""
