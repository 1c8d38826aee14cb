"""What opens above the table by a key. Each panel asks the feed for what it shows.

panel.py  the frame, the rows, scrolling and choosing
lobby.py  the tables here, games against robots, machines
hands.py  finished deals, step by step; the robots' reasons, with their ranges; decisions to train with
lists.py  the keys, the screen's own settings, the figures of each seat, the proof of the last deck; all commands in
          Textual's own palette
"""
