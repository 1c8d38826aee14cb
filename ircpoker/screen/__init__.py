"""The table on the full screen of a terminal: what the feed says of it, drawn, and keys that speak to the feed.

The screen has no model of the game: it shows the last snapshot of a table and what each event sets in it.

    text.py           text from elsewhere → what may reach the terminal
    marks.py          the signs of cards, frames and bars, in Unicode or ASCII
    canvas.py         a grid of styled cells → lines of the terminal
    palette.py        the styles by name, in the terminal's own colours
    seat_places.py    where seats stand around the table
    draw_table.py     draws a table
    machine.py        draws a slot machine and video poker
    offers.py         what a player may do now, with keys and amounts
    bar.py            draws that
    sidebar.py        draws the log, the last deal and the player's results
    watched_table.py  a table as the feed last said it is
    user.py           the person at the screen: their tables, their lines, their actions
    panels/           what opens above the table: lobby, hands, reasons, statistics, proof, help, settings
    widgets.py        the parts of the screen as widgets
    painter.py        draws the screens of a process one after the other
    app.py            the screen
    lines.py          the same table in lines, for those who read or pipe them

Only this package imports Textual, and only `ircpoker.cli` imports this package.
"""
