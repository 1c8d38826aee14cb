"""A line that somebody said, the command it names, the plugin that answers, and the wording of the answer."""
