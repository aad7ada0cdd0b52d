"""What every training of a network shares. Needs torch; nothing that reads a table imports it."""
