/* How many accesses of a parallel loop reuse a line, and after how many parallel iterations: the paper's nrs and rso,
 * made exact (Eq 2 to 11; docs/model/equations.md 2.2). Private to analysis/model/closed_form.
 *
 * Looks at one loop only. In serial iteration s, member m of a group of references touches position s * stride +
 * shifts[m]. Positions belong together when they lie in one line (stride < line), or when they are equal (stride >=
 * line: the position stands for a whole row, docs/model/equations.md 2.2, 6.2). Each touch is either the first of its
 * line or follows, by `distance` parallel iterations, the latest touch by member `source`. Distance 0: another thread,
 * or an earlier member, touches the line in the same parallel iteration.
 *
 * Counts are exact for one alignment of position 0 in its line and averaged over those that are multiples of
 * `alignment`, plus the phase. The cost does not depend on the number of iterations (docs/model/equations.md 2.2, 6.3).
 */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_CLASSES_NRS_REUSE_COUNTS_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_CLASSES_NRS_REUSE_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "block_cyclic.h"

enum { PME__REUSE_MOST_MEMBERS = 32, PME__REUSE_MOST_CLASSES = 384, PME__REUSE_FIRST = -1 };

typedef struct pme__reuse_request {
  pme__schedule schedule;
  /* The threads whose touches count: those that share the cache, ascending. */
  int64_t thread_count;
  const int64_t *threads;
  int64_t stride;    /* units per iteration, >= 0 */
  int64_t line;      /* units, >= 1 */
  int64_t alignment; /* units; divides `line` */
  int64_t phase;     /* position 0 stands so far behind a multiple of the alignment; 0 <= phase < alignment */
  int member_count;
  const int64_t *shifts; /* units when stride < line, else iterations; in the order in which they run */
  /* A touch by the same thread in the same iteration does not count: what one iteration reuses of itself has been
   * counted already, and what came before is asked for. */
  bool skip_same_iteration;
} pme__reuse_request;

typedef struct pme__reuse_class {
  int member;
  int source;       /* member, or PME__REUSE_FIRST */
  int64_t distance; /* parallel iterations; 0 for a first touch */
  double count;     /* of iterations */
} pme__reuse_class;

typedef struct pme__reuse_classes {
  int count;
  pme__reuse_class items[PME__REUSE_MOST_CLASSES];
} pme__reuse_classes;

/* Fills `out`. False when the pattern is too long to be enumerated, has too many members or too many classes, or
 * memory is exhausted; `out` is then of no use. */
bool pme__reuse_classes_find(const pme__reuse_request *request, pme__reuse_classes *out);

/* Adds to the class with these keys; false when the table is full. */
bool pme__reuse_classes_add(pme__reuse_classes *classes, int member, int source, int64_t distance, double count);

#endif
