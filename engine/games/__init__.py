"""One file a game; each reads like its rules page under docs/rules."""
