"""Seeing: camera, zones, dice, tokens, cards. Yields readings; knows nothing of games or of the
web.
"""

import os

# One thread for sums, before numpy is loaded: the other cores belong to the game, and threads that
# wait for each other on a busy machine made a card cost four times as much.
for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(name, "1")
