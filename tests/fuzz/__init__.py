"""Fuzzing: whatever comes from outside may be anything. `python -m tests.fuzz` looks for what
breaks us, guided by coverage; what it ever found lies in `found/` and is tried by every test run.
"""
