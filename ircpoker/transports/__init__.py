"""Where lines come in and replies go out: IRC, the console. Nothing here knows a rule of poker."""
