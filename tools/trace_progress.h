/* How far a command has come that follows a trace again and again: team by team, one interleaving after the other. */
#ifndef PMECACHE_TOOLS_TRACE_PROGRESS_H
#define PMECACHE_TOOLS_TRACE_PROGRESS_H

#include "analysis/team/team_predict.h"
#include "progress.h"

typedef struct watched_piece watched_piece;

typedef struct trace_progress {
  progress shown;
  char what[64];            /* "references followed for 4 threads (team 2 of 5)" */
  uint64_t followed, asked; /* references so far, and when the terminal was last thought of */
  watched_piece *pieces;    /* NULL: nobody watches */
} trace_progress;

/* From now on whoever reads references of `trace` moves `p`; only where stderr is a terminal. Both stay where they are
 * until trace_progress_end, which is to be called before the trace is closed. */
void trace_progress_start(trace_progress *p, pme__sequential_trace *trace);
/* What is done from now on. */
void trace_progress_say(trace_progress *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Takes the line away, before something is printed; the next references bring it back. */
void trace_progress_hide(trace_progress *p);
void trace_progress_end(trace_progress *p);

#endif
