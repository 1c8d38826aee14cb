"""What operators see and steer: orders, the process, monitoring."""
