"""The real firmware without a panel: built, run in simavr or natively, on a bad wire if wanted."""
