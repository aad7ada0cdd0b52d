"""The rules of Spell Saga, one module a chapter."""
