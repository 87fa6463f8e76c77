/* pmecache: reports. A prediction as remarks of a compiler, as tables for a terminal and as JSON.
 *
 * All three are made from the same rules:
 *   - a loop is *reported* when it is parallel or when no parallel loop encloses it;
 *   - a reason or assumption *concerns* a loop when it stands inside it; a loop that is not modelled is also concerned
 *     by the reasons of what encloses it, and every loop by the assumptions that hold for the whole function;
 *   - numbers for people have two or three digits and a suffix (7.2M), numbers for scripts have all of theirs.
 */
#ifndef PMECACHE_REPORT_H
#define PMECACHE_REPORT_H

#include <stdio.h>

#include "pmecache/advice.h"
#include "pmecache/arena.h"
#include "pmecache/by_size.h"
#include "pmecache/explanation.h"
#include "pmecache/prediction.h"
#include "pmecache/profile_answer.h"

#ifdef __cplusplus
extern "C" {
#else
#pragma GCC visibility push(default)
#endif

/* ---- numbers for people ---- */

/* 0, 640, 9999, 12K, 7.2M, 2.0G, ... with about `digits` (2 or 3) significant digits; whole numbers below 10000 are
 * exact. "unknown" for NaN. Cut to fit, always terminated; 24 bytes hold every result. */
void pme_format_count(double value, int digits, char *buffer, size_t buffer_bytes);
/* part / whole as 0%, <0.01%, 0.36%, 12%, 100%; "-" when the whole is 0. */
void pme_format_share(double part, double whole, char *buffer, size_t buffer_bytes);

/* ---- remarks ---- */

typedef enum pme_remark_kind {
  PME_REMARK_PREDICTION = 1, /* -Rpass=cache: the misses of a parallel loop, in one line, or alone: that it has none */
  PME_REMARK_MISSED = 2,     /* -Rpass-missed=cache: what is not modelled, why, and what the user can do */
  PME_REMARK_ANALYSIS = 4    /* -Rpass-analysis=cache: each level, each reference, each assumption of a parallel loop */
} pme_remark_kind;
/* Beside kinds that are asked for: also of outermost loops that hold no parallel one. */
#define PME_REMARK_SEQUENTIAL 8u

/* A number, or a text, for whoever reads records of remarks (-fsave-optimization-record); not part of the text. */
typedef struct pme_remark_argument {
  const char *key;  /* constant text: "Threads", "L2MissesAfter" */
  const char *text; /* NULL: it is a number */
  double number;
} pme_remark_argument;

/* The name of the remark that says why a loop has no number. */
#define PME_NOT_MODELLED_REMARK "NotModelled"

typedef struct pme_remark {
  pme_remark_kind kind;
  const char *name; /* CacheMisses, NotModelled, LevelMisses, MissCauses, ReferenceMisses, Assumption, CacheAdvice */
  int node;         /* the loop or access it speaks of; PME_NONE: the function */
  pme_place place;  /* of the node, else of what encloses it, else of the function; line 0 when none is known */
  const char *text; /* one line, no line break, ends without a full stop */
  double weight;    /* of a prediction: misses of the level that costs most, to choose among instances; -1: not run */
  int argument_count;
  const pme_remark_argument *arguments;
} pme_remark;

/* The remarks of the kinds asked for (a sum of pme_remark_kind), in program order. Texts are built only for those
 * kinds. They live in `arena`, and `name` and `place.file` point into the program. PME_NO_MEMORY. */
pme_status pme_remarks_create(const pme_prediction *prediction, unsigned kinds, pme_arena *arena,
                              const pme_remark **out, int *count, pme_error *error);

/* The same for the prediction of an explanation, and for each parallel loop what most of its misses are due to. */
pme_status pme_remarks_explain(const pme_explanation *explanation, unsigned kinds, pme_arena *arena,
                               const pme_remark **out, int *count, pme_error *error);

/* The advice for each worksharing loop: the change that pays (kind PME_REMARK_PREDICTION), or one calm line
 * (PME_REMARK_ANALYSIS). As above. */
pme_status pme_remarks_advise(const pme_advice *advice, pme_arena *arena, const pme_remark **out, int *count,
                              pme_error *error);

/* What the remark says, without the loop's name: for records of its own. Cut to fit, always terminated. */
enum { PME_ADVICE_SENTENCE_BYTES = 900 };
/* What holds for all advice of a machine, and is to be said once: that it goes by misses only, and what to do about
 * that. "" where that is not so. */
const char *pme_advice_note(const pme_advice *advice);
void pme_advice_sentence(const pme_advice *advice, const pme_loop_advice *loop, char *buffer, size_t buffer_bytes);

/* Predictions as functions of a size: one line for each loop that has them (kind PME_REMARK_PREDICTION,
 * CacheMissesBySize). As above. */
pme_status pme_remarks_by_size(const pme_by_size *answer, pme_arena *arena, const pme_remark **out, int *count,
                               pme_error *error);

/* For sizes that are not known: one line for each loop with an answer (kind PME_REMARK_PREDICTION, CacheAdviceBySize).
 * `prediction` is that of the program without them. As above. */
pme_status pme_remarks_sizes(const pme_sizes *sizes, const pme_prediction *prediction, pme_arena *arena,
                             const pme_remark **out, int *count, pme_error *error);

/* Another order of loops: one line for each nest (kind PME_REMARK_PREDICTION, LoopOrder; of one that is not legal, or not
 * examined, PME_REMARK_MISSED). As above. */
pme_status pme_remarks_loop_orders(const pme_loop_orders *orders, pme_arena *arena, const pme_remark **out, int *count,
                                   pme_error *error);

typedef struct pme_measured_run {
  const pme_profile_answer *answer;
  const char *conditions; /* "n = 512", or "" */
  const char *scaled;     /* the runs that it was made from, "n = 64, 128"; NULL: it ran */
  int threads;            /* of the run: the answer may be of another team */
} pme_measured_run;

/* One line for each worksharing loop of `asked` that is not modelled as a whole and stands at the place of a loop that
 * the run came through (kind PME_REMARK_PREDICTION, MeasuredMisses), or knows but did not come through
 * (PME_REMARK_MISSED, NotMeasured). As above. */
pme_status pme_remarks_measured(const pme_measured_run *run, const pme_prediction *asked, pme_arena *arena,
                                const pme_remark **out, int *count, pme_error *error);

typedef struct pme_traced_advice {
  const pme_profile *profile;
  int function;    /* of the profile */
  bool chunk_only; /* nothing is said of other numbers of threads */
} pme_traced_advice;

/* The advice that the profile has for this machine and for the worksharing loops of `asked` that are not modelled as a
 * whole, by their places (kind PME_REMARK_PREDICTION, CacheAdvice). As above. */
pme_status pme_remarks_measured_advice(const pme_traced_advice *traced, const pme_prediction *asked, pme_arena *arena,
                                       const pme_remark **out, int *count, pme_error *error);

/* ---- tables ---- */

/* The prediction as tables: each reported loop with its levels and references, reasons, assumptions, and the totals of
 * the function. `source_file` names the function's file where the program does not (may be NULL). Look at
 * ferror(stream). */
void pme_text_prediction(const pme_prediction *prediction, const char *source_file, FILE *stream);
/* Model and simulator side by side: misses and relative error, per level and per reference. Both predictions must come
 * from the same pme_concrete and machine. */
void pme_text_comparison(const pme_prediction *model, const pme_prediction *simulated, const char *source_file,
                         FILE *stream);
/* What stands behind the numbers of references (wanted[reference], NULL: all), level by level. */
void pme_text_explanation(const pme_explanation *explanation, const bool *wanted, const char *source_file,
                          FILE *stream);
/* A function of a profile: its prediction, what the three ways of counting give, and its set conflicts. */
void pme_text_profile_answer(const pme_profile_answer *answer, FILE *stream);
/* What a profile holds: the run, functions, loops, symbols, the `most` references with the most accesses.
 * PME_NO_MEMORY.
 */
pme_status pme_text_profile(const pme_profile *profile, int most, FILE *stream);
/* A histogram as bars, an octave a line, with the miss rate of a fully associative cache that ends there. */
void pme_text_histogram(const pme_histogram *histogram, uint64_t window_lines, int line_bytes, FILE *stream);
/* For each loop the candidates, best first, what is to be done and why. */
void pme_text_advice(const pme_advice *advice, const char *source_file, FILE *stream);
/* Another order of loops, a line for each nest; nothing where there is none. */
void pme_text_loop_orders(const pme_loop_orders *orders, FILE *stream);
/* The same as unified diffs of the source, in the folder that its name is told from; where it is not simple enough to be
 * changed line by line, why not. PME_NO_MEMORY. */
pme_status pme_text_source_changes(const pme_loop_orders *orders, FILE *stream);
/* Predictions as functions of a size: the laws of each loop and level, and the sizes that were looked at. */
void pme_text_by_size(const pme_by_size *answer, FILE *stream);
/* For sizes that are not known: what pays on each side of which size. `prediction` is that of the program without them.
 */
void pme_text_sizes(const pme_sizes *sizes, const pme_prediction *prediction, const char *source_file, FILE *stream);
/* The terms of the time of each loop as it is. */
void pme_text_times(const pme_advice *advice, FILE *stream);
/* The machine as a table. */
void pme_text_machine(const pme_machine *machine, FILE *stream);

/* ---- pictures ---- */

/* A histogram of reuse distances as an SVG document: bars by octave, and the miss rate of fully associative caches over
 * their size. Caches of `machine` (may be NULL) are marked. Look at ferror(stream). */
void pme_svg_histogram(const pme_histogram *histogram, uint64_t window_lines, int line_bytes, const char *title,
                       const pme_machine *machine, FILE *stream);

/* What was looked at for each loop as an SVG document: misses of the level that decides, and the time where the
 * machine has latencies, over the chunk (plain static stands at its block), a line for each number of threads. What is
 * there and the advice are marked. For light and dark. Look at ferror(stream). */
void pme_svg_advice(const pme_advice *advice, FILE *stream);

/* ---- JSON (docs/formats/json.md) ---- */

enum { PME_JSON_VERSION = 1 };

/* A document that predictions are added to. It copies all that it is given. */
typedef struct pme_json pme_json;

/* `producer` is predict, simulate, profile, compare or explain. PME_NO_MEMORY. Free with pme_json_destroy (accepts
 * NULL). */
pme_status pme_json_create(const char *producer, const pme_machine *machine, pme_json **out, pme_error *error);
void pme_json_destroy(pme_json *json);
/* One more function. `source_file` as above. PME_NO_MEMORY; the document is then to be destroyed. */
pme_status pme_json_add(pme_json *json, const pme_prediction *prediction, const char *source_file, pme_error *error);
/* The same, and every level also tells what the simulator found and the relative error. */
pme_status pme_json_add_comparison(pme_json *json, const pme_prediction *model, const pme_prediction *simulated,
                                   const char *source_file, pme_error *error);
/* The prediction of an explanation as one more function, with a key for what stands behind the numbers of references
 * (wanted[reference], NULL: all). */
pme_status pme_json_add_explanation(pme_json *json, const pme_explanation *explanation, const bool *wanted,
                                    const char *source_file, pme_error *error);
/* A function of a profile, with a key for what the three ways of counting give (docs/formats/json.md, hit_models). */
pme_status pme_json_add_profile(pme_json *json, const pme_profile_answer *answer, pme_error *error);
/* Adds the key `advice` to the loops of the function that was added last, which must be that of `advice`. */
pme_status pme_json_set_advice(pme_json *json, const pme_advice *advice, pme_error *error);
/* Adds the key `by_size` to the loops of the function that was added last, which must be that of `answer`. */
pme_status pme_json_set_by_size(pme_json *json, const pme_by_size *answer, pme_error *error);
/* Adds the key `sizes` to the loops of the function that was added last. */
pme_status pme_json_set_sizes(pme_json *json, const pme_sizes *sizes, const pme_prediction *prediction,
                              pme_error *error);
/* Adds the key `loop_order` to the loops of the function that was added last, which must be that of `orders`. */
pme_status pme_json_set_loop_orders(pme_json *json, const pme_loop_orders *orders, pme_error *error);
/* Adds the key `time_now` alone. */
pme_status pme_json_set_times(pme_json *json, const pme_advice *advice, pme_error *error);
/* Adds the key `measured` to the loops of the function that was added last that a run stands for, `not_run` to those that
 * it did not come through: `composed` is what was added, of `runs[part]`. PME_NO_MEMORY. */
pme_status pme_json_set_measured(pme_json *json, const pme_composed_prediction *composed,
                                 const pme_measured_run *const *runs, pme_error *error);
/* Adds the keys `found`, `found_among` and `found_lacking` to the levels of the function that was added last where something is known:
 * found[level], as pme_prediction_found has it. PME_NO_MEMORY. */
pme_status pme_json_set_found(pme_json *json, const pme_found *found, pme_error *error);
/* Adds the key `weight` to the function that was added last: how often it was called in the run `from`. PME_NO_MEMORY. */
pme_status pme_json_set_weight(pme_json *json, double calls, const char *from, pme_error *error);
/* Adds the key `inlined_in` to the function that was added last: the functions that hold its loops, too, for calls of it
 * are inlined there. Nothing where there are none. PME_NO_MEMORY. */
pme_status pme_json_set_inlined(pme_json *json, const char *const *functions, int count, pme_error *error);
/* PME_IO when writing fails (also to a full disk: the stream is flushed), PME_NO_MEMORY. */
pme_status pme_json_write(const pme_json *json, FILE *stream, pme_error *error);
/* Writes a file beside `path` and renames it, so that a reader never sees half a document. PME_IO, PME_NO_MEMORY. */
pme_status pme_json_save(const pme_json *json, const char *path, pme_error *error);
/* Adds the key `source_name` to the function that was added last: what its source calls it, where the program has another
 * name. PME_NO_MEMORY. */
pme_status pme_json_set_source_name(pme_json *json, const char *name, pme_error *error);
/* Adds the key `body` to the loop `id` of the function that was added last: where the lambda is that it runs, which a
 * library's loop does not say. PME_NO_MEMORY. */
pme_status pme_json_set_body(pme_json *json, int id, const char *file, int line, pme_error *error);
/* Adds the key `unit`: whose document it is, the `source` that was compiled in `directory`. PME_NO_MEMORY. */
pme_status pme_json_set_unit(pme_json *json, const char *source, const char *directory, pme_error *error);
/* Saves the document of a unit where a build says that the documents of all of its units go. A file, which a later
 * document of the same unit replaces, and which becomes a folder when another unit comes; a folder, also one that is not
 * there yet where `path` ends in a slash, in which each unit has a file named by its source. Units may be saved at the
 * same time; a file that is not the document of a unit is left as it is. PME_IO, PME_NO_MEMORY. */
pme_status pme_json_save_unit(const pme_json *json, const char *path, pme_error *error);

#ifdef __cplusplus
}
#else
#pragma GCC visibility pop
#endif
#endif
