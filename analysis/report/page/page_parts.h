/* What the parts of the page share. Private to analysis/report/page. */
#ifndef PMECACHE_ANALYSIS_REPORT_PAGE_PAGE_PARTS_H
#define PMECACHE_ANALYSIS_REPORT_PAGE_PAGE_PARTS_H

#include <jansson.h>

#include "analysis/report/units/units_values.h"
#include "page.h"

/* Text with what HTML would read otherwise; control characters and what is not UTF-8 become U+FFFD. */
void pme__page_text(const char *text, FILE *stream);
/* The first `length` bytes of it. */
void pme__page_bytes(const char *text, size_t length, FILE *stream);
/* A cell of a table: a count of two digits, and all of them as its title. */
void pme__page_count(double value, FILE *stream);
/* A loop by its place in the ranking, from 0 on. */
void pme__page_loop(const pme__units *units, int index, FILE *stream);
/* What the program and its functions come to. */
void pme__page_totals(const pme__units *units, FILE *stream);
/* Misses over the size, a line a level. */
void pme__page_curve(const json_t *by_size, FILE *stream);
/* The lines of sources that loops stand in, each with its misses. PME_NO_MEMORY. */
pme_status pme__page_sources(const pme__units *units, FILE *stream);

#endif
