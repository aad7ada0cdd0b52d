"""Seeing: camera, zones, dice, tokens, cards. Yields readings; knows nothing of games or of the web."""
