"""The live game: one owner, one queue of intents, views out. Devices and the web enter by this door
alone.
"""
