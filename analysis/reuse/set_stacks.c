/* One array of stacks for each geometry; a reference moves its line to the top of its set in all of them. */
#include "set_stacks.h"

#include <stdbool.h>
#include <string.h>

typedef struct stack_array {
  pme_geometry geometry;
  uint64_t mask; /* sets - 1 when sets is a power of two, else 0 */
  size_t bytes;
  uint64_t *lines; /* ways for each set, most recent first */
} stack_array;

struct pme__set_stacks {
  pme_allocator allocator;
  bool has_allocator;
  int count;
  stack_array arrays[PME_PROFILE_MAX_GEOMETRIES];
};

static const pme_allocator *allocator_of(const pme__set_stacks *s) { return s->has_allocator ? &s->allocator : NULL; }

static bool is_valid(const pme_geometry *g) {
  return g->sets >= 1 && g->sets <= INT64_MAX / PME_PROFILE_MAX_WAYS / 16 && g->ways >= 1 &&
         g->ways <= PME_PROFILE_MAX_WAYS;
}

static pme_status open_array(pme__set_stacks *s, const pme_geometry *g) {
  stack_array *a = &s->arrays[s->count];
  bool is_power = (g->sets & (g->sets - 1)) == 0;
  a->geometry = *g;
  a->mask = is_power ? (uint64_t)g->sets - 1 : 0;
  a->bytes = sizeof(uint64_t) * (size_t)g->sets * (size_t)g->ways;
  a->lines = (uint64_t *)pme_allocator_reallocate(allocator_of(s), NULL, 0, a->bytes);
  if (!a->lines)
    return PME_NO_MEMORY;
  s->count++;
  return PME_OK;
}

pme_status pme__set_stacks_open(const pme_geometry *geometries, int count, const pme_allocator *allocator,
                                pme__set_stacks **out) {
  bool valid = count >= 1 && count <= PME_PROFILE_MAX_GEOMETRIES;
  for (int i = 0; valid && i < count; i++)
    valid = is_valid(&geometries[i]);
  if (!valid)
    return PME_BAD_ARGUMENT;
  pme__set_stacks *s = (pme__set_stacks *)pme_allocator_reallocate(allocator, NULL, 0, sizeof *s);
  if (!s)
    return PME_NO_MEMORY;
  memset(s, 0, sizeof *s);
  if (allocator) {
    s->allocator = *allocator;
    s->has_allocator = true;
  }
  pme_status status = PME_OK;
  for (int i = 0; i < count && !status; i++)
    status = open_array(s, &geometries[i]);
  if (status) {
    pme__set_stacks_close(s);
    return status;
  }
  pme__set_stacks_forget(s);
  *out = s;
  return PME_OK;
}

void pme__set_stacks_close(pme__set_stacks *s) {
  if (!s)
    return;
  for (int i = 0; i < s->count; i++)
    pme_allocator_reallocate(allocator_of(s), s->arrays[i].lines, s->arrays[i].bytes, 0);
  pme_allocator allocator = s->allocator;
  bool has_allocator = s->has_allocator;
  pme_allocator_reallocate(has_allocator ? &allocator : NULL, s, sizeof *s, 0);
}

void pme__set_stacks_forget(pme__set_stacks *s) {
  for (int i = 0; i < s->count; i++)
    memset(s->arrays[i].lines, 0xff, s->arrays[i].bytes);
}

/* Moves the line to the top of its set; where it was, `ways` when it was not there. */
static inline int touch(const stack_array *a, uint64_t line) {
  uint64_t set = a->mask || a->geometry.sets == 1 ? line & a->mask : line % (uint64_t)a->geometry.sets;
  uint64_t *stack = a->lines + set * (uint64_t)a->geometry.ways, above = line;
  if (stack[0] == line)
    return 0;
  for (uint64_t *at = stack, *end = stack + a->geometry.ways; at < end; at++) {
    uint64_t here = *at;
    *at = above;
    if (here == line)
      return (int)(at - stack);
    above = here;
  }
  return a->geometry.ways;
}

void pme__set_stacks_reference(pme__set_stacks *s, uint64_t line, uint8_t *depths) {
  for (int i = 0; i < s->count; i++)
    depths[i] = (uint8_t)touch(&s->arrays[i], line);
}

size_t pme__set_stacks_references(pme__set_stacks *const *sets, const uint32_t *cache, const uint32_t *threads,
                                  const uint64_t *lines, size_t count, uint8_t *depths) {
  size_t missed = 0;
  for (size_t i = 0; i < count; i++) {
    if (!depths[i])
      continue;
    const stack_array *a = &sets[cache[threads[i]]]->arrays[0];
    int depth = touch(a, lines[i]);
    depths[i] = (uint8_t)depth;
    missed += depth == a->geometry.ways;
  }
  return missed;
}
