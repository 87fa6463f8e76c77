/* What the writers of JSON share. Private to analysis/report/json. */
#ifndef PMECACHE_ANALYSIS_REPORT_JSON_JSON_PARTS_H
#define PMECACHE_ANALYSIS_REPORT_JSON_JSON_PARTS_H

#include <jansson.h>
#include <stdbool.h>

struct pme_json {
  json_t *root;
  json_t *functions; /* borrowed from root */
};

/* Source names may hold any bytes, JSON only UTF-8: others become '?'. NULL: out of memory, as below. */
json_t *pme__json_text(const char *text);
/* Whole numbers are written as such; what is not finite becomes null. */
json_t *pme__json_number(double value);
/* Put `value` (NULL too) into an object or at the end of an array; what cannot be put is freed and sets *failed. */
void pme__json_set(bool *failed, json_t *object, const char *key, json_t *value);
void pme__json_append(bool *failed, json_t *array, json_t *value);
/* A terminal, a pipe, a file that is open (/dev/stdout) wherever it goes: nothing that could be replaced. */
bool pme__json_is_stream(const char *path);

#endif
