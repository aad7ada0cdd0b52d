"""The panel at the table: asks into lamps and lines of its display, presses into intents.

`firmware_bridge` knows keys, lamps and bytes; what they mean at a table is known only here.
"""
