"""Parcels: a climbing and shedding card game for three to five, in which an open storage decides what may be played."""
