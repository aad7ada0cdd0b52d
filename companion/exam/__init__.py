"""The exam every game takes, ours and those from outside: played by chance, looked at from every
side, its examples run, its texts read. What is wrong is said in plain words.
"""
