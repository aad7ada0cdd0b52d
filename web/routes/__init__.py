"""The addresses of the service, one module per subject. Each states what it is (`endpoints.py`)."""
