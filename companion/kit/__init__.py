"""The words games are made of: asks, intents, events, views. Nothing here knows a game, a device or
a file.
"""
