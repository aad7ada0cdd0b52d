"""Battles: with merchants, with monsters, between units; and what follows them."""
