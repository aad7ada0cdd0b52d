"""How the dice networks are made: rendered and real pictures in, two small ONNX files out. Never on
the Pi.
"""
