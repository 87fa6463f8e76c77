/* What the body of a loop does in an iteration, and what moves how. Private to analysis/advise. */
#ifndef PMECACHE_ANALYSIS_ADVISE_LOOP_BODY_H
#define PMECACHE_ANALYSIS_ADVISE_LOOP_BODY_H

#include "pmecache/prediction.h"

/* One iteration of a loop, its inner loops apart. */
typedef struct pme__loop_body {
  double operations, divisions, chain; /* as in pme_work; without it, one operation for each access */
  double library;                      /* of the operations */
  double moving_accesses;      /* of an innermost loop those whose address changes: the others stay in registers */
  int64_t vector;              /* iterations done together, >= 1 */
  double vector_cycles;        /* of so many iterations: reading and writing alone; 0 where each is done by itself */
  bool is_innermost, is_known; /* `is_known`: the program has work for this loop */
} pme__loop_body;

pme__loop_body pme__loop_body_of(const pme_prediction *prediction, int loop);

/* Operations that wait for the iteration before (pme_work.chain), also where the loop stands in another one's place. */
double pme__chain_of(const pme_concrete *concrete, int loop);

/* Whether a write and a read of the body are of one element, which stays the same in all iterations of the loop. */
bool pme__adds_up_in_memory(const pme_concrete *concrete, int loop);
/* Whether two accesses come to the same bytes in each iteration. */
bool pme__are_one_element(const pme_concrete *concrete, int a, int b);

/* Whether a read takes what its own thread wrote there so few iterations of the innermost loop before that the store
 * still waits in the core: it does not need the line. */
bool pme__is_forwarded(const pme_prediction *prediction, int access);

/* Bytes by which an iteration of `loop` moves an access. */
int64_t pme__stride_along(const pme_concrete *concrete, int access, int loop);
/* Bytes by which the innermost loop that moves an access moves it, of those that are not unrolled where there are such
 * ones; 0: none does. */
int64_t pme__stride_of(const pme_concrete *concrete, int access);
/* Whether prefetchers foresee the lines of an access: it walks along lines, alone or with others that fill its steps.
 */
bool pme__is_stream(const pme_concrete *concrete, int access, int64_t line_bytes);

#endif
