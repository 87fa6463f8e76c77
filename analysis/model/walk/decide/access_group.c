/* Finding access groups: neighbours when references are sorted by body, movement and constant. */
#include "access_group.h"

#include <stdlib.h>
#include <string.h>

typedef pme__tree_reference tree_reference;

/* Longer ones would be asked too often which of their members it is. */
enum { MOST_LINES = 8 };

/* 0: both move alike, at the same time and by the same threads. */
static int compare_movements(const tree_reference *a, const tree_reference *b) {
  if (a->body != b->body) /* bodies are numbered as their references are */
    return a->body->reference_first < b->body->reference_first ? -1 : 1;
  if (a->array != b->array)
    return a->array < b->array ? -1 : 1;
  if (a->pitch_bytes != b->pitch_bytes)
    return a->pitch_bytes < b->pitch_bytes ? -1 : 1;
  if (a->one_thread != b->one_thread)
    return a->one_thread ? 1 : -1;
  return memcmp(a->offset.coefficients, b->offset.coefficients, sizeof a->offset.coefficients);
}

static int compare(const void *first, const void *second) {
  const tree_reference *a = *(const tree_reference *const *)first, *b = *(const tree_reference *const *)second;
  int movements = compare_movements(a, b);
  if (movements)
    return movements;
  if (a->offset.constant != b->offset.constant)
    return a->offset.constant < b->offset.constant ? -1 : 1;
  return a->position < b->position ? -1 : 1;
}

static int64_t end_of(const tree_reference *reference) { return reference->offset.constant + reference->size_bytes; }

/* The bytes that an access group covers so far, at iterators 0. */
typedef struct extent {
  int64_t low, end;
  int64_t most; /* that it may cover */
} extent;

static bool is_next_to(const tree_reference *reference, const extent *bytes, int64_t line_bytes) {
  return reference->offset.constant < bytes->end + line_bytes && end_of(reference) - bytes->low <= bytes->most &&
         bytes->end - bytes->low <= bytes->most;
}

static int64_t most_bytes(int64_t line_bytes, int64_t way_bytes) {
  int64_t most = way_bytes / 2 - line_bytes, longest = MOST_LINES * line_bytes;
  return most < longest ? most : longest;
}

/* The references in the order of body, movement and constant. NULL: out of memory. */
static const tree_reference **sort(const pme__loop_tree *program, pme_arena *arena) {
  int count = program->reference_count;
  const tree_reference **sorted = PME_ARENA_NEW(arena, const tree_reference *, count);
  for (int r = 0; sorted && r < count; r++)
    sorted[r] = &program->references[r];
  if (sorted && count > 0)
    qsort(sorted, (size_t)count, sizeof *sorted, compare);
  return sorted;
}

pme_status pme__find_access_groups(const pme__loop_tree *program, int64_t line_bytes, int64_t way_bytes,
                                   pme_arena *arena, pme__access_grouping *out) {
  int count = program->reference_count;
  const tree_reference **sorted = sort(program, arena);
  int *order = PME_ARENA_NEW(arena, int, count), *first = PME_ARENA_NEW(arena, int, count + 1);
  int *group_of = PME_ARENA_NEW(arena, int, count);
  if (!sorted || !order || !first || !group_of)
    return PME_NO_MEMORY;
  *out = (pme__access_grouping){0, group_of, order, first};
  extent bytes = {.most = most_bytes(line_bytes, way_bytes)};
  for (int i = 0; i < count; i++) {
    const tree_reference *reference = sorted[i];
    bool moves_alike = i > 0 && compare_movements(sorted[i - 1], reference) == 0;
    if (!moves_alike || !is_next_to(reference, &bytes, line_bytes)) {
      first[out->count++] = i;
      bytes.low = bytes.end = reference->offset.constant;
    }
    bytes.end = end_of(reference) > bytes.end ? end_of(reference) : bytes.end;
    order[i] = (int)(reference - program->references);
    group_of[order[i]] = out->count - 1;
  }
  first[out->count] = count;
  return PME_OK;
}
