"""The rules of Runika, one module for each chapter. Nothing here knows what the tablet draws."""
