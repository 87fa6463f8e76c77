/* Basic blocks of a trace or a profile on standard output (pmecache profile show --blocks). */
#ifndef PMECACHE_TOOLS_TRACES_BLOCK_OUTPUT_H
#define PMECACHE_TOOLS_TRACES_BLOCK_OUTPUT_H

#include "pmecache/instrumented.h"
#include "pmecache/trace.h"
#include "tools/options/profile_options.h"

/* The instrumented function that a block of the trace is in; NULL: it is in none. */
const pme_instrumented_function *function_of_block(const pme_trace *trace, const pme_instrumented_block *block);

/* Reads the only operand, prints, returns what to exit with. */
int show_blocks(const profile_options *o);

#endif
