/* Room grows by doubling; numbers are written seven bits at a time. */
#include "trace_bytes.h"

void *pme__bytes_reserve(pme__bytes *bytes, size_t more) {
  if (more <= bytes->room - bytes->count)
    return bytes->data + bytes->count;
  size_t room = bytes->room ? bytes->room : 4096;
  while (room - bytes->count < more)
    room *= 2;
  uint8_t *data = (uint8_t *)pme_allocator_reallocate(bytes->allocator, bytes->data, bytes->room, room);
  if (!data) {
    bytes->failed = true;
    return NULL;
  }
  bytes->data = data;
  bytes->room = room;
  return data + bytes->count;
}

void pme__bytes_free(pme__bytes *bytes) {
  if (bytes->data)
    pme_allocator_reallocate(bytes->allocator, bytes->data, bytes->room, 0);
  bytes->data = NULL;
  bytes->count = bytes->room = 0;
}

void pme__put_text(pme__bytes *bytes, const char *text) {
  size_t length = strlen(text) + 1;
  uint8_t *at = (uint8_t *)pme__bytes_reserve(bytes, length);
  if (!at)
    return;
  memcpy(at, text, length);
  bytes->count += length;
}

uint64_t pme__take_below(pme__scan *scan, uint64_t limit) {
  uint64_t value = pme__take_number(scan);
  if (value < limit)
    return value;
  scan->failed = true;
  return 0;
}

const char *pme__take_text(pme__scan *scan) {
  const uint8_t *end = (const uint8_t *)memchr(scan->at, 0, (size_t)(scan->end - scan->at));
  if (!end) {
    scan->failed = true;
    return "";
  }
  const char *text = (const char *)scan->at;
  scan->at = end + 1;
  return text;
}
