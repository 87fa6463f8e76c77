/* Messages of the language server protocol on two descriptors: headers, an empty line, JSON. Private to tools/lsp. */
#ifndef PMECACHE_TOOLS_LSP_TRANSPORT_H
#define PMECACHE_TOOLS_LSP_TRANSPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum { MESSAGE_MOST_BYTES = 64 << 20, HEADER_MOST_BYTES = 8 << 10 };

typedef struct transport {
  int in, out;
  char *buffer; /* what came in and is not used up */
  size_t length, capacity;
  size_t used; /* of it by the message that was given last */
  size_t skip; /* of the body of a message that is too long */
} transport;

typedef enum incoming_kind {
  INCOMING_MESSAGE, /* `body` is it, until the next call */
  INCOMING_NOTHING, /* nothing came in time */
  INCOMING_FAULT,   /* `fault` says what; what follows is read */
  INCOMING_END      /* the other side has gone, or memory ran out */
} incoming_kind;

typedef struct incoming {
  incoming_kind kind;
  const char *body, *fault;
  size_t length;
} incoming;

incoming transport_next(transport *t, int milliseconds);
/* Releases `message`, NULL where memory ran out. False: it could not be sent. */
bool transport_send(transport *t, json_t *message);
void transport_close(transport *t);

#endif
