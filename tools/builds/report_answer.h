/* The report of documents on stdout. */
#ifndef PMECACHE_TOOLS_BUILDS_REPORT_ANSWER_H
#define PMECACHE_TOOLS_BUILDS_REPORT_ANSWER_H

#include <stdbool.h>

typedef struct report_options {
  const char **paths;
  int path_count, top;
  bool csv, json;
  bool also_text;   /* beside files */
  const char *page; /* a file; NULL: none */
} report_options;

enum { REPORT_USUAL_ROWS = 10 };

/* What to exit with. */
int print_report(const report_options *o);

#endif
