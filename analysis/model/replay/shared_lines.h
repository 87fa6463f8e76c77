/* Lines at which the pieces of a dealt loop meet, class by class. Private to analysis/model/replay.
 *
 * What threads lose to each other they lose there, as often as not: where one thread's rows end in the middle of a line and
 * the next one's begin. A sample of classes holds so many of these lines, and how many there are in all is known from the
 * ends of loops alone: what is lost goes by that, more than by classes or accesses.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_REPLAY_SHARED_LINES_H
#define PMECACHE_ANALYSIS_MODEL_REPLAY_SHARED_LINES_H

#include "analysis/model/loop_tree/loop_tree.h"
#include "pmecache/machine.h"

typedef struct pme__shared_lines {
  const pme_machine *machine;
  int level;              /* pieces of threads that share an instance do not count */
  int line_bits, classes; /* a power of two */
  const int64_t *group_bases;
} pme__shared_lines;

/* Adds to lines[class], the lines of the array whose number modulo `classes` that is, where pieces that are written meet; a
 * line once for each pair of neighbours. Pieces go round the team in turn. False: not known, as bounds or pieces vary, or
 * there are more than *room, from which they are taken. */
bool pme__add_shared_lines(const pme__loop_tree *program, const pme__shared_lines *asked, int array, int64_t *room,
                           int64_t *lines);

#endif
