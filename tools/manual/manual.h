/* The manual pages, from what `--help` of the commands prints: one list of options. */
#ifndef PMECACHE_TOOLS_MANUAL_MANUAL_H
#define PMECACHE_TOOLS_MANUAL_MANUAL_H

/* Writes pmecache.1 and pmecache-COMMAND.1 of every command into the folder. What to exit with. */
int write_manual(const char *folder);

#endif
