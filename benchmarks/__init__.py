"""Speed, measured together with the rivals in one run: `python -m benchmarks.NAME`. Not part of the tests."""
