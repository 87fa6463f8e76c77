/* The funnel of all memory and the arena on top of it: a list of blocks that grow. */
#include "uncleared.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static long fail_countdown;

void pme_fail_allocation_after(long countdown) { fail_countdown = countdown; }

bool pme_allocation_fails(void) {
  if (fail_countdown == 0)
    return false;
  if (fail_countdown == 1)
    return true;
  fail_countdown--;
  return false;
}

void *pme_reallocate(void *pointer, size_t size_bytes) {
  if (size_bytes == 0) {
    free(pointer);
    return NULL;
  }
  return pme_allocation_fails() ? NULL : realloc(pointer, size_bytes);
}

typedef struct block {
  struct block *next;
  size_t used_bytes;
  size_t size_bytes;
  alignas(max_align_t) unsigned char data[];
} block;

struct pme_arena {
  block *blocks;
};

enum { FIRST_BLOCK_BYTES = 4096, LARGEST_BLOCK_BYTES = 1 << 20 };

/* ---- blocks that are kept ---- */

/* By their sizes, FIRST_BLOCK_BYTES << kind; others are not kept. */
enum { KINDS = 11, MOST_KEPT_BYTES = 8 << 20 };

static _Thread_local struct {
  int depth; /* of those who ask for it */
  size_t bytes;
  block *first[KINDS];
} kept;

/* KINDS: none. */
static int kind_of(size_t size_bytes) {
  int kind = 0;
  while (kind < KINDS && (size_t)FIRST_BLOCK_BYTES << kind < size_bytes)
    kind++;
  return kind;
}

/* `kind`: of the size, or KINDS. */
static block *take_block(size_t size_bytes, int kind) {
  block *b = kind < KINDS ? kept.first[kind] : NULL;
  if (!b)
    return (block *)pme_reallocate(NULL, sizeof *b + size_bytes);
  kept.first[kind] = b->next;
  kept.bytes -= b->size_bytes;
  return b;
}

static void give_block(block *b) {
  int kind = kept.depth > 0 ? kind_of(b->size_bytes) : KINDS;
  if (kind == KINDS || (size_t)FIRST_BLOCK_BYTES << kind != b->size_bytes ||
      kept.bytes + b->size_bytes > MOST_KEPT_BYTES) {
    pme_reallocate(b, 0);
    return;
  }
  b->next = kept.first[kind];
  kept.first[kind] = b;
  kept.bytes += b->size_bytes;
}

void pme_arena_begin_keeping(void) { kept.depth++; }

void pme_arena_end_keeping(void) {
  if (--kept.depth > 0)
    return;
  for (int kind = 0; kind < KINDS; kind++)
    while (kept.first[kind]) {
      block *b = kept.first[kind];
      kept.first[kind] = b->next;
      pme_reallocate(b, 0);
    }
  kept.bytes = 0;
}

/* ---- arenas ---- */

pme_arena *pme_arena_create(void) {
  pme_arena *arena = (pme_arena *)pme_reallocate(NULL, sizeof *arena);
  if (arena)
    arena->blocks = NULL;
  return arena;
}

void pme_arena_destroy(pme_arena *arena) {
  if (!arena)
    return;
  for (block *b = arena->blocks; b;) {
    block *next = b->next;
    give_block(b);
    b = next;
  }
  pme_reallocate(arena, 0);
}

/* Blocks double up to a limit; a request that is larger gets a block of its own size. */
static block *add_block(pme_arena *arena, size_t need_bytes) {
  size_t size_bytes = arena->blocks ? arena->blocks->size_bytes * 2 : FIRST_BLOCK_BYTES;
  if (size_bytes > LARGEST_BLOCK_BYTES)
    size_bytes = LARGEST_BLOCK_BYTES;
  if (size_bytes < need_bytes)
    size_bytes = need_bytes;
  int kind = kept.depth > 0 ? kind_of(size_bytes) : KINDS;
  if (kind < KINDS)
    size_bytes = (size_t)FIRST_BLOCK_BYTES << kind;
  if (size_bytes > SIZE_MAX - sizeof(block))
    return NULL;
  block *b = take_block(size_bytes, kind);
  if (!b)
    return NULL;
  b->next = arena->blocks;
  b->used_bytes = 0;
  b->size_bytes = size_bytes;
  arena->blocks = b;
  return b;
}

/* The bytes of a request, aligned; 0: they overflow. */
static size_t bytes_of(size_t count, size_t size_bytes) {
  const size_t unit = alignof(max_align_t);
  bool is_large = (count | size_bytes) > UINT32_MAX / 2; /* without a division else */
  if (is_large && size_bytes && count > (SIZE_MAX / 2) / size_bytes)
    return 0;
  size_t bytes = (count * size_bytes + unit - 1) / unit * unit;
  return bytes ? bytes : unit;
}

static void *allocate(pme_arena *arena, size_t bytes) {
  if (bytes == 0)
    return NULL;
  block *b = arena->blocks;
  if (!b || b->size_bytes - b->used_bytes < bytes)
    b = add_block(arena, bytes);
  if (!b)
    return NULL;
  void *result = b->data + b->used_bytes;
  b->used_bytes += bytes;
  return result;
}

void *pme__arena_allocate_uncleared(pme_arena *arena, size_t count, size_t size_bytes) {
  return allocate(arena, bytes_of(count, size_bytes));
}

void *pme_arena_allocate(pme_arena *arena, size_t count, size_t size_bytes) {
  size_t bytes = bytes_of(count, size_bytes);
  void *result = allocate(arena, bytes);
  return result ? memset(result, 0, bytes) : NULL;
}

char *pme_arena_copy_bytes(pme_arena *arena, const char *bytes, size_t length) {
  char *copy = PME_ARENA_NEW(arena, char, length + 1);
  if (copy && length)
    memcpy(copy, bytes, length);
  return copy;
}

char *pme_arena_copy_text(pme_arena *arena, const char *text) {
  return text ? pme_arena_copy_bytes(arena, text, strlen(text)) : NULL;
}
