/* Prints one prediction and tells what to exit with. */
#ifndef PMECACHE_TOOLS_ANSWER_H
#define PMECACHE_TOOLS_ANSWER_H

#include "session.h"

/* As tables or as JSON, whichever was asked for. `simulated` NULL: `prediction` alone. */
int print_answer(const session *s, const char *producer, const pme_prediction *prediction,
                 const pme_prediction *simulated);

#endif
