"""The pygame screen: drawn from a View, an immutable picture of the table with nothing hidden in it."""
