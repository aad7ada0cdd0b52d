"""A table that is drawn: cloth, mats, tokens, cards, dice, hands and lamps. The virtual camera
looks at it.

Nothing here reads anything: what the eye makes of the picture is the eye's business, as with a real
table.
"""
