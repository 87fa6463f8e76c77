/* One stream out of those of a team: which thread comes next (PPT-Multicore, Algorithm 2;
 * docs/model/profiles.md 5.2).
 *
 * The printed algorithm starts round robin at core 1, reaches a core that does not exist, and goes on asking threads
 * that have ended. Here a thread that has ended leaves the list, and round robin goes on with the one behind it. Give
 * each piece of work between two barriers to an interleaver of its own.
 */
#ifndef PMECACHE_ANALYSIS_SHARED_CACHES_INTERLEAVE_H
#define PMECACHE_ANALYSIS_SHARED_CACHES_INTERLEAVE_H

#include "concurrent_lines.h"

typedef enum pme__merge_order {
  PME_MERGE_PROPORTIONAL, /* threads end together: the one that is furthest behind in its own work. Round robin
                                * when all are equally long, and when the streams do not know their lengths. */
  PME_MERGE_ROUND_ROBIN,  /* lock step */
  PME_MERGE_UNIFORM,      /* any thread that has not ended, all alike */
  PME_MERGE_RANDOM,       /* any thread, with the probability AF_t that the analytical methods suppose */
  PME_MERGE_SKEWED,       /* round robin, but each thread starts late by up to `skew` of its own length, at random */
  PME_MERGE_STAIRS        /* the same, with the delays evenly spread: none for the first thread, `skew` for the last */
} pme__merge_order;

/* Zero-initialised: proportional, a reference at a time. */
typedef struct pme__interleave_options {
  pme__merge_order order;
  uint64_t seed; /* of the three random ones */
  double skew;   /* 0 .. 1; 0: 0.25 */
  bool by_read;  /* a turn is all that one read of the stream gives (an iteration, a block) */
  uint32_t turn; /* references in a turn otherwise; 0: 1 */
} pme__interleave_options;

typedef struct pme__interleaver pme__interleaver;

/* Rewinds all streams. A order that needs lengths falls back to round robin when the streams have none; `uniform`
 * needs none. PME_NO_MEMORY; PME_BAD_ARGUMENT for no threads or a skew out of range. Close with
 * pme__interleaver_close (accepts NULL). */
pme_status pme__interleaver_open(const pme__streams *streams, const pme__interleave_options *options,
                                 pme__interleaver **out);
void pme__interleaver_close(pme__interleaver *il);
/* The next references and the threads that make them, at most `room`; 0 at the end. */
size_t pme__interleaver_read(pme__interleaver *il, uint32_t *threads, pme__line_reference *references, size_t room);

#endif
