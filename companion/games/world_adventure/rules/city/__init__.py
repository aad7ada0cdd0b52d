"""The services of a city."""
