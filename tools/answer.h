/* Prints one prediction and tells what to exit with. */
#ifndef PMECACHE_TOOLS_ANSWER_H
#define PMECACHE_TOOLS_ANSWER_H

#include "pmecache/by_size.h"
#include "session.h"

typedef struct answer {
  const char *producer;
  const pme_prediction *prediction;
  const pme_prediction *simulated; /* the same program; NULL: `prediction` alone */
  const pme_by_size *by_size;      /* what `prediction` lacks for want of a size; NULL: nothing */
} answer;

/* As tables or as JSON, whichever was asked for. */
int print_answer(const session *s, const answer *a);

#endif
