"""The plugins that come with the bot: each handles one family of commands, from arguments to replies."""
