"""Tests of the kernel, with a made-up game."""
