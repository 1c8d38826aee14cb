"""The bot's side of the feed: what happens at the tables as data, and lines of people from other programs.

    endpoints.py      who comes by an endpoint, and their lines: `FeedEndpoint`; the requests by their names, whose
                      functions are in `requests.py`, `table_requests.py` and others
    session.py        `FeedSession`: one connection, whatever carries it
    table_feeds.py    `TableFeeds`: who watches which table, and who may
    table_feed.py     `TableFeed`: the numbered events of one table
    subscriptions.py  watchers, and what they get
    events.py         announcements of the lobby as events
    snapshot.py       a table as data, for everybody and for one seat; `seats.py` has its seats

Nothing here knows sockets: `ircpoker.feed.server.sockets` carries a session over one, and `ircpoker.feed.InProcessLink`
within a process.
"""
