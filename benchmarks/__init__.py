"""Benchmarks, run together with other packages: `python -m benchmarks.NAME`. They are not part of the tests."""
