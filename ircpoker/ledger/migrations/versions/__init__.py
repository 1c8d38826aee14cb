"""One module per migration, oldest first. A released migration never changes: a mistake is corrected by a new one."""
