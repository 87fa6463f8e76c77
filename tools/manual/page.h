/* A text of `--help` as a page of the manual. */
#ifndef PMECACHE_TOOLS_MANUAL_PAGE_H
#define PMECACHE_TOOLS_MANUAL_PAGE_H

#include <stdio.h>

typedef struct manual_page {
  const char *name, *summary; /* "pmecache-scan" */
  const char *version;
} manual_page;

/* Reads the text: usage, paragraphs, `  --option VALUE  help`, lists behind a heading with a colon, examples. Writes
 * roff with the macros of man(7). */
void write_page(const manual_page *page, FILE *help, FILE *out);

#endif
