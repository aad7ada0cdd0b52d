"""The table's events for those without a broker: each is posted to an address, signed, and tried
again until it is taken. README.md beside this file is for whoever receives them.
"""
