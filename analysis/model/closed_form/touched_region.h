/* Which lines a reference touches while a loop runs so many iterations. Private to analysis/model/closed_form
 * (docs/model/equations.md 4).
 */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_TOUCHED_REGION_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_TOUCHED_REGION_H

#include "context.h"

typedef enum pme__thread_group { PME__THREADS_ALL, PME__THREADS_LONGER, PME__THREADS_SHORTER } pme__thread_group;

/* Loops outside `carrier` stand still at their positions, those inside run in full. `carrier` runs `count` iterations
 * (parallel ones, if SHARED) from its position + `shift` on. The loop directly inside `carrier`, if `part` > 0, runs
 * only that many iterations. */
typedef struct pme__iteration_span {
  int carrier;
  int64_t shift;
  double count;
  double part;       /* iterations (of a SHARED loop: parallel ones); 0: all */
  double part_first; /* the first of them */
  /* Per depth: a loop inside the carrier runs its first limits[depth] iterations only; 0: all. May be NULL. */
  const double *limits;
  /* Of a SHARED loop in even blocks, some of which are one iteration longer: the threads of the longer ones, of the
   * others (whose blocks begin elsewhere), or all, as if their blocks were alike. */
  pme__thread_group group;
  /* What a single thread touches of a SHARED loop at or around the carrier, not all threads of the instance. */
  bool one_thread;
} pme__iteration_span;

/* How many groups of threads with blocks of different length run the reference: 1 or 2. */
int pme__touched_region_groups(const pme__instance_view *view, int reference);
/* The lines, by all threads of the instance (of a private array: one thread's). False: too many loops. */
bool pme__touched_region(pme__context *context, int reference, const pme__iteration_span *span,
                         pme__strided_region *out);
/* What line starts are multiples of, in units, as far as the loops from `loop` outwards leave it; `but` (a loop or
 * PME_NONE) is left out. */
int64_t pme__touched_region_alignment(const pme__context *context, int reference, int loop, int but);
/* Threads of this instance that run the reference inside some SHARED loop (1 if there is none). */
int64_t pme__touched_region_threads(const pme__context *context, int reference);
/* Share of the lines in a region of the reference that only other threads touch. */
double pme__touched_region_other_share(const pme__context *context, int reference);

#endif
