"""The rules, chapter by chapter: each module has its rules, what it asks, and its steps."""
