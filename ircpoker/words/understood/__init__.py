"""What people type or say, understood as pure language: nothing here knows a table, a seat or a command."""
