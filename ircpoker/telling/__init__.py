"""What is still to be told, where, and in which order: facts, their stories, and the choice of the next line.

Nothing here knows networks or clocks: a transport puts facts in, and asks for the next line when one can go.
"""
