/* The report of documents: on stdout, and in files. */
#ifndef PMECACHE_TOOLS_BUILDS_REPORT_ANSWER_H
#define PMECACHE_TOOLS_BUILDS_REPORT_ANSWER_H

#include <stdbool.h>

typedef struct report_options {
  const char **paths;
  int path_count, top;
  bool csv, json;
  bool also_text;                       /* beside files */
  const char *page, *sarif, *callgrind; /* files; NULL: none */
  const char *baseline, *conditions;    /* a document or folder; what is to fail. NULL: none */
  int *open_loops;                      /* gets how many loops a run could answer that have no whole number; NULL */
} report_options;

enum { REPORT_USUAL_ROWS = 10, EXIT_CONDITION = 3 };

/* What to exit with: EXIT_CONDITION where a condition holds. */
int print_report(const report_options *o);

#endif
