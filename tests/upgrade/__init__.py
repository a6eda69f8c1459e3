"""A site made before the migrations became one per app, and its upgrade."""
