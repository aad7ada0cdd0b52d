"""Where every part is built and joined: table, eye, panel, web. Threads are made and ended here and
nowhere else.

This is the top of everything: it may import everything, and only the command line imports it.
"""
