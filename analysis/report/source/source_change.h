/* Another order of loops, tiles, or two loops as one, as a change of the source. Private to analysis/report.
 *
 * Lines are changed, no syntax tree: a nest of one plain `for` a line, each right behind the one before. Of loops that
 * are exchanged the parentheses change places (of Fortran what stands behind `do`), and so any compiler takes it; tiles are
 * OpenMP's directive. */
#ifndef PMECACHE_ANALYSIS_REPORT_SOURCE_SOURCE_CHANGE_H
#define PMECACHE_ANALYSIS_REPORT_SOURCE_SOURCE_CHANGE_H

#include "pmecache/advice.h"
#include "source_lines.h"

enum { PME__MOST_CHANGED_LINES = 48, PME__CONTEXT_LINES = 3 };

typedef struct pme__source_change {
  const char *why_not; /* NULL: it can be written; else the end of a sentence */
  const char *file;
  int line; /* the first that changes, from 1 */
  int before_count, after_count;
  const char *before[PME__MOST_CHANGED_LINES], *after[PME__MOST_CHANGED_LINES];
  int above_count, below_count; /* what stands around */
  const char *above[PME__CONTEXT_LINES], *below[PME__CONTEXT_LINES];
} pme__source_change;

/* Of an order that is legal. The result lives in `arena`. PME_NO_MEMORY. */
pme_status pme__change_source(const pme_prediction *prediction, const pme_loop_order *order, pme_arena *arena,
                              pme__source_change *out);

/* Of two loops that may be one: plain ones of the same line and directives, with nothing between them. Their bodies, on
 * lines of their own, come to stand in one. PME_NO_MEMORY. */
pme_status pme__fuse_source(const pme_prediction *prediction, const pme_loop_fusion *fusion, pme_arena *arena,
                            pme__source_change *out);

/* The lines around those that change. */
void pme__add_context(const pme__source_lines *source, pme__source_change *inout);

/* Calls `line` for each line of the change as a unified diff, without line ends. */
void pme__write_diff(const pme__source_change *change, void (*line)(void *context, const char *text), void *context);

#endif
