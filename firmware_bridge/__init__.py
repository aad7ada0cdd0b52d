"""The button panel: frames, link, transports. Yields presses, takes lamps and display; knows
nothing of games.
"""
