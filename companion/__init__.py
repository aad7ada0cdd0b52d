"""Tableside: the table companion. `__main__` and `cli` build every part; the rest only knows what
lies inward.
"""
