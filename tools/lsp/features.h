/* What an editor shows of the loops of a file. Private to tools/lsp. */
#ifndef PMECACHE_TOOLS_LSP_FEATURES_H
#define PMECACHE_TOOLS_LSP_FEATURES_H

#include "documents.h"
#include "sources.h"

typedef struct feature_request {
  const pme__units *units; /* NULL: none */
  const char *path;        /* of the file */
  const source_text *text;
  bool is_edited; /* the editor has changes that are not in the file */
} feature_request;

/* A list of CodeLens, one above each parallel loop. */
json_t *feature_lenses(const feature_request *r);
/* A list of Diagnostic, of advice. */
json_t *feature_diagnostics(const feature_request *r);
/* A Hover of what is in the line (from 0 on), null where nothing is. */
json_t *feature_hover(const feature_request *r, int line);

#endif
