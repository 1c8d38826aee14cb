"""What the bot's process runs on, whatever it is about: time, threads, files, the order of a stop."""
