/* Which units a scanned build compiles, and how: a compilation database of its own, so that they can be answered again
 * without the build. */
#ifndef PMECACHE_TOOLS_BUILDS_SCAN_UNITS_H
#define PMECACHE_TOOLS_BUILDS_SCAN_UNITS_H

/* Of a compile, in the folder of the scan; compiles note their units at the same time. */
void note_unit(const char *folder, int count, char **arguments);
/* Puts what was noted into the compile_commands.json of the folder; a unit that is there already is as it was compiled
 * last. */
void collect_units(const char *folder);

#endif
