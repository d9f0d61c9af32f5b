"""The running table: what a read means now, the journal, the history, the configuration and the command line."""
