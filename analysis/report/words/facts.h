/* What all reports ask of a prediction: which loops are shown, what concerns them, where things stand. Private to
 * analysis/report. */
#ifndef PMECACHE_ANALYSIS_REPORT_WORDS_FACTS_H
#define PMECACHE_ANALYSIS_REPORT_WORDS_FACTS_H

#include "analysis/core/tree.h"
#include "pmecache/prediction.h"

/* Accesses of loops whose branches on data are counted as always taken: from this share on that is said with numbers. */
#define PME__NOTABLE_SUPPOSED 0.05

/* The nearest parallel loop around `node` (itself included), else the nearest loop, else PME_NONE. */
int pme__reported_loop(const pme_subject *subject, int node);
/* Parallel, or not inside a parallel loop. */
bool pme__is_reported(const pme_prediction *prediction, const pme_loop_prediction *loop);
bool pme__is_parallel(const pme_prediction *prediction, const pme_loop_prediction *loop);
/* An outermost loop that holds no parallel one. */
bool pme__is_sequential(const pme_prediction *prediction, const pme_loop_prediction *loop);
/* Whether it is a team loop: there is no schedule to speak of. */
bool pme__is_team(const pme_prediction *prediction, const pme_loop_prediction *loop);
/* "static", "dynamic", ...; of a taskloop, which has no schedule clause, "taskloop". */
const char *pme__schedule_word(const pme_prediction *prediction, const pme_loop_prediction *loop);
/* What a loop is for people, before its variable: "parallel loop", "loop", "parallel region by thread". */
const char *pme__kind_of_loop(const pme_subject_loop *loop);

/* Reasons and assumptions of the evaluation and of the engine, as one list. */
int pme__reason_count(const pme_prediction *prediction);
const pme_reason *pme__reason_at(const pme_prediction *prediction, int index);
int pme__assumption_count(const pme_prediction *prediction);
const pme_assumption *pme__assumption_at(const pme_prediction *prediction, int index);
bool pme__reason_concerns(const pme_prediction *prediction, const pme_reason *reason, const pme_loop_prediction *loop);
bool pme__assumption_concerns(const pme_prediction *prediction, const pme_assumption *assumption,
                              const pme_loop_prediction *loop);
/* The reason's own hint, else that of its code; may be "". */
const char *pme__reason_text_hint(const pme_reason *reason);
/* What a reason or assumption says in two parts: the text of its code, and the particular one. The first is "" where
 * the second says it all ("n = 1000 (given)"), the second is "" where there is none. */
typedef struct pme__two_texts {
  const char *general, *particular;
} pme__two_texts;
pme__two_texts pme__reason_texts(const pme_reason *reason);
pme__two_texts pme__assumption_texts(const pme_assumption *assumption);
/* Whether a loop asks for the symbol whose value an assumption says, "n = 1000 (given)"; so do all where nobody knows. */
bool pme__loop_asks_for(const pme_prediction *prediction, int loop, const char *value);
/* Some reference has an answer, or there is none to have one. */
bool pme__has_totals(const pme_prediction *prediction);

/* The level whose misses cost the loop most, by what the next level takes longer; the outermost of equals. */
int pme__costliest_level(const pme_prediction *prediction, const pme_loop_prediction *loop);
/* The place of a node, else of what encloses it, else the function's line. */
pme_place pme__place_of(const pme_subject *subject, int node);
/* The file of a place: its own, else the function's, else `source_file` (may be NULL), else "". */
const char *pme__file_of(const pme_subject *subject, pme_place place, const char *source_file);
/* Whether compilers take directives that exchange, tile or fuse loops in the language of the node's file. Of Fortran not:
 * flang 22 knows neither `interchange` nor `fuse`, and ends with an error of its own at `tile` behind `parallel do`. */
bool pme__takes_loop_directives(const pme_subject *subject, int node);
/* The name after the last '/'. */
const char *pme__base_name(const char *path);
const char *pme__array_name(const pme_subject *subject, int access_node);

/* A write that iterations of different threads make to the same elements (pme__race_of); PME_NONE. */
int pme__race_in(const pme_prediction *prediction, int loop);

/* The schedule in force. *chunk 0: none; *threads 0: unknown. */
void pme__schedule_of(const pme_prediction *prediction, const pme_loop_prediction *loop, pme_schedule_kind *schedule,
                      int64_t *chunk, int *threads);

#endif
