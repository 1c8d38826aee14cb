"""The statistics of poker trackers: of finished deals, of files, of a ledger."""
