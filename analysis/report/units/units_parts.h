/* What reads documents and puts them together. Private to analysis/report/units. */
#ifndef PMECACHE_ANALYSIS_REPORT_UNITS_UNITS_PARTS_H
#define PMECACHE_ANALYSIS_REPORT_UNITS_UNITS_PARTS_H

#include <jansson.h>
#include <stdbool.h>

#include "units.h"

/* ---- documents ---- */

typedef struct pme__document {
  const char *path;
  json_t *root;
} pme__document;

typedef struct pme__documents {
  pme_arena *arena; /* of the paths */
  pme__document *rows;
  int count, capacity;
  bool no_memory;
  pme__document_fault *fault;
  void *context;
} pme__documents;

/* Adds the document, or those of the folder; what is none is told. */
void pme__documents_add(pme__documents *documents, const char *path);

/* ---- values of documents, whatever is there ---- */

/* "" where it is no text. */
const char *pme__text_at(const json_t *object, const char *key);
/* `otherwise` where it is no number. */
double pme__number_at(const json_t *object, const char *key, double otherwise);

/* ---- places ---- */

/* The path from here to `file` of a unit that was compiled in `directory`. NULL: out of memory. */
const char *pme__path_from_here(pme_arena *arena, const char *here, const char *directory, const char *file);

/* ---- loops ---- */

/* Fills what the document says of the loop; file, function and unit are there. */
void pme__read_unit_loop(const pme__units *units, pme__unit_loop *loop);
/* Seconds, else cycles, else misses of the outermost level, in one call of the function. */
double pme__loop_cost(const pme__unit_loop *loop);
/* Whether one of the reasons before `index` has this code. */
bool pme__has_earlier(const json_t *reasons, size_t index, const char *code);
double pme__law_at(const pme__law *law, double size);
/* Sorts loops, of instances of one keeps the costliest, counts kinds and reasons. False: out of memory. */
bool pme__rank_loops(pme__units *units);

/* ---- words ---- */

enum { PME__PLACE_BYTES = 4200, PME__COST_BYTES = 64, PME__LAW_BYTES = 128 };

/* "src/solver.c:71:3", as far as it is known. */
void pme__write_place(const pme__unit_loop *loop, char *buffer, size_t buffer_bytes);
/* "8.1 ms", "2.1M cycles" or "7.2M L3 misses", whichever the costs of the loop are. */
void pme__write_cost(const pme__unit_loop *loop, double cost, char *buffer, size_t buffer_bytes);
/* "L3 0.13 n^2 misses, 130K at n = 1000". */
void pme__write_law(const pme__law *law, char *buffer, size_t buffer_bytes);

#endif
