"""Tokens: round pieces on the cells of a grid or sheet, or loose in a zone. Occupancy first, colour
second.
"""
