"""What titles draw with: colours, words and cards as SVG, and the sheet for the picture in an email.

It may import `games.kernel.data`, and no Django.
Doors: `svg`, `mail_sheet`.
"""
