/* Traces of instrumented runs (.pmetrace) as operands of commands. */
#ifndef PMECACHE_TOOLS_TRACE_INPUT_H
#define PMECACHE_TOOLS_TRACE_INPUT_H

#include "analysis/team/trace_work.h"
#include "pmecache/machine.h"

/* What was lost of the trace so far, on stderr. */
void tell_trace_faults(const char *path, const pme_trace *trace);
/* The profile of a trace, as PMECACHE_SAMPLE and PMECACHE_SETS say. OPTIONS_GO_ON (option_table.h), or what to exit
 * with. */
int read_trace_profile(const char *path, pme_profile **out);
/* From now on profiles of traces follow the sets of this machine's caches, unless PMECACHE_SETS names others. */
void follow_sets(const pme_machine *machine);
/* Whether the file begins like a profile. */
bool is_profile_file(const char *path);
/* A trace of either form, text (also on standard input, "-") or recorded. */
int read_any_trace(const char *path, uint32_t line_bytes, pme__sequential_trace *out);
/* The same, ready to be dealt out. */
int read_recorded_trace(const char *path, uint32_t line_bytes, pme__sequential_trace *out);

#endif
