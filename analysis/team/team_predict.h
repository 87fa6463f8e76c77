/* Misses of a parallel run on a machine, predicted from the trace of a sequential one (docs/model/profiles.md). */
#ifndef PMECACHE_ANALYSIS_TEAM_TEAM_PREDICT_H
#define PMECACHE_ANALYSIS_TEAM_TEAM_PREDICT_H

#include "analysis/shared_caches/interleave.h"
#include "pmecache/machine.h"
#include "text_trace.h"

typedef enum pme__team_method {
  PME_METHOD_AUTO,
  PME_METHOD_ITERATIONS, /* iterations dealt out by the schedule, the merged stream measured exactly */
  PME_METHOD_BLOCKS,     /* Algorithm 1 of PPT-SASMM and PPT-Multicore, repaired: for traces without iterations */
  PME_METHOD_RDFP,       /* dealt out, then analysed thread by thread: RD+FP */
  PME_METHOD_FOOTPRINT,
  PME_METHOD_MARKOV,           /* Sabarimuthu and Venkatesh, repaired */
  PME_METHOD_MARKOV_PRINTED,   /* ... as printed, scaled to a distribution */
  PME_METHOD_COHERENT,         /* RD+FP, and lines that others write are lost to caches of one thread */
  PME_METHOD_COHERENT_MARKOV,  /* Sabarimuthu and Venkatesh's Markov chain and Equations 19 to 24, repaired */
  PME_METHOD_COHERENT_PRINTED, /* ... as printed */
  PME_METHOD_COUNT
} pme__team_method;

/* "auto", "mimic", ...; PME_METHOD_COUNT for another name. */
const char *pme__team_method_name(pme__team_method method);
pme__team_method pme__team_method_from_name(const char *name);

typedef struct pme__team_question {
  const pme_machine *machine;
  uint32_t threads; /* 1 .. 1024 */
  pme__team_method method;
  bool has_schedule; /* every loop as this instead of what the trace says */
  pme__team_schedule_kind schedule;
  uint64_t chunk;
  pme__merge_order order; /* of the measured stream */
  bool no_interval;       /* one interleaving is enough */
  bool no_alone;          /* `alone` is not needed: one stack of distances less where no cache belongs to one thread */
  uint64_t
      offset_lines; /* between the private lines of two threads, where misses are counted by loop; 0: as stacks lie */
  uint64_t seed;
} pme__team_question;

/* Reuse distances by octave: [0] has distance 0, [k] those from 2^(k-1) to 2^k - 1 lines. */
enum { PME_TEAM_OCTAVES = 48 };

/* Of one level, over all its instances. Misses are numbers of references. */
typedef struct pme__team_level {
  uint32_t instances;
  double accesses;
  double misses;                   /* exact sets where the stream was measured, else SDCM */
  double cold;                     /* first references of an instance */
  double alone;                    /* misses if every thread had an instance to itself; 0 when nobody asked */
  double sdcm;                     /* randomly mapped sets */
  double fully;                    /* fully associative */
  double low, high;                /* misses, over interleavings; equal to `misses` where they were not tried */
  bool is_exact_index;             /* `misses` are those of the real sets */
  bool has_set_conflicts;          /* exact sets and SDCM differ by more than 0.02 of the accesses */
  bool is_sensitive;               /* the interleaving changes the miss rate by more than 0.02 */
  double octave[PME_TEAM_OCTAVES]; /* references by distance on the stack of their instance; the others are `cold` */
} pme__team_level;

typedef struct pme__team_answer {
  pme__team_method method; /* that was used */
  const char *why;         /* constant text: why this one */
  const char *note;        /* constant text: what the method cannot do here; NULL: nothing */
  uint32_t idle;           /* threads without references */
  uint64_t references;     /* of all threads */
  uint64_t longest;        /* of the thread with the most */
  pme__team_level level[PME_MAX_LEVELS];
} pme__team_answer;

/* PME_BAD_ARGUMENT: no threads or too many, a line size that is not the trace's, a method that the trace has no data
 * for (iterations, blocks); PME_OVER_BUDGET: the Markov chain on too many threads and lines; PME_NO_MEMORY. */
pme_status pme__team_predict(const pme__sequential_trace *trace, const pme__team_question *question,
                             pme__team_answer *out, pme_error *error);

/* Whether such a question can be asked: PME_OK, or PME_BAD_ARGUMENT as above. */
pme_status pme__team_check(const pme__sequential_trace *trace, const pme__team_question *question, pme_error *error);

#endif
