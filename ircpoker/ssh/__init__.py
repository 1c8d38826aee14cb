"""Tables by SSH: a front-end of the running bot's feed, in processes of its own.

    settings.py  `[ssh]` of the configuration, and how many connections one host may have and make
    listener.py  accepts connections and hands them to the workers
    worker.py    a process that serves connections
    login.py     who may log in: a key is an account; the server's own key, made at the first start
    session.py   what a session may ask for: a lobby, or a table
    channel.py   what it asks for, and its channel
    clients.py   serves it: the full screen, or lines for scripts, screen readers and small terminals

Nothing here opens the ledger or a history: all that a session sees comes by the feed, for the person whose key it is.
"""
