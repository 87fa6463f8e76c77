/* Stretches of a program that are run forward, and what they count. Private to analysis/model/windows. */
#ifndef PMECACHE_ANALYSIS_MODEL_WINDOWS_WINDOWS_H
#define PMECACHE_ANALYSIS_MODEL_WINDOWS_WINDOWS_H

#include "analysis/model/walk/estimate/sample.h"
#include "page_walks.h"

typedef struct pme__window_counts {
  double accesses, walks;
  double hashed;  /* walks more where the sets of the buffer are hashed, as machines with other buffers have none */
  double entries; /* of the page table that missed */
  double moves;   /* of the access to another page than where it was before */
  double others;  /* lines of the program that missed with walks, less those without */
} pme__window_counts;

typedef struct pme__windows {
  const pme__loop_tree *program;
  pme__window_counts *references; /* [reference]: of all windows together */
  int count;
  pme__window_counts *each; /* [count] */
  double work;              /* about nanoseconds */
} pme__windows;

/* Windows of the program until `question` has enough, or its effort ends. `program` is of question->concrete; all lives
 * in `arena`. PME_NO_MEMORY. */
pme_status pme__run_windows(const pme__page_walks_question *question, pme__loop_tree *program, pme_arena *arena,
                            pme__windows *out);
/* All of a program of one thread, several times where arrays have no base: each is a window. */
pme_status pme__run_whole(const pme__page_walks_question *question, pme__loop_tree *program, pme_arena *arena,
                          pme__windows *out);
/* Half-width of the mean over windows of what they missed more, as a share of it; were it in proportion to walks. */
double pme__windows_ratio_error(const pme__windows *windows);
/* The same of their walks, as a share of them; were they in proportion to accesses. */
double pme__windows_walks_error(const pme__windows *windows);

#endif
