"""The table on the full screen of a terminal: what the feed says of it, drawn, and keys that speak to the feed.

The screen has no model of the game: it shows the last snapshot of a table and what each event sets in it.

    text.py             text from elsewhere → what may reach the terminal
    marks.py            the signs of cards, frames and bars, in Unicode or ASCII
    preferences.py      how the screen begins, and its own settings
    colours.py          what inks and grounds look like, in each theme
    canvas.py           a grid of cells → lines of the terminal

    seat_places.py      where the parts of the screen and the seats stand
    table_places.py     where everything of one table stands
    pieces.py           felt, cards, chips
    draw_table.py       draws a table, with draw_plates.py
    chances.py          what open cards are worth
    motion.py           what moves between two moments of a table
    machine.py          draws a slot machine and video poker
    offers.py           what a player may do now, with keys and amounts
    bar.py              draws that
    sidebar.py          draws the log, the last deal and the player's results
    tournament.py       draws how a tournament stands, and its end
    draw_screen.py      draws all of them, as they are at a moment

    table_on_screen.py  a table's moments, and what the player has marked and may show there
    user.py             the person at the screen: their tables, their lines, their actions
    go_on.py            until when a key takes the next hand; the line that stays when it is left
    own_odds.py         the chances of the player's hand
    controls.py         what each key does
    panels/             what opens above the table: lobby, hands, reasons, statistics, proof, help, settings
    widgets.py          the parts of the screen as widgets
    redraws.py          when the screen is drawn, one of a process after the other
    app.py              the screen

    least_size.py       whether a terminal can show the screen
    terminal.py         the screen or lines on this process's terminal or pipe
    own_terminal.py     that terminal as a channel
    channel.py          the screen on a channel, which may be one of SSH, with few bytes

    lines.py            the same table in lines, for those who read or pipe them
    speakers.py         the nicks by which somebody speaks there
    standing.py         how a table stands, in three lines
    look.py             how a line looks; where lines come from and go to
    speech.py           lines for a speech engine
    typed.py            what is typed: the words that leave, and what Tab offers
    prompt.py           lines typed on a terminal, while others appear above them

Only this package imports Textual, and only `ircpoker.cli` imports this package.
"""
