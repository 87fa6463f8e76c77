/* The language server: what it is asked and told. Private to tools/lsp. */
#ifndef PMECACHE_TOOLS_LSP_SERVER_H
#define PMECACHE_TOOLS_LSP_SERVER_H

#include "documents.h"
#include "sources.h"
#include "transport.h"

typedef enum server_state { SERVER_STARTING, SERVER_READY, SERVER_SHUT_DOWN } server_state;

typedef struct server {
  transport transport;
  documents documents;
  const char *answers; /* as asked for; relative names are from the folder of the workspace on */
  server_state state;
  bool refreshes_lenses; /* the editor asks again when it is told to */
  int request_count;     /* of ours */
  json_t *open;          /* texts by addresses */
  json_t *edited;        /* addresses of those that are not saved */
} server;

/* Serves until the other side goes: what to exit with. */
int server_run(server *s);

#endif
