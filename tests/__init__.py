"""Tests of every room, and the tools that keep its texts and numbers."""
