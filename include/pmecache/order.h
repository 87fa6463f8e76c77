/* pmecache: what another order of loops costs, and whether it is legal. For passes that change loops (interchange,
 * polyhedral optimisers) and have a program of their own to ask about: built by program.h, or as text.
 *
 * Nothing is invented: a trip count that is not known, or code that the program does not have, gives "not computed". */
#ifndef PMECACHE_ORDER_H
#define PMECACHE_ORDER_H

#include "pmecache/advice.h"

#ifdef __cplusplus
extern "C" {
#else
#pragma GCC visibility push(default)
#endif

typedef struct pme_order_question {
  const pme_program *program;
  const pme_machine *machine;
  const pme_what_if *what_if; /* values of symbols, threads; NULL: nothing */
  int loop;                   /* whose misses are asked for: order.loops[0], or a loop around it */
} pme_order_question;

typedef struct pme_order_answer {
  pme_order_legality legality; /* PME_ORDER_LEGAL also for loops as they stand */
  bool is_computed;            /* all of the loop is in the numbers; else there are none: cannot compute */
  int level_count;
  pme_misses levels[PME_MAX_LEVELS]; /* of the loop in this order, whether it is legal or not; cold caches */
  double cycles;                     /* of a worksharing loop; 0: the machine has no latencies, or it is none */
} pme_order_answer;

/* One order of a perfect nest, count 0: the program as it stands. The effort is bounded, some 10 ms. PME_BAD_ARGUMENT:
 * loops[] is no nest of loops with nothing between them, at[] no order of it; PME_NO_MEMORY. */
pme_status pme_advise_order(const pme_order_question *question, const pme_nest_order *order, pme_order_answer *out);

#ifdef __cplusplus
}
#else
#pragma GCC visibility pop
#endif
#endif
