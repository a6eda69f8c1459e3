"""The kernel, proved on a made-up game."""
