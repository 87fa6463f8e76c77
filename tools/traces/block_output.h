/* Basic blocks of a trace or a profile on standard output (pmecache profile show --blocks). */
#ifndef PMECACHE_TOOLS_TRACES_BLOCK_OUTPUT_H
#define PMECACHE_TOOLS_TRACES_BLOCK_OUTPUT_H

#include "tools/options/profile_options.h"

/* Reads the only operand, prints, returns what to exit with. */
int show_blocks(const profile_options *o);

#endif
