/* Traces of instrumented runs (.pmetrace) as operands of commands. */
#ifndef PMECACHE_TOOLS_TRACE_INPUT_H
#define PMECACHE_TOOLS_TRACE_INPUT_H

#include "analysis/profile/trace_deal.h"

/* What was lost of the trace so far, on stderr. */
void tell_trace_faults(const char *path, const pme_trace *trace);
/* The profile of a trace. OPTIONS_GO_ON (options.h), or what to exit with. */
int read_trace_profile(const char *path, pme_profile **out);
/* The same, ready to be dealt out. */
int read_recorded_trace(const char *path, uint32_t line_bytes, pme_sequential_trace *out);

#endif
