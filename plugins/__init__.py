"""The plugins that come with the bot: one command family each, from arguments to replies."""
