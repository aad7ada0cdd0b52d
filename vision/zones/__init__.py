"""Zones: where the mats and hand-drawn areas of the table lie in the camera's picture, at every
moment.
"""
