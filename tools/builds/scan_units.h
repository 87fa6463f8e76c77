/* Which units a scanned build compiles, and how: a compilation database of its own, so that they can be answered again
 * without the build. */
#ifndef PMECACHE_TOOLS_BUILDS_SCAN_UNITS_H
#define PMECACHE_TOOLS_BUILDS_SCAN_UNITS_H

#define SCAN_UNITS "compile_commands.json"
#define SCAN_FAILED "failed.json" /* units of Fortran that wanted for modules, maybe */

/* Of a compile, for the list of this name in the folder of the scan; compiles note their units at the same time. */
void note_unit(const char *folder, const char *list, int count, char **arguments);
/* Puts what was noted into the list; a unit that is there already is as it was compiled last. */
void collect_units(const char *folder, const char *list);

#endif
