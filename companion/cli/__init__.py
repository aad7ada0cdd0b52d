"""The command line, one module per command: `HELP`, `arguments(parser)` and `run(args) -> exit
status`.
"""
