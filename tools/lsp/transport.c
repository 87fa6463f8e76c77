#define _GNU_SOURCE /* memmem */
#include "transport.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "pmecache/arena.h"

/* ---- bytes ---- */

static void drop(transport *t, size_t bytes) {
  memmove(t->buffer, t->buffer + bytes, t->length - bytes);
  t->length -= bytes;
}

static bool make_room(transport *t) {
  enum { PIECE = 64 << 10 };
  if (t->capacity - t->length >= PIECE)
    return true;
  size_t capacity = 2 * t->capacity + PIECE;
  char *buffer = (char *)pme_reallocate(t->buffer, capacity);
  if (!buffer)
    return false;
  t->buffer = buffer;
  t->capacity = capacity;
  return true;
}

/* What has come; INCOMING_MESSAGE: something has. */
static incoming_kind receive(transport *t, int milliseconds) {
  struct pollfd in = {.fd = t->in, .events = POLLIN};
  int ready = poll(&in, 1, milliseconds);
  if (ready == 0 || (ready < 0 && errno == EINTR))
    return INCOMING_NOTHING;
  if (ready < 0 || !make_room(t))
    return INCOMING_END;
  ssize_t count = read(t->in, t->buffer + t->length, t->capacity - t->length);
  if (count < 0 && (errno == EINTR || errno == EAGAIN))
    return INCOMING_NOTHING;
  if (count <= 0)
    return INCOMING_END;
  t->length += (size_t)count;
  return INCOMING_MESSAGE;
}

/* ---- headers ---- */

/* The bytes up to the end of the empty line, 0: it is not there yet. */
static size_t header_bytes(const transport *t) {
  static const char *const ends[] = {"\r\n\r\n", "\n\n"};
  size_t first = 0;
  for (size_t i = 0; t->length && i < sizeof ends / sizeof *ends; i++) {
    const char *end = (const char *)memmem(t->buffer, t->length, ends[i], strlen(ends[i]));
    size_t bytes = end ? (size_t)(end - t->buffer) + strlen(ends[i]) : 0;
    if (bytes && (!first || bytes < first))
      first = bytes;
  }
  return first;
}

/* The value of Content-Length, -1: none that is a number. */
static long long body_bytes(const char *header, size_t bytes) {
  static const char key[] = "Content-Length:";
  long long length = -1;
  for (const char *line = header, *end = header + bytes; line < end;) {
    const char *next = (const char *)memchr(line, '\n', (size_t)(end - line));
    if (!next)
      break;
    if ((size_t)(next - line) > sizeof key && !strncasecmp(line, key, sizeof key - 1)) {
      char *rest = NULL;
      length = strtoll(line + sizeof key - 1, &rest, 10);
      if (rest == line + sizeof key - 1 || (*rest != '\r' && *rest != '\n'))
        length = -1;
    }
    line = next + 1;
  }
  return length;
}

static incoming fault(const char *text) { return (incoming){.kind = INCOMING_FAULT, .fault = text}; }

/* A message that is complete in the buffer, a fault, or INCOMING_NOTHING: more is needed. */
static incoming take_message(transport *t) {
  size_t header = header_bytes(t);
  if (!header && t->length > HEADER_MOST_BYTES) {
    drop(t, t->length);
    return fault("no end of the headers");
  }
  if (!header)
    return (incoming){.kind = INCOMING_NOTHING};
  long long length = body_bytes(t->buffer, header);
  if (length < 0) {
    drop(t, header);
    return fault("no header Content-Length with a number");
  }
  if (length > MESSAGE_MOST_BYTES) {
    drop(t, header);
    t->skip = (size_t)length;
    return fault("the message is too long");
  }
  if (t->length - header < (size_t)length)
    return (incoming){.kind = INCOMING_NOTHING};
  t->used = header + (size_t)length;
  return (incoming){.kind = INCOMING_MESSAGE, .body = t->buffer + header, .length = (size_t)length};
}

static void skip_bytes(transport *t) {
  size_t bytes = t->skip < t->length ? t->skip : t->length;
  if (!bytes)
    return;
  drop(t, bytes);
  t->skip -= bytes;
}

incoming transport_next(transport *t, int milliseconds) {
  if (t->used)
    drop(t, t->used);
  t->used = 0;
  for (;;) {
    skip_bytes(t);
    incoming message = take_message(t);
    if (message.kind != INCOMING_NOTHING)
      return message;
    incoming_kind received = receive(t, milliseconds);
    if (received != INCOMING_MESSAGE)
      return (incoming){.kind = received};
  }
}

/* ---- sending ---- */

static bool write_all(int file, const char *bytes, size_t length) {
  while (length) {
    ssize_t count = write(file, bytes, length);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    bytes += count;
    length -= (size_t)count;
  }
  return true;
}

bool transport_send(transport *t, json_t *message) {
  char header[64];
  char *text = message ? json_dumps(message, JSON_COMPACT) : NULL;
  size_t length = text ? strlen(text) : 0;
  int header_length = snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", length);
  bool sent = text && write_all(t->out, header, (size_t)header_length) && write_all(t->out, text, length);
  free(text);
  json_decref(message);
  return sent;
}

void transport_close(transport *t) {
  pme_reallocate(t->buffer, 0);
  t->buffer = NULL;
}
