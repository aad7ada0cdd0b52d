"""The tablet page and its API: Flask over the table's public face."""
