"""From a person's line to the command that it names, the plugin that answers, and the wording of the answer."""
