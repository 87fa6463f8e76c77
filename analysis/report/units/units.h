/* The documents of a build (docs/formats/json.md) as one answer: units merged, parallel loops ranked by what they cost.
 * Everything lives as long as the answer; texts of documents are shown as they are, forms escape them. */
#ifndef PMECACHE_ANALYSIS_REPORT_UNITS_UNITS_H
#define PMECACHE_ANALYSIS_REPORT_UNITS_UNITS_H

#include <stdbool.h>
#include <stdio.h>

#include "pmecache/arena.h"
#include "pmecache/machine.h"
#include "pmecache/status.h"

struct json_t;

typedef struct pme__unit {
  const char *document;           /* the file it was read from */
  const char *source, *directory; /* of the compile; "" where the document does not tell */
  const struct json_t *machine;
  double frequency_hz; /* 0: not known */
} pme__unit;

typedef enum pme__loop_kind {
  PME__LOOP_NUMBERS, /* it has misses; a part of it may be left out */
  PME__LOOP_BY_SIZE, /* it has them as functions of a size */
  PME__LOOP_REFUSED,
  PME__LOOP_NOT_RUN, /* the run of a profile did not come to it */
  PME__LOOP_KINDS
} pme__loop_kind;

typedef struct pme__level_cost {
  const char *name;
  double accesses, misses;
} pme__level_cost;

/* The size that loops by size are ranked at. */
enum { PME__LAW_SIZE = 1000 };

/* Misses at large sizes: coefficient * size^exponent. */
typedef struct pme__law {
  double coefficient, exponent;
  double at_usual;          /* misses at PME__LAW_SIZE, where another law may hold */
  const char *level, *size; /* the outermost level; what the size is called */
  bool is_bound;            /* data choose places, and each access to them may miss: no more than so many */
} pme__law;

/* What the best change saves. ratio 1: nothing. */
typedef struct pme__saving {
  const char *change, *text; /* "schedule(static,8)"; the sentence of the remark; "" */
  double ratio;              /* what is left */
  double amount;             /* seconds or cycles, as the cost of the loop is, or misses of the level */
  const char *level;         /* NULL: time is saved */
} pme__saving;

typedef struct pme__unit_loop {
  const struct json_t *function, *loop; /* of the document */
  int unit;
  const char *file, *variable; /* the file as an editor opens it from here */
  const char *symbol, *name;   /* the function as it is linked, and as its source calls it */
  int line, column;            /* 0: not known */
  pme__loop_kind kind;
  bool is_partly, is_bound; /* is_bound: data choose places, and each access to them may miss */
  double calls;             /* of the function: the numbers here are of so many, those of the document of one */
  const double *kept;       /* of the function, by its levels */
  int level_count;
  pme__level_cost levels[PME_MAX_LEVELS];
  double cycles;  /* negative: not known */
  double seconds; /* negative: not known */
  pme__law law;   /* of PME__LOOP_BY_SIZE */
  pme__saving saving;
  pme__saving order; /* of another order of its loops, with tiles or without; amount: cycles, or misses, or 0 */
} pme__unit_loop;

/* Why loops have no number, or a part of them has none. */
typedef struct pme__refusal {
  const char *code;
  int loop_count;
  const pme__unit_loop *first; /* by place */
} pme__refusal;

typedef struct pme__function {
  const struct json_t *value;
  int unit;
  const char *file;            /* as that of a loop */
  double calls;                /* in the run of a profile; 1 where there is none; without those that are inlined */
  double inlined_calls;        /* those that have numbers as parts of their callers */
  bool is_weighted;            /* there is one */
  double kept[PME_MAX_LEVELS]; /* by its levels: of lines that calls touch first, the share that is there */
} pme__function;

/* Of all loops of functions, in all calls. Each call begins with cold caches in the model, where first touches miss; a
 * run is as it was. */
