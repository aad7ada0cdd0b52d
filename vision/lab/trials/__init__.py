"""Readers tried against the truth: figures and pictures of failures, for `companion bench`."""
