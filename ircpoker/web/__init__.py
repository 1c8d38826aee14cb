"""The page beside the bot: live tables, replays, proofs, figures, and a seat in the browser.

It is a process of its own, a front-end of the feed: it opens neither the ledger nor hand histories, and knows no cards
but those that the feed sends it.

    server.py           uvicorn with limits for connections; what every request must pass, the headers of every answer
    app.py              the paths
    site.py             the connection for spectators, and who has signed in
    pages.py            tables, finished deals, proofs, tournaments; previews of links as PNG
    figures.py          standings, one's own figures, robots, machines
    seat_pages.py       signing in, invitations, and what a player does at a table
    live_table.py       a connection to the feed, the tables that are watched by it, and the frames for browsers
    streaming.py        server-sent events
    rendering.py        templates and their words
"""
