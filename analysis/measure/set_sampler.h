/* A sample of references is looked at in the sets of the machine that the program was compiled for: would they hit?
 * SDCM says what is to be expected of the same references; by how much that is wrong in the mean, weighted by the
 * inverse of the rate (Hajek 1971), is added to what it says of all of the site (difference estimator, Cochran 1977,
 * section 7.3).
 *
 * References to one of the last few lines are not in question: SDCM is right for them. Of the others the share that is
 * looked at sinks with the square root of how many there were, so that a short run is known well and a long one is not
 * held up.
 */
#ifndef PMECACHE_MEASURE_SET_SAMPLE_H
#define PMECACHE_MEASURE_SET_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "analysis/reuse/distance_sets.h"
#include "host.h"

/* References to one of so many lines that were used last are hits, wherever these lie. */
enum { PME_CERTAIN_LINES = 8 };

/* Which of a row of references is the next one of the sample. */
typedef struct pme__pace {
  uint64_t seen;   /* so many came by */
  uint64_t left;   /* the left-th from here is the next one */
  uint64_t weight; /* for how many it stands */
  uint64_t random;
  uint32_t spread; /* looking costs so many times more, against the others, than where spread is 1 */
} pme__pace;

void pme__pace_start(pme__pace *pace, uint32_t spread, uint64_t seed);
/* `count` references come by, at most `left`. True when the last of them is of the sample; pace->weight is then its
 * weight until pme__pace_draw. */
static inline bool pme__pace_pass(pme__pace *pace, uint64_t count) {
  pace->seen += count;
  pace->left -= count;
  return pace->left == 0;
}
void pme__pace_draw(pme__pace *pace);

/* Of one thread. */
typedef struct pme__set_sampler pme__set_sampler;

/* NULL when no sets are to be looked at, or without memory (said). */
pme__set_sampler *pme__set_sampler_open(const pme__measure_host *host, const pme_profile_options *options);
void pme__set_sampler_close(pme__set_sampler *sample); /* accepts NULL */

/* The engine has forgotten all lines. */
void pme__set_sampler_forget(pme__set_sampler *sample);
/* As pme__distance_set_depths. */
bool pme__set_sampler_ask(pme__set_sampler *sample, pme__distance *engine, const pme__set_question *question,
                          pme__set_depths *depths);
/* Between two uses of `line` there is one of another line. */
void pme__set_sampler_meet(const pme__set_sampler *sample, pme__set_depths *depths, uint64_t line, uint64_t other);
/* The answer counts for `weight` references of the site. */
void pme__set_sampler_count(pme__set_sampler *sample, uint32_t site, const pme__set_depths *depths, uint64_t weight);
/* The line was not in the window: how many of those that are there are in its set counts for the site. */
void pme__set_sampler_count_beyond(pme__set_sampler *sample, uint32_t site, const pme__set_depths *depths);
/* It is known, not guessed, for `times` references. */
void pme__set_sampler_count_all(pme__set_sampler *sample, uint32_t site, const pme__set_depths *depths, uint64_t times);
/* Adds what was counted for the site, so many of whose references were in question (0: more than the sample knows of);
 * `weight` is that of the sample at last. */
void pme__set_sampler_add_to(const pme__set_sampler *sample, uint32_t site, double references, double weight,
                             pme_profile_stream *stream);

#endif
