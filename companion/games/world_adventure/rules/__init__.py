"""The rules, one module or package per chapter; each names its own steps."""
