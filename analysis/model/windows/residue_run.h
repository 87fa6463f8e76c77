/* Windows of one residue that were run, for those who count them. Private to analysis/model/windows. */
#ifndef PMECACHE_ANALYSIS_MODEL_WINDOWS_RESIDUE_RUN_H
#define PMECACHE_ANALYSIS_MODEL_WINDOWS_RESIDUE_RUN_H

#include "forward.h"
#include "policy_windows.h"
#include "residue_caches.h"
#include "strata.h"

enum { PME__MOST_RESIDUE_WINDOWS = 128 };

typedef struct pme__residue_sums {
  double accesses;
  double own[PME_MAX_LEVELS], lru[PME_MAX_LEVELS];
} pme__residue_sums;

/* Of a reference in a window, times the window's weight. */
typedef struct pme__residue_part {
  float accesses, own[PME_MAX_LEVELS], lru[PME_MAX_LEVELS];
} pme__residue_part;

typedef struct pme__residue_window {
  pme__residue_sums all;
  double weight;
  pme__residue_part *references;                 /* [reference] */
  double drawn[PME_MAX_LEVELS][PME__MOST_DRAWS]; /* own misses of each draw */
} pme__residue_window;

/* Own misses of a reference in the window that is run. */
typedef struct pme__residue_drawn {
  int32_t own[PME_MAX_LEVELS][PME__MOST_DRAWS];
} pme__residue_drawn;

typedef struct pme__residue_run {
  const pme__policy_windows_question *question;
  pme__loop_tree *program;
  int first, levels; /* first: that is asked for */
  pme__residue residue;
  pme__residue_caches *caches;
  int draws[PME_MAX_LEVELS]; /* of frames; 0: the level is not run */
  pme__strata strata;
  pme__forward forward;
  int64_t *group_bases;
  uint64_t random;
  pme__residue_sums *references, *of_window; /* [reference]: of all windows by their weights, of the one that is run */
  pme__residue_drawn *drawn;                 /* [reference] */
  pme__residue_part *parts;                  /* [window][reference] */
  double *walks;                             /* [reference]: share of one that is not done yet */
  pme__residue_window windows[PME__MOST_RESIDUE_WINDOWS], *now;
  int count;
  int64_t accesses, touches, pages, work;
  int64_t latest_miss;                    /* among the accesses that were run */
  double missed, missed_lru, missed_late; /* of all windows, as LRU, and of stretches that were late */
  bool is_scattered;                      /* what the program touches is far more than a cache holds */

  /* Stretches begin anywhere, and fill the caches before they count. */
  bool is_stretch, counts_now;
  bool is_late;                                 /* it counts before the caches are full of what came in */
  double turnover;                              /* that fills them */
  int64_t run_before;                           /* accesses, by other windows */
  int64_t began, fill_end, to_count, count_end; /* of all lines, that were come past; fill_end since it began */
} pme__residue_run;

/* Accesses of the program. */
static inline double pme__residue_executions(const pme__residue_run *run, int reference) {
  return run->question->executions[run->program->references[reference].node];
}

/* Half-widths of what the windows say of all of the program: of what levels miss, of stretches also as LRU, and of the
 * difference. */
void pme__residue_run_half_widths(const pme__residue_run *run, pme__policy_windows *out);
/* What the windows say of all of the program. */
void pme__residue_run_tell(const pme__residue_run *run, pme__policy_windows *out);

#endif
