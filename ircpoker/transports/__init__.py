"""The ways in and out for people: IRC and the console. Nothing here knows a rule of poker."""
