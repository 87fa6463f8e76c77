/* Sources as an editor has them: files by their addresses, and positions in UTF-16. Private to tools/lsp. */
#ifndef PMECACHE_TOOLS_LSP_SOURCES_H
#define PMECACHE_TOOLS_LSP_SOURCES_H

#include <jansson.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

/* "file:///a%20b.c" as "/a b.c". False: it is no file, or its name is too long. */
bool path_of_uri(const char *uri, char path[PATH_MAX]);

/* The text of a source: what the editor has, else the file's. */
typedef struct source_text {
  const char *text;
  size_t length;
  char *read; /* what is to be freed */
} source_text;

/* `open`: texts by their addresses. Never fails: what cannot be read is empty. */
source_text source_open(const json_t *open, const char *uri);
void source_close(source_text *source);

/* From `column` on (in bytes, from 1; 0: the first that is no blank) to the end of the line (from 1), as a Range. */
json_t *source_range(const source_text *source, int line, int column);
/* How many units of UTF-16 these bytes are; what is no UTF-8 counts one a byte. */
int utf16_units(const char *bytes, size_t length);

#endif
