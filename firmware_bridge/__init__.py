"""Everything between an antenna and a Read, and between a lamp command and a lamp. Knows no cards, seats or rules."""
