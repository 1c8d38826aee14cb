"""One module per migration, oldest first. Written once, they never change: what is wrong is mended by a new one."""
