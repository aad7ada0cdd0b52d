"""How the finder of loose pieces was made; never needed at a table."""
