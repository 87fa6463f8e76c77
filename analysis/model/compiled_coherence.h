/* What threads take from each other is judged on the program that is compiled. Private to analysis/model. */
#ifndef PMECACHE_ANALYSIS_MODEL_COMPILED_COHERENCE_H
#define PMECACHE_ANALYSIS_MODEL_COMPILED_COHERENCE_H

#include "predict.h"

/* Accesses of `prediction` whose value a compiler keeps in a register (pme_access.kept_loops) and that lose lines to
 * writes of other threads: they lose what those of the compiled program lose, which are few. Call before the sums.
 * PME_NO_MEMORY. */
pme_status pme__take_compiled_coherence(const pme__predict_question *question, pme_arena *arena,
                                        pme_prediction *prediction);

#endif
