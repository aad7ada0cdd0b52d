"""The laboratory: training of the networks, made-up scenes to train and measure on, and trials.

Needed in a development checkout only: it is not packaged, and nothing that runs at a table imports
it.
"""
