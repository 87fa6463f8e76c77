/* The documents of the last build, read anew when they change. Private to tools/lsp. */
#ifndef PMECACHE_TOOLS_LSP_DOCUMENTS_H
#define PMECACHE_TOOLS_LSP_DOCUMENTS_H

#include <stdint.h>

#include "analysis/report/units/units.h"

typedef struct documents {
  const char *path;  /* a document, or a folder of them */
  uint64_t seen;     /* of names, sizes and times, when they were read */
  pme__units *units; /* NULL: not read yet, or no memory */
} documents;

/* Reads them if they have changed: whether they had. */
bool documents_refresh(documents *d);
void documents_close(documents *d);
/* Whether a source was changed after the document of this unit was written. */
bool is_stale(const pme__units *units, int unit, const char *source);

#endif
