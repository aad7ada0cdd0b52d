"""A table that is drawn: cloth, mats, tokens, cards, dice, hands and lamps. The virtual camera
looks at it.

Nothing here reads anything: what the readers make of the picture is their business, as with a real
table.
"""
