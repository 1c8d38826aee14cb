"""What a robot can lose: best responses, and what is measured with them."""
