/* Values of documents, and what the forms of an answer say of loops in words. */
#ifndef PMECACHE_ANALYSIS_REPORT_UNITS_UNITS_VALUES_H
#define PMECACHE_ANALYSIS_REPORT_UNITS_UNITS_VALUES_H

#include <jansson.h>

#include "units.h"

/* ---- values of documents, whatever is there ---- */

/* "" where it is no text. */
const char *pme__text_at(const json_t *object, const char *key);
/* `otherwise` where it is no number. */
double pme__number_at(const json_t *object, const char *key, double otherwise);

/* Misses at a level of the document (of the loop, or of an access in it) in all calls: of the lines that calls touch
 * first those are left out that are there; what was measured is as the run was. */
double pme__misses_in_run(const pme__unit_loop *loop, const json_t *level);
/* Loops of sizes that are not known are shown before those with numbers: at a usual size they miss more than any of these
 * in a call, and no run tells how often any is called. */
bool pme__sizes_come_first(const pme__units *units);
enum { PME__SUPPOSED_BYTES = 140 };
/* "In loops with 14M of the accesses (33%) branches on data are counted as always taken", into so many bytes. False: so few
 * that it is not said. */
bool pme__write_supposed(const pme__totals *totals, char *text, size_t size);
/* 0 where there is no such level. */
double pme__total_misses(const pme__totals *totals, const char *level);
/* Seconds, else cycles, else misses of the outermost level, in one call of the function. */
double pme__loop_cost(const pme__unit_loop *loop);

/* ---- words ---- */

enum { PME__PLACE_BYTES = 4200, PME__COST_BYTES = 64, PME__LAW_BYTES = 128 };

/* "src/solver.c:71:3", as far as it is known. */
void pme__write_place(const pme__unit_loop *loop, char *buffer, size_t buffer_bytes);
/* "8.1 ms", "2.1M cycles" or "7.2M L3 misses", whichever the costs of the loop are. */
void pme__write_cost(const pme__unit_loop *loop, double cost, char *buffer, size_t buffer_bytes);
/* What the advice saves. */
void pme__write_saving(const pme__unit_loop *loop, char *buffer, size_t buffer_bytes);
/* "L3 0.13 n^2 misses, 130K at n = 1000". */
void pme__write_law(const pme__law *law, char *buffer, size_t buffer_bytes);

#endif
