/* What reads documents and puts them together. Private to analysis/report/units. */
#ifndef PMECACHE_ANALYSIS_REPORT_UNITS_UNITS_PARTS_H
#define PMECACHE_ANALYSIS_REPORT_UNITS_UNITS_PARTS_H

#include <jansson.h>
#include <stdbool.h>

#include "analysis/report/words/facts.h"
#include "units_values.h"

/* ---- documents ---- */

typedef struct pme__document {
  const char *path;
  json_t *root;    /* NULL: `error` */
  pme_error error; /* place and text of what is wrong */
} pme__document;

typedef struct pme__documents {
  pme_arena *arena; /* of the paths */
  pme__document *rows;
  int count, capacity;
  bool no_memory, is_whole; /* is_whole: also what an answer for a terminal does not look at */
  pme__document_fault *fault;
  void *context;
} pme__documents;

/* Adds the document, or those of the folder, by name. */
void pme__documents_add(pme__documents *documents, const char *path);
/* Reads all that were added; what is no document is told, and no longer there. */
void pme__documents_read(pme__documents *documents);

/* Takes references, assumptions and the like out of the text of a document, in place; returns the length that is left, 0
 * where it is no JSON (the text is lost then). Strings and numbers are not looked at closely: parse what is left. */
size_t pme__slim(char *text, size_t length);

/* ---- places ---- */

/* The path from here to `file` of a unit that was compiled in `directory`. NULL: out of memory. */
const char *pme__path_from_here(pme_arena *arena, const char *here, const char *directory, const char *file);

/* ---- loops ---- */

/* Fills what the document says of the loop; file, function and unit are there. */
void pme__read_unit_loop(const pme__units *units, pme__unit_loop *loop);
typedef struct pme__level_names {
  const char *names[PME_MAX_LEVELS];
  int count;
} pme__level_names;
/* Of all loops, nearest to the core first. */
pme__level_names pme__level_names_of(const pme__units *units);
/* How many loops of the same variable stand before it in its function. */
int pme__loop_ordinal(const pme__units *units, const pme__unit_loop *loop);
/* Whether one of the reasons before `index` has this code. */
bool pme__has_earlier(const json_t *reasons, size_t index, const char *code);
/* Sorts loops, of instances of one keeps the costliest, counts kinds and reasons. False: out of memory. */
bool pme__rank_loops(pme__units *units);

/* Takes the calls that are inlined in functions with numbers out of those of each function. False: out of memory. */
bool pme__count_inlined(pme__units *units);
/* Whether all executions of the loop of `f` are counted in a caller of f. */
bool pme__is_counted_elsewhere(const pme__units *units, const pme__function *f, const json_t *loop);

/* Fills what functions keep. False: out of memory. */
bool pme__find_kept(pme__units *units);
/* Lines that a call touches first in loops that were not measured, at a level of the function. */
double pme__modelled_cold(const pme__function *function, const json_t *level);
/* `kernel` of kernel and of kernel.way.2: functions whose arms exclude each other are several, one for each way. */
size_t pme__base_length(const char *symbol);

/* ---- text ---- */

/* Control characters of names and paths do not reach the terminal. */
void pme__print_clean(const char *text, FILE *stream);
/* A function without its parameters, which in C++ may be longer than a line; what is longer still is cut. */
void pme__print_name(const char *name, FILE *stream);
/* Of the program, and of the `most` functions with the most misses. */
void pme__print_totals(const pme__units *units, int most, FILE *stream);

/* ---- JSON ---- */

/* Writes and releases `root`, NULL where memory ran out; `flags` of jansson beside the indentation. PME_NO_MEMORY,
 * PME_IO. */
pme_status pme__write_json(json_t *root, size_t flags, FILE *stream, pme_error *error);

#endif
