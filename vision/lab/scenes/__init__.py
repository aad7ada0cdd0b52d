"""Made-up tables with the truth: cards, tokens and mats on a surface, photographed. For tests,
benchmarks, training.

A scene is drawn flat, seen in perspective through a lens, lit, blurred and stored as JPEG. It is
never a photograph, and figures measured on it are never reported as if it were.
"""
