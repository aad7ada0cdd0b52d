"""The virtual table from the house's side: what lies on it, hands that move it, a panel to press, a
demo that plays.

Everything goes through the lens and the wire like a real hand's doing; nothing here answers an ask
by itself, except the demo's finger on the tablet where eye and panel cannot.
"""
