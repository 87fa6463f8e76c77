/* Lines get numbers in the order in which they are first seen. */
#include "concurrent_lines.h"

#include <string.h>

#include "pmecache/arena.h"

enum { FIRST_SIZE = 1024 };

static uint32_t place_of(const pme__line_numbers *lines, uint64_t line) {
  uint64_t hash = line * UINT64_C(0x9e3779b97f4a7c15);
  uint32_t mask = lines->size - 1, i = (uint32_t)(hash >> 32) & mask;
  while (lines->key[i] && lines->key[i] != line + 1)
    i = (i + 1) & mask;
  return i;
}

static bool grow(pme__line_numbers *lines) {
  if (lines->size > UINT32_MAX / 4)
    return false;
  pme__line_numbers old = *lines;
  uint32_t size = old.size ? old.size * 2 : FIRST_SIZE;
  uint64_t *key = (uint64_t *)pme_reallocate(NULL, sizeof *key * size);
  uint32_t *number = (uint32_t *)pme_reallocate(NULL, sizeof *number * size);
  if (!key || !number) {
    pme_reallocate(key, 0);
    pme_reallocate(number, 0);
    return false;
  }
  memset(key, 0, sizeof *key * size);
  *lines = (pme__line_numbers){key, number, size, old.count};
  for (uint32_t i = 0; i < old.size; i++)
    if (old.key[i]) {
      uint32_t at = place_of(lines, old.key[i] - 1);
      key[at] = old.key[i];
      number[at] = old.number[i];
    }
  pme__line_numbers_close(&old);
  return true;
}

uint32_t pme__line_number(pme__line_numbers *lines, uint64_t line) {
  if (lines->count >= lines->size / 2 && !grow(lines))
    return PME_NO_LINE;
  uint32_t at = place_of(lines, line);
  if (!lines->key[at]) {
    lines->key[at] = line + 1;
    lines->number[at] = lines->count++;
  }
  return lines->number[at];
}

void pme__line_numbers_close(pme__line_numbers *lines) {
  pme_reallocate(lines->key, 0);
  pme_reallocate(lines->number, 0);
  *lines = (pme__line_numbers){NULL, NULL, 0, 0};
}
