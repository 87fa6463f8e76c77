/* What the library inside of the program tells the command: a line for each loop, whose fields are the offset of the call
 * in its module, executions, threads, the counts, and the module. Private to tools/verify. */
#ifndef PMECACHE_TOOLS_VERIFY_LOOP_COUNTS_H
#define PMECACHE_TOOLS_VERIFY_LOOP_COUNTS_H

/* The events as numbers, and where the lines go, in the environment of the program. */
#define LOOP_COUNTS_EVENTS "PMECACHE_VERIFY_EVENTS"
#define LOOP_COUNTS_FILE "PMECACHE_VERIFY_FILE"
#define LOOP_COUNTS_LIBRARY "libpmecache_counters.so"

#endif
