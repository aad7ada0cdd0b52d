"""The fault suite: the real service in its own processes, and everything that can go wrong around
it.

`make faults` is the long form (`python -m tests.faults`); `test_faults.py` the short one.
"""
