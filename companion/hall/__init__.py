"""The page of many tables. It holds no authority: all it shows is rebuilt from what the broker
keeps and what the tables answer, so it may be killed, started again or run twice at any time.
"""
