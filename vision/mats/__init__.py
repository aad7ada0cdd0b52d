"""Printable mats: their layout as data, and how they are drawn. A mat's zones are found again by
its corner marks.
"""
