"""What an operator sees of a running bot: its log, its figures, and whether it is well.

    settings.py      `[log]` and `[metrics]` of the configuration
    logs.py          the log, as text or as lines of JSON
    status.py        the figures of this moment, as data: `StatusReader`
    exposition.py    the same figures as Prometheus reads them
    endpoint.py      /metrics and /health on a port of this machine
    running.py       what runs beside the bot: the endpoint, the file of metrics, the watch over the loop

All of it is computed on the loop of the bot. Nothing here is needed to play, and nothing else imports it but the
wiring and the command line.
"""
