/* How fast a core reads and writes vectors. Private to analysis/advise. */
#ifndef PMECACHE_ANALYSIS_ADVISE_TIME_VECTOR_PORTS_H
#define PMECACHE_ANALYSIS_ADVISE_TIME_VECTOR_PORTS_H

#include "pmecache/concrete.h"

/* Bytes that the accesses of a body move, of which those over the end of a line count twice. */
typedef struct pme__vector_bytes {
  double read, written;
} pme__vector_bytes;

/* One access more; the loop at `depth` around it, the innermost one, moves it by its own size, and `vector` of its
 * iterations are done together. */
void pme__add_vector(const pme_concrete *concrete, int access, int depth, int64_t vector, pme__vector_bytes *inout);

/* Cycles that a core needs for them. */
double pme__cycles_of_vectors(const pme__vector_bytes *bytes);

#endif
