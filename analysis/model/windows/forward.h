/* The accesses of one thread from some place of a program on. Private to analysis/model/windows. */
#ifndef PMECACHE_ANALYSIS_MODEL_WINDOWS_FORWARD_H
#define PMECACHE_ANALYSIS_MODEL_WINDOWS_FORWARD_H

#include "analysis/model/walk/estimate/sample.h"
#include "residue.h"

/* False: enough. */
typedef bool pme__forward_sink(void *context, int reference, int64_t address);

/* The `iterations` of a row that would come now touch the same lines in the same order as the one before, and so did that
 * (but where one settles): they need not be told. How many of them may be left out. A bit of `told` for each reference of the body that tells
 * something: all of them, but where a residue was chosen. */
typedef int64_t pme__forward_alike(void *context, const pme__tree_node *body, uint64_t told, int64_t iterations);

/* The reference comes to another page, whose entry of the page table is in a line of the chosen residue. */
typedef void pme__forward_page(void *context, int reference, int64_t page);

typedef struct pme__forward {
  const pme__loop_tree *program;
  const int64_t *group_bases; /* of placement groups */
  pme__forward_sink *sink;
  pme__forward_alike *alike;   /* NULL: all are told */
  bool settles;                /* it may be asked after the first iteration that touches these lines, not the second */
  int line_shift;              /* of `alike`: a line has 1 << line_shift bytes */
  const pme__residue *residue; /* NULL: accesses to all lines, else to those of the chosen one */
  pme__forward_page *page;     /* NULL: nobody asks; else of a residue, and */
  int64_t *latest_pages;       /* ... where each reference was, which the caller sets */
  void *context;
  int thread;
  bool in_phase, ended;
  int64_t idle, most_idle; /* iterations since the last access */
  int64_t rows, stops;     /* of a residue: rows, and references of them, that were looked at */
  int64_t passed;          /* ... and accesses to all lines that were come past */
  int64_t iterators[PME__TREE_MAX_LOOPS];
} pme__forward;

/* From the body of this instance on: its thread's accesses, in its order, until the sink has enough, the program ends or
 * nothing comes for very long. Serial code is thread 0's. */
void pme__forward_from(pme__forward *forward, const pme__walk_instance *instance);
/* All of a program with one thread. */
void pme__forward_all(pme__forward *forward);

/* ---- for those who run it ---- */

/* Rows of more references are run as other loops are. */
enum { PME__FORWARD_MOST_STEPPED = 64 };

int64_t pme__forward_address(const pme__forward *forward, const pme__tree_reference *reference);
void pme__forward_tell(pme__forward *forward, int reference, int64_t address);
/* Of a reference that does not stand in a row. */
void pme__forward_look_at_page(pme__forward *forward, int reference, int64_t address);
/* Iterations from the one that comes on in which a byte stays in the line that it was in in the one before. */
int64_t pme__forward_stay(const pme__forward *forward, int64_t address, int64_t stride, int64_t most);
/* Iterations of a loop whose only child is a body, of the chosen residue. */
void pme__forward_residue_row(pme__forward *forward, const pme__tree_node *loop, pme__tree_range range);

#endif
