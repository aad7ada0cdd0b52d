"""Every game kept, told and counted: what is remembered of games and people beside the journal.

The journal says what happened; here stands what people ask of it afterwards, in a file of its own
that can be made again from the journal.
"""