typedef struct pme__level_total {
  const char *name;
  double accesses, misses; /* with what is kept from call to call */
  double first_touches;    /* lines that a call touches first, of all calls */
  double cold_misses;      /* if each call began with cold caches: the most */
  double warm_misses;      /* if lines that an earlier call has touched were in the cache still: the least */
  double data_misses;      /* in no other number: what accesses at places that data choose may miss, at most */
} pme__level_total;
typedef struct pme__totals {
  int level_count;
  pme__level_total levels[PME_MAX_LEVELS];
  double calls;
  double data_accesses;     /* at places that data choose; beside those of the levels */
  double supposed_accesses; /* of loops whose branches on data are counted as always taken; among those of the levels */
  double
      left_out_accesses; /* of loops of which a part is not modelled, as far as they can be counted; beside them, too */
  bool is_more_left_out; /* of some nobody knows how many */
} pme__totals;

typedef struct pme__units {
  pme_arena *arena;
  const char *here; /* the working folder when they were read */
  int unit_count, function_count, loop_count;
  pme__unit *units;
  pme__function *functions; /* in the order of the documents */
  pme__unit_loop *loops;    /* parallel ones: those with numbers, then by size, then refused; costliest first */
  int kind_counts[PME__LOOP_KINDS];
  int weighted_count; /* functions that a run says the calls of */
  int inlined_count;  /* functions of which some calls are counted in their callers */
  int repeated_count; /* functions left out: templates and inline functions that another unit has, too */
  int refusal_count;
  pme__refusal *refusals; /* most loops first */
  struct json_t **roots;  /* one a document */
  int root_count;
} pme__units;

/* Told of each document that cannot be read, or is none; the others are answered. */
typedef void pme__document_fault(void *context, const char *path, const pme_error *error);

/* Reads files and folders (each *.json in them, by name). `is_whole`: callgrind, SARIF, the document of all and the page want it;
 * for the other forms half of the time is enough without references. PME_NO_MEMORY alone: *out is then NULL. */
pme_status pme__units_read(const char *const *paths, int count, bool is_whole, pme__document_fault *fault,
                           void *context, pme__units **out);
/* Accepts NULL. */
void pme__units_destroy(pme__units *units);

/* The file that an access of the loop stands in, as that of the loop. NULL: out of memory. */
const char *pme__reference_file(const pme__units *units, const pme__unit_loop *loop, const struct json_t *reference);

/* Of one function, or of all (NULL). */
pme__totals pme__totals_of(const pme__units *units, const pme__function *function);

/* Loops with numbers of which a part is in none. */
int pme__count_partly(const pme__units *units);

/* ---- forms; look at ferror(stream) ---- */

/* What a person wants to know first: the `most` costliest loops, what saves most, what was refused.
 * PME_NO_MEMORY. */
pme_status pme__units_text(const pme__units *units, int most, FILE *stream);
/* A row a loop, costliest first (RFC 4180). */
void pme__units_csv(const pme__units *units, FILE *stream);
/* SARIF 2.1.0: a finding for what each loop costs, for advice, and for loops that were refused. PME_NO_MEMORY, PME_IO. */
pme_status pme__units_sarif(const pme__units *units, FILE *stream, pme_error *error);
/* The format of callgrind: accesses, misses of each level and cycles by line. PME_OK. */
pme_status pme__units_callgrind(const pme__units *units, FILE *stream, pme_error *error);
/* One document of all, which can be read again. PME_NO_MEMORY, PME_IO. */
pme_status pme__units_json(const pme__units *units, FILE *stream, pme_error *error);

/* ---- two answers about a program ---- */

/* What changed: totals, and the `most` loops that changed most. PME_NO_MEMORY. */
pme_status pme__units_compare(const pme__units *before, const pme__units *now, int most, FILE *stream);
/* Conditions such as "L3.misses > +2%, time > 0.5"; a share is of the change from `before` (may be NULL). `failed` gets
 * the first one that holds, "" where none does. PME_BAD_INPUT. */
pme_status pme__units_check(const pme__units *before, const pme__units *now, const char *conditions, char *failed,
                            size_t failed_bytes, pme_error *error);

#endif
