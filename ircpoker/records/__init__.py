"""Deals as others' programs write and read them, and the statistics of many deals."""
