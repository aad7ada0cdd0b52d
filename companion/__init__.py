"""Tableside: the table companion. `__main__` and `cli` build every part; everything else only knows what lies inward."""
