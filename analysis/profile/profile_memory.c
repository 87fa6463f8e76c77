/* Memory of a profile: a pool, arrays that grow, and an index by numbers. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "profile_internal.h"

enum { POOL_BYTES = 1 << 14, ALIGNMENT = 16, FIRST_ROOM = 16, FIRST_INDEX = 64 };

const pme_allocator *pme__profile_allocator(const pme_profile *p) { return p->has_allocator ? &p->allocator : NULL; }

static void *failed(pme_profile *p) {
  if (!p->status)
    p->status = PME_NO_MEMORY;
  return NULL;
}

static size_t header_bytes(void) { return (sizeof(pool_block) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

void *pme__profile_allocate(pme_profile *p, size_t bytes) {
  bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  if (!p->pool || p->pool->size_bytes - p->pool->used_bytes < bytes) {
    size_t size = header_bytes() + bytes > POOL_BYTES ? header_bytes() + bytes : POOL_BYTES;
    pool_block *fresh = (pool_block *)pme_allocator_reallocate(pme__profile_allocator(p), NULL, 0, size);
    if (!fresh)
      return failed(p);
    *fresh = (pool_block){p->pool, size, header_bytes()};
    p->pool = fresh;
  }
  void *result = (char *)p->pool + p->pool->used_bytes;
  p->pool->used_bytes += bytes;
  return memset(result, 0, bytes);
}

const char *pme__profile_text(pme_profile *p, const char *text) {
  if (!text)
    return NULL;
  size_t bytes = strlen(text) + 1;
  char *copy = (char *)pme__profile_allocate(p, bytes);
  if (copy)
    memcpy(copy, text, bytes);
  return copy;
}

int pme__vector_add(pme_profile *p, vector *v, size_t size_bytes) {
  if (v->count == v->room) {
    size_t room = v->room ? 2 * (size_t)v->room : FIRST_ROOM;
    void *grown = room > INT32_MAX / 2 ? NULL
                                       : pme_allocator_reallocate(pme__profile_allocator(p), v->items,
                                                                  (size_t)v->room * size_bytes, room * size_bytes);
    if (!grown) {
      failed(p);
      return PME_NONE;
    }
    v->items = grown;
    v->room = (int)room;
  }
  memset((char *)v->items + (size_t)v->count * size_bytes, 0, size_bytes);
  return v->count++;
}

/* ---- index ---- */

static uint64_t key_of(thing kind, int owner, int number) {
  return (uint64_t)kind << 61 | (uint64_t)(uint32_t)owner << 31 | (uint64_t)(uint32_t)number;
}

static uint32_t probe(const key_index *index, uint64_t key) {
  uint32_t mask = index->size - 1, i = (uint32_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & mask;
  while (index->keys[i] && index->keys[i] != key)
    i = (i + 1) & mask;
  return i;
}

int pme__index_find(const pme_profile *p, thing kind, int owner, int number) {
  if (!p->index.size)
    return PME_NONE;
  uint32_t at = probe(&p->index, key_of(kind, owner, number));
  return p->index.keys[at] ? p->index.values[at] : PME_NONE;
}

static void index_destroy(const pme_profile *p, key_index *index) {
  if (index->keys)
    pme_allocator_reallocate(pme__profile_allocator(p), index->keys, sizeof(uint64_t) * index->size, 0);
  if (index->values)
    pme_allocator_reallocate(pme__profile_allocator(p), index->values, sizeof(int) * index->size, 0);
}

static bool index_grow(pme_profile *p) {
  const pme_allocator *allocator = pme__profile_allocator(p);
  key_index old = p->index, fresh = {.size = old.size ? 2 * old.size : FIRST_INDEX, .used = old.used};
  fresh.keys = (uint64_t *)pme_allocator_reallocate(allocator, NULL, 0, sizeof(uint64_t) * fresh.size);
  fresh.values = (int *)pme_allocator_reallocate(allocator, NULL, 0, sizeof(int) * fresh.size);
  if (!fresh.keys || !fresh.values) {
    index_destroy(p, &fresh);
    return failed(p);
  }
  memset(fresh.keys, 0, sizeof(uint64_t) * fresh.size);
  for (uint32_t i = 0; i < old.size; i++)
    if (old.keys[i]) {
      uint32_t at = probe(&fresh, old.keys[i]);
      fresh.keys[at] = old.keys[i];
      fresh.values[at] = old.values[i];
    }
  index_destroy(p, &old);
  p->index = fresh;
  return true;
}

bool pme__index_add(pme_profile *p, thing kind, int owner, int number, int value) {
  if (p->index.used * 2 >= p->index.size && !index_grow(p))
    return false;
  uint32_t at = probe(&p->index, key_of(kind, owner, number));
  p->index.keys[at] = key_of(kind, owner, number);
  p->index.values[at] = value;
  p->index.used++;
  return true;
}

/* ---- the end ---- */

static void vector_destroy(const pme_profile *p, vector *v, size_t size_bytes) {
  if (v->items)
    pme_allocator_reallocate(pme__profile_allocator(p), v->items, (size_t)v->room * size_bytes, 0);
}

void pme__profile_memory_destroy(pme_profile *p) {
  for (int i = 0; i < p->streams.count; i++) {
    pme_histogram_destroy(&STREAMS(p)[i]->histogram, pme__profile_allocator(p));
    pme__range_destroy(p, STREAMS(p)[i]);
  }
  vector_destroy(p, &p->pieces, sizeof(pme_sampled_piece));
  vector_destroy(p, &p->touches, sizeof(pme_sampled_touch));
  vector_destroy(p, &p->rows, sizeof(pme_sampled_row));
  vector_destroy(p, &p->functions, sizeof(pme_profile_function));
  vector_destroy(p, &p->loops, sizeof(pme_profile_loop));
  vector_destroy(p, &p->blocks, sizeof(pme_profile_block));
  vector_destroy(p, &p->references, sizeof(pme_profile_reference));
  vector_destroy(p, &p->streams, sizeof(pme_profile_stream *));
  vector_destroy(p, &p->symbols, sizeof(pme_profile_symbol));
  vector_destroy(p, &p->advice, sizeof(pme_profile_advice));
  index_destroy(p, &p->index);
  for (pool_block *b = p->pool; b;) {
    pool_block *next = b->next;
    pme_allocator_reallocate(pme__profile_allocator(p), b, b->size_bytes, 0);
    b = next;
  }
}

void pme__profile_fault_add(pme_profile *p, int line, const char *format, ...) {
  if (p->fault_count < MAX_FAULTS) {
    pme_profile_fault *fault = &p->faults[p->fault_count++];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault->message, sizeof fault->message, format, arguments);
    va_end(arguments);
    fault->line = line;
  }
  p->fault_total++;
}
