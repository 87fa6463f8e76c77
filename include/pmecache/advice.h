/* pmecache: advice. Which thread count and schedule of a parallel loop cost least, how much, why, and how sure.
 *
 * COST of a loop under (threads, schedule, chunk): the time of its slowest thread, in cycles, from the operations of
 * its body, the misses of each level and what the machine says of latencies and throughputs (docs/model/advice.md has
 * each term and where it comes from; the base are Equations 4 to 7 of PPT-Multicore). Where the machine has no
 * latencies, the cost is the misses: those of the outermost level first.
 *
 * GAIN of a candidate: the share of the loop's present time that it saves, less what it costs the other loops of the
 * same outermost construct. A change PAYS when its gain is more than 5% and more than its own uncertainty.
 */
#ifndef PMECACHE_ADVICE_H
#define PMECACHE_ADVICE_H

#include "pmecache/by_size.h"
#include "pmecache/prediction.h"
#include "pmecache/profile_answer.h"

#ifdef __cplusplus
extern "C" {
#else
#pragma GCC visibility push(default)
#endif

/* Cycles of one loop in one call of the function: of its slowest thread, all executions of the loop together. */
typedef struct pme_loop_time {
  double compute;   /* operations, divisions and chains of operations */
  double streams;   /* lines that prefetchers foresee, at the throughput of the level that has them */
  double scattered; /* lines that they do not foresee; as many misses at a time as a core overlaps */
  double pages;     /* translations of addresses, of scattered accesses to more pages than a core keeps in mind */
  double coherence; /* lines fetched from caches of other cores */
  double overrun;   /* of it: lines that prefetchers of others fetch behind the ends of their chunks */
  double stores;    /* of it: of accesses that write, which wait in a buffer while the core goes on */
  double coherence_least, coherence_most, stores_least; /* between which these may be */
  double bandwidth; /* what the memory needs for the lines of all threads; a floor of the time, no summand */
  double overhead;  /* starting the team and handing out chunks */
  double team;      /* of it: starting and joining teams */
  double handout, handout_most; /* of it: chunks that the runtime hands out, and what that may be */
  double imbalance;             /* work of the slowest thread / mean, >= 1; the terms above contain it */
  double cycles;                /* all of it, with overlap */
  double overlapped;            /* the same if waiting for lines and operations hid each other completely ... */
  double apart;                 /* ... or not at all */
  double spread;                /* half-width of `cycles` from the intervals of the misses, as a share */
  double low, high;             /* all of that, and the uncertainty of the machine's costs */
} pme_loop_time;

/* Why a candidate is better than what is there: the term of the cost that it saves most of. */
typedef enum pme_advice_reason {
  PME_ADVICE_NOTHING,
  PME_ADVICE_PARALLELISM,   /* more threads share the work */
  PME_ADVICE_OVERHEAD,      /* fewer teams or chunks to hand out */
  PME_ADVICE_IMBALANCE,     /* the slowest thread has less to do */
  PME_ADVICE_VECTORS,       /* longer chunks let one instruction do several iterations */
  PME_ADVICE_FALSE_SHARING, /* threads write different parts of one line */
  PME_ADVICE_COHERENCE,     /* threads write what others read */
  PME_ADVICE_OVERRUN,       /* prefetchers go on behind the ends of chunks, into what others write */
  PME_ADVICE_INTERFERENCE,  /* threads evict each other's lines */
  PME_ADVICE_SHARED_REUSE,  /* a line is fetched once for several threads, or once instead of by each */
  PME_ADVICE_CONFLICT,      /* a stride puts many lines into few sets */
  PME_ADVICE_CAPACITY,      /* what is used between two touches of a line fits now */
  PME_ADVICE_REASON_COUNT
} pme_advice_reason;

/* "shared-reuse", ...; and "shared reuse between threads", ... */
const char *pme_advice_reason_name(pme_advice_reason reason);
const char *pme_advice_reason_text(pme_advice_reason reason);

/* The loop as it is, or as it might be. */
typedef struct pme_candidate {
  int threads;
  pme_schedule_kind schedule;
  int64_t chunk; /* 0: none */
  bool is_team;  /* of a team loop: there is no schedule */
  int pad_count; /* arrays whose rows get longer */
  pme_longer_rows pads[PME_MOST_LONGER_ROWS];
  bool is_present;                   /* what source and options say now */
  bool is_decided;                   /* its misses come from more than the first, quick look */
  pme_misses levels[PME_MAX_LEVELS]; /* of the loop */
  pme_loop_time time;                /* of the loop; all 0 where the machine has no latencies */
  /* Cost / cost of what is there: of time, else of misses of `ratio_level`, the outermost level in which the two differ
   * notably. */
  double ratio, ratio_low, ratio_high;
  int ratio_level;
  pme_advice_reason reason; /* for the candidate, against what is there */
  int reason_level;         /* the level that the reason speaks of, -1: none */
  int reason_access;        /* node of the access that it speaks of, PME_NONE: none */
} pme_candidate;

enum { PME_MOST_OWN_LINES = 8 };

typedef struct pme_loop_advice {
  int node; /* of the worksharing loop */
  int count;
  pme_candidate *candidates; /* best first; what is there is one of them */
  int present;               /* index of what is there */
  pme_loop_time now;         /* what is there, behind all that the function does before it; candidates start cold */
  bool is_compiled;  /* misses are those of the compiled program, which has fewer lines lost to writes of others */
  bool is_partly;    /* the model has a part of the loop only, or of its work: what gains are shares of */
  bool is_race;      /* threads write the same elements, in the access `race`: nothing is advised before that */
  bool is_sure_race; /* not behind a branch that data decide */
  int race;
  /* Arrays of which each thread writes its own part, several parts to a line: with a line (or several) for each part
   * `own_saved` misses of `own_level` go. That is advised in place of `candidates[0]`: no schedule parts them. 0: none. */
  int own_line_count, own_lines[PME_MOST_OWN_LINES], own_level;
  double own_saved;
  bool by_misses;     /* the machine has no latencies: nothing is said of time, nor of other numbers of threads */
  bool pays;          /* candidates[0] is worth the change */
  bool hangs_on_size; /* it would be, but not where the outermost cache has half or twice the size */
  bool is_matched; /* a change of its schedule would be a race unless the loop `matched` changes with it: it counts */
  int matched;     /* ... on the same iterations, with no barrier between. Without `pays`: those two do not agree */
  bool is_unanswered; /* the effort is too little to tell what is there, and so nothing was tried */
  bool is_bounded;    /* nothing was tried: even the least possible cost is within `bound` of the present one */
  double bound;       /* share of the present cost that no change can save more than; only if is_bounded */
  bool is_light;      /* nothing was tried: the loop takes hardly any of the time of the function's loops, `share` */
  double share;       /* of that time; of accesses and misses, weighed, where the machine has no latencies */
  bool is_put_off;    /* nothing was tried: loops that could save more took what there was (`allowance_ms`), or the loop
                       * has so many accesses that the fewest candidates would take several times what a search may */
} pme_loop_advice;

typedef struct pme_advice {
  const pme_prediction *prediction; /* what the loops are numbered by */
  int loop_count;
  pme_loop_advice *loops; /* one for each worksharing loop with a number, in program order */
  int assumption_count;
  double effort_ms;         /* that searches took, counted */
  const char **assumptions; /* what the times rest on that nobody measured: "misses of a core that overlap: 10" */
} pme_advice;

typedef enum pme_advise_scope { PME_ADVISE_ALL, PME_ADVISE_CHUNK } pme_advise_scope;

/* Milliseconds of search for a loop where nobody asks for more or less: a compile can bear it. Remarks, documents and
 * the command all use it, so that they give one answer. */
#define PME_ADVISE_USUAL_EFFORT_MS 26.0
/* ... and for all loops of a function: each of very many gets less, but never less than the least. */
#define PME_ADVISE_USUAL_FUNCTION_MS 1000.0
#define PME_ADVISE_LEAST_EFFORT_MS 8.0

typedef struct pme_advise_options {
  pme_advise_scope scope; /* also other numbers of threads, or the schedule alone */
  bool by_misses;         /* as if the machine had no latencies */
  double budget_ms;       /* effort for each loop, counted and not measured; 0: the usual */
  double allowance_ms;    /* effort for all loops: no search begins when so much is spent; 0: no end */
  int most_looks;         /* of pme_advise_sizes: values that are tried at most; 0: 25 */
  bool only_now;          /* no search: what is there and its time, candidates[0] is all there is */
  bool thorough; /* look at every candidate, also where a bound says that nothing is to be gained: for tables */
} pme_advise_options;

/* Advice for each worksharing loop of `prediction`, that of pme_predict for the same program, what-if and machine.
 * The result lives in `arena`. PME_NO_MEMORY. */
pme_status pme_advise(const pme_prediction *prediction, const pme_what_if *what_if, const pme_advise_options *options,
                      pme_arena *arena, const pme_advice **out, pme_error *error);

/* The times of the loops of a profile for the team and machine of the answer, of all calls of the run together, each in
 * `now` and nothing else: of worksharing loops, and of outermost ones without any in them (serial code). The run has
 * counted branches, chains and moves of addresses, as a trace has (docs/model/profiles.md 4.7). Left out are loops of
 * which the profile has not looked at any block; there are none where the machine has no latencies. PME_NO_MEMORY. */
pme_status pme_time_profile(const pme_profile *profile, const pme_profile_answer *answer, pme_arena *arena,
                            const pme_advice **out);

/* The times of the loops that a run has measured, each in `now` and nothing else, of one call of the function.
 * `of_run[part]` (NULL: none): times of the profile, of all calls together, one for each answer that `composed` was made
 * of; a loop that it has not, by its place, is timed by its misses and what was read of its code: chains of loads and
 * branches are foreseen best then. No loops where the machine has no latencies. PME_NO_MEMORY. */
pme_status pme_time_measured(const pme_composed_prediction *composed, const pme_advice *const *of_run, pme_arena *arena,
                             const pme_advice **out);

/* ---- sizes that are not known ----
 *
 * A loop whose bounds or strides depend on symbols without a value is asked for a ladder of values, a factor of ten apart
 * and then of about 3, all such symbols equal; between two of different answers the place of the change is sought by bisection, to
 * about 6%. Each value is a quick prediction and a quick search. Programs of more than 150 loops, conditions and
 * accesses are not tried: `loops` is empty. */

/* Sizes in a row with one answer: no change pays, or the same change does (chunks may differ). */
typedef struct pme_size_range {
  int64_t from, to;            /* values that were looked at, the first and the last one */
  int64_t at;                  /* the one of them with the largest gain; the candidates are for it */
  bool pays;                   /* as of pme_loop_advice */
  bool is_unstable;            /* gains come and go from size to size: nothing holds for the range */
  pme_candidate best, present; /* equal where nothing pays */
  bool by_misses;
} pme_size_range;

typedef struct pme_loop_sizes {
  int node; /* of the worksharing loop */
  int range_count;
  pme_size_range *ranges; /* by size; none: it has no answer for any value */
  /* For each level the largest value up to which what the loop uses again stays in the cache: 0 not even for the
   * smallest, INT64_MAX for all that were looked at. */
  int64_t fits_up_to[PME_MAX_LEVELS];
} pme_loop_sizes;

typedef struct pme_sizes {
  int symbol_count;
  const char **symbols;       /* without a value; all were taken as the size, ... */
  const pme_size_form *forms; /* ... or as this of it, as of pme_by_size */
  int taken_count;
  const pme_binding *taken; /* symbols that are no sizes, as of pme_by_size */
  int64_t least, most;      /* values that were looked at */
  int look_count;
  bool is_put_off;  /* no value was tried: there was no effort for one */
  double effort_ms; /* counted, of all values */
  int loop_count;
  pme_loop_sizes *loops; /* each worksharing loop with a team of its own */
} pme_sizes;

typedef struct pme_size_question {
  const pme_program *program;
  const pme_machine *machine;
  const pme_what_if *what_if;        /* NULL: nothing */
  const pme_advise_options *options; /* NULL: the usual ones; `budget_ms` is that of a value (0: 10) */
  bool (*has_time)(const void *of);  /* NULL, or asked before each value: false ends the search with what it has */
  const void *of;
  double effort_ms; /* counted: no value is begun when so much is spent; 0: no end */
} pme_size_question;

/* `out` has no symbols and no loops where every symbol has a value. The result lives in `arena`, texts point into the
 * program. PME_NO_MEMORY. */
pme_status pme_advise_sizes(const pme_size_question *question, pme_arena *arena, const pme_sizes **out,
                            pme_error *error);

/* ---- the order of loops ----
 *
 * A nest whose innermost loop goes from line to line, where another of its loops would go along lines. An order is legal
 * where it reverses no dependence, which is proved with integer sets over the addresses of the program; arrays are
 * taken not to overlap. It is advised where it is legal, and its time (its misses) is predicted to be less. */
typedef enum pme_order_legality {
  PME_ORDER_LEGAL,
  PME_ORDER_REVERSED,     /* each better order reverses a dependence, or deals it out to threads: `from`, `to` */
  PME_ORDER_BOUNDS,       /* ... or has a loop whose bounds are not known there */
  PME_ORDER_CARRIED,      /* values that are in no array go from iteration to iteration: `culprit` is the loop */
  PME_ORDER_HIDDEN,       /* something in the nest may touch anything: `culprit` */
  PME_ORDER_OVER_BUDGET,  /* not examined: too much effort */
  PME_ORDER_NOT_EXAMINED, /* not examined: libpmecache_transform.so is not there */
  PME_ORDER_LEGALITY_COUNT
} pme_order_legality;

typedef struct pme_loop_order {
  int node; /* of the worksharing loop */
  pme_order_legality legality;
  pme_nest_order order;         /* of a legal one the best; else the nest, and the order that would be good */
  int inner, outer;             /* the innermost loop, and the one that is to be the innermost */
  int access;                   /* the one that `inner` moves most */
  int64_t stride_bytes;         /* ... by so much; 0: by sizes that are not known */
  int64_t usual_size;           /* what sizes that are not known were taken as; 0: all are known */
  double lines_now, lines_then; /* new lines in an iteration of the innermost loop */
  int from, to;                 /* accesses */
  int culprit;                  /* node */
  /* Of a legal one, both orders predicted, the construct of the loop alone. */
  int level;                      /* that differs most in what its misses cost */
  double misses_now, misses_then; /* of that level */
  double cycles_now, cycles_then; /* 0: the machine has no latencies */
  bool is_exchanged;              /* such an order is advised; else the loops stay, and tiles are advised or nothing */
  bool is_rectangular; /* no bound in the nest depends on another of its loops: else no directive takes the order */
  bool is_distributed; /* first what else stands in the outermost loop of the order is to get loops of its own */
  int kept_by; /* ... and before that what the innermost loop hands on, a sum in a variable, is to be kept in the element
                  that this access, a write, puts it into; PME_NONE: nothing is */
  /* ... or in rows of their own of so many elements, one for each iteration of the loop around; 0: it is not. */
  int64_t row;
  /* The outermost loop, which is dealt out, stays there over blocks of so many iterations, around all loops in `order`, in
   * which it goes on within a block; 0: it is not cut. */
  int64_t block;
  /* Tiles of the innermost so many loops of the order, 0: none pay. All iterations of a loop are a size, too. Predicted
   * against the nest in that order; where `is_unrolled`, together with the order against the nest as it stands. */
  bool
      is_unrolled; /* the innermost loop has so few iterations in a tile that compilers unroll it: the order is for it */
  int tile_count;
  int64_t tile_sizes[PME_MOST_NEST_LOOPS];
  int tile_level;
  double tile_misses_before, tile_misses;
  double tile_cycles_before, tile_cycles;
} pme_loop_order;

/* Two loops of the same iterations, one right behind the other, that would cost less as one loop with both bodies. */
typedef struct pme_loop_fusion {
  int first, second; /* loops: both are worksharing loops, or stand in one */
  pme_order_legality legality;
  int from, to; /* accesses, of the first and the second, that do not allow it */
  int culprit;  /* node; PME_NONE: of the function */
  int access;   /* of the second loop, to an array that the first one has in the caches */
  /* Of both loops together, or of the worksharing loop around them; as they stand, and as one. */
  int level;                      /* that differs most in what its misses cost */
  double misses_now, misses_then; /* of that level */
  double cycles_now, cycles_then; /* 0: the machine has no latencies */
  int64_t usual_size;             /* what sizes that are not known were taken as; 0: all are known */
} pme_loop_fusion;

typedef struct pme_loop_orders {
  const pme_prediction *prediction;
  int count;
  double effort_ms;       /* that trials took, counted */
  bool is_put_off;        /* some nest was not begun */
  pme_loop_order *orders; /* at most one for a worksharing loop, those that are not legal among them */
  int fusion_count;
  pme_loop_fusion *fusions; /* those that are not legal among them */
} pme_loop_orders;

typedef struct pme_loop_order_question {
  const pme_prediction *prediction;
  const pme_what_if *what_if; /* that of the prediction; NULL: nothing */
  const pme_by_size *by_size; /* of the same program, for loops that want for a size; NULL: there are none */
  bool deep;                  /* also nests that hardly wait for lines, and more of their orders: takes longer */
  double allowance_ms;        /* effort for all loops: no nest is begun when so much is spent; 0: no end */
  bool legal_only;            /* nobody reads of loops that would be better as one, and must not be */
} pme_loop_order_question;

/* The result lives in `arena`. PME_NO_MEMORY. */
pme_status pme_find_loop_orders(const pme_loop_order_question *question, pme_arena *arena, const pme_loop_orders **out);

/* The change in the words of the source: "schedule(static,4)", "num_threads(2) schedule(static)", "rows of 'a' longer
 * by 64 bytes". Only what differs from `present` is said; NULL: everything. Cut to fit, always terminated. */
void pme_candidate_write(const pme_candidate *candidate, const pme_candidate *present, const pme_program *program,
                         char *buffer, size_t buffer_bytes);

#ifdef __cplusplus
}
#else
#pragma GCC visibility pop
#endif
#endif
