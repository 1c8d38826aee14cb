"""What opens above the table by a key. Each panel asks the feed for what it shows.

panel.py       the frame, the rows, scrolling and choosing
lobby.py       the tables here, games against robots, machines
hands.py       finished deals, step by step
why.py         the robots' reasons, with their ranges
statistics.py  the figures of each seat
proof.py       the proof of the last deck
help.py        the keys
settings.py    the screen's own settings
"""
