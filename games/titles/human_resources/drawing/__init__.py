"""Draws cards and cubicles as SVG from the card data, for the log, the gallery and emails; the artwork is in art.toml.

`manage.py drawpictures human_resources` writes those of the log to pictures/. The cover and the manual's illustrations
exist only as files there.
"""
