"""What a table tells the world: its state and what happens, as a spectator may see it.

The forms are plain values with JSON schemas beside them; `companion.mqtt` and `companion.webhooks`
carry them, and neither adds a word.
"""
