/* Counting the lines of a set: in the order of the stack, or by the pages whose lines fall into it. */
#include "distance_sets.h"

#include <string.h>

#include "distance_pages.h"

/* Pages of a geometry whose lines fall into the same sets, as lists of rows. */
typedef struct page_classes {
  int64_t sets;
  uint32_t ways;
  uint32_t class_count; /* page mod class_count is the class */
  uint32_t line_step;   /* a power of two: every line_step-th line of a page is in the same set */
  uint32_t *first;      /* of each class: the newest row, + 1; 0: none */
  uint32_t *length;     /* of each class */
  uint32_t *next;       /* of each row */
} page_classes;

struct pme__distance_sets {
  const pme_allocator *allocator;
  int count;
  uint32_t row_count, row_room; /* rows that stand in lists; of `next` */
  page_classes classes[PME_PROFILE_MAX_GEOMETRIES];
};

enum { FIRST_ROOM = 256 };

bool pme__distance_sets_can(int64_t sets) {
  enum { MOST_SETS = 1 << 24 };
  return sets >= 1 && sets <= MOST_SETS && (sets % PAGE_LINES == 0 || PAGE_LINES % sets == 0);
}

/* ---- life ---- */

static uint32_t *new_numbers(const pme__distance_sets *s, uint32_t count) {
  size_t bytes = sizeof(uint32_t) * (size_t)count;
  uint32_t *numbers = (uint32_t *)pme_allocator_reallocate(s->allocator, NULL, 0, bytes);
  if (numbers)
    memset(numbers, 0, bytes);
  return numbers;
}

static void free_numbers(const pme__distance_sets *s, uint32_t *numbers, uint32_t count) {
  if (numbers)
    pme_allocator_reallocate(s->allocator, numbers, sizeof(uint32_t) * (size_t)count, 0);
}

static pme_status open_classes(pme__distance_sets *s, const pme_geometry *g) {
  page_classes *c = &s->classes[s->count++];
  *c = (page_classes){.sets = g->sets, .ways = (uint32_t)g->ways, .class_count = 1, .line_step = PAGE_LINES};
  if (g->sets >= PAGE_LINES)
    c->class_count = (uint32_t)(g->sets / PAGE_LINES);
  else
    c->line_step = (uint32_t)g->sets;
  c->first = new_numbers(s, c->class_count);
  c->length = new_numbers(s, c->class_count);
  c->next = new_numbers(s, s->row_room);
  return c->first && c->length && c->next ? PME_OK : PME_NO_MEMORY;
}

pme_status pme__distance_sets_open(const pme_geometry *geometries, int count, const pme_allocator *allocator,
                                   pme__distance_sets **out) {
  bool valid = count >= 1 && count <= PME_PROFILE_MAX_GEOMETRIES;
  for (int g = 0; valid && g < count; g++)
    valid = pme__distance_sets_can(geometries[g].sets) && geometries[g].ways >= 1 &&
            geometries[g].ways <= PME_PROFILE_MAX_WAYS;
  if (!valid)
    return PME_BAD_ARGUMENT;
  pme__distance_sets *s = (pme__distance_sets *)pme_allocator_reallocate(allocator, NULL, 0, sizeof *s);
  if (!s)
    return PME_NO_MEMORY;
  *s = (pme__distance_sets){.allocator = allocator, .row_room = FIRST_ROOM};
  for (int g = 0; g < count; g++)
    if (open_classes(s, &geometries[g])) {
      pme__distance_sets_close(s);
      return PME_NO_MEMORY;
    }
  *out = s;
  return PME_OK;
}

void pme__distance_sets_close(pme__distance_sets *s) {
  if (!s)
    return;
  for (int g = 0; g < s->count; g++) {
    free_numbers(s, s->classes[g].first, s->classes[g].class_count);
    free_numbers(s, s->classes[g].length, s->classes[g].class_count);
    free_numbers(s, s->classes[g].next, s->row_room);
  }
  pme_allocator_reallocate(s->allocator, s, sizeof *s, 0);
}

/* ---- the lists ---- */

void pme__distance_sets_forget(pme__distance_sets *s) {
  s->row_count = 0;
  for (int g = 0; g < s->count; g++) {
    memset(s->classes[g].first, 0, sizeof(uint32_t) * s->classes[g].class_count);
    memset(s->classes[g].length, 0, sizeof(uint32_t) * s->classes[g].class_count);
  }
}

static bool make_room(pme__distance_sets *s, uint32_t rows) {
  uint32_t room = s->row_room;
  while (room < rows)
    room *= 2;
  uint32_t *next[PME_PROFILE_MAX_GEOMETRIES];
  for (int g = 0; g < s->count; g++)
    if (!(next[g] = new_numbers(s, room))) {
      while (g-- > 0)
        free_numbers(s, next[g], room);
      return false;
    }
  for (int g = 0; g < s->count; g++) {
    memcpy(next[g], s->classes[g].next, sizeof(uint32_t) * s->row_count);
    free_numbers(s, s->classes[g].next, s->row_room);
    s->classes[g].next = next[g];
  }
  s->row_room = room;
  return true;
}

/* Pages that have come since the last question. */
static bool add_new_pages(pme__distance_sets *s, const page_map *map) {
  if (map->used > s->row_room && !make_room(s, map->used))
    return false;
  for (; s->row_count < map->used; s->row_count++)
    for (int g = 0; g < s->count; g++) {
      page_classes *c = &s->classes[g];
      uint32_t class = (uint32_t)(map->page_of_row[s->row_count] % c->class_count);
      c->next[s->row_count] = c->first[class];
      c->first[class] = s->row_count + 1;
      c->length[class]++;
    }
  return true;
}

/* ---- counting ---- */

typedef struct question {
  const pme__distance *engine;
  uint64_t line;
  uint32_t slot; /* of the line; NO_SLOT: it is one of the recent ones */
  const pme__line_range *top;
  uint32_t top_count;
  uint64_t distance;
} question;

static bool is_on_top(const question *q, uint64_t line) {
  for (uint32_t i = 0; i < q->top_count; i++)
    if (line - q->top[i].line < q->top[i].count)
      return true;
  return false;
}

/* Lines of the range in the set of the line. */
static uint64_t range_in_set(const pme__line_range *range, uint64_t line, uint64_t sets) {
  uint64_t first = (line % sets + sets - range->line % sets) % sets;
  return first < range->count ? (range->count - 1 - first) / sets + 1 : 0;
}

/* The slot is above the line's, and holds a line that is not on top anyway. */
static bool counts(const question *q, uint32_t slot, uint32_t entry, uint64_t line) {
  const slots *s = &q->engine->slots;
  return slot != NO_SLOT && slot > q->slot && slots_test(s, slot) && s->owner.entry[slot] == entry &&
         !is_on_top(q, line);
}

/* Of the slots of a word those whose owners stand at this place of their pages: bit j of found[i] is slot LANES * j +
 * i. So the processor compares LANES at a time. */
enum { LANES = 8 };

ALWAYS_INLINE uint32_t find_place(const uint32_t *owners, uint32_t step_mask, uint32_t place, uint32_t *found) {
  uint32_t any = 0;
  for (uint32_t i = 0; i < LANES; i++)
    found[i] = 0;
  for (uint32_t j = 0; j < BLOCK_BITS / LANES; j++)
    for (uint32_t i = 0; i < LANES; i++)
      found[i] |= (uint32_t)((owners[LANES * j + i] & step_mask) == place) << j;
  for (uint32_t i = 0; i < LANES; i++)
    any |= found[i];
  return any;
}

/* Lines of the set among the slots of `word`, the bits of block w. */
ALWAYS_INLINE uint32_t look_at_word(const question *q, const page_classes *c, uint32_t w, uint64_t word) {
  const uint32_t *owners = q->engine->slots.owner.entry + (size_t)w * BLOCK_BITS;
  uint32_t found[LANES], count = 0, step_mask = c->line_step - 1;
  if (!find_place(owners, step_mask, (uint32_t)q->line & step_mask, found))
    return 0;
  for (uint32_t i = 0; i < LANES; i++)
    for (uint32_t lanes = found[i]; lanes; lanes &= lanes - 1) {
      uint32_t slot = LANES * (uint32_t)__builtin_ctz(lanes) + i;
      if (!(word >> slot & 1))
        continue;
      uint64_t page = q->engine->pages.page_of_row[owners[slot] / PAGE_LINES];
      uint64_t line = page * PAGE_LINES + owners[slot] % PAGE_LINES;
      count += page % c->class_count == q->line / PAGE_LINES % c->class_count && !is_on_top(q, line);
    }
  return count;
}

/* From the newest slot on down to that of the line. */
ALWAYS_INLINE uint32_t look_above(const question *q, const page_classes *c, uint32_t depth) {
  const slots *s = &q->engine->slots;
  uint32_t last = q->slot >> BLOCK_SHIFT;
  for (uint32_t w = slots_newest_block(s); w > last && depth < c->ways; w--)
    if (s->bits[w])
      depth += look_at_word(q, c, w, s->bits[w]);
  if (depth < c->ways)
    depth += look_at_word(q, c, last, s->bits[last] & ~UINT64_C(0) << (q->slot % BLOCK_BITS) << 1);
  return depth;
}

ALWAYS_INLINE uint32_t look_in_set(const question *q, const page_classes *c, uint32_t depth) {
  const page_map *map = &q->engine->pages;
  uint32_t step = c->line_step;
  for (uint32_t row = c->first[q->line / PAGE_LINES % c->class_count]; row && depth < c->ways; row = c->next[row - 1])
    for (uint32_t k = (uint32_t)q->line & (step - 1); k < PAGE_LINES; k += step) {
      uint32_t entry = (row - 1) * PAGE_LINES + k, slot = map->rows[entry];
      if (slot > q->slot && counts(q, slot, entry, map->page_of_row[row - 1] * PAGE_LINES + k))
        depth++;
    }
  return depth;
}

/* Lines above the line are looked at in the order of the slots, and are enough when they would fill the cache; lines of
 * the set are here and there in memory, and a slot of their own each. */
ALWAYS_INLINE bool above_is_shorter(const question *q, const page_classes *c, uint64_t in_slots) {
  enum { SLOTS_FOR_A_LINE = 4 };
  uint64_t in_set = (uint64_t)c->length[q->line / PAGE_LINES % c->class_count] * (PAGE_LINES / c->line_step);
  uint64_t enough = (uint64_t)c->sets * c->ways, above = in_slots < enough ? in_slots : enough;
  return above < SLOTS_FOR_A_LINE * in_set;
}

ALWAYS_INLINE uint8_t depth_of(const question *q, const page_classes *c, uint32_t depth, uint64_t in_slots) {
  if (depth < c->ways && q->slot != NO_SLOT)
    depth = above_is_shorter(q, c, in_slots) ? look_above(q, c, depth) : look_in_set(q, c, depth);
  return (uint8_t)(depth < c->ways ? depth : c->ways);
}

/* Recent lines above the line, that are not on top anyway; *found when the line is one of them. */
static uint32_t look_at_recent(const question *q, uint64_t *lines, bool *found) {
  uint32_t count = 0;
  *found = false;
  for (uint32_t i = 0; i < q->engine->front_count && !*found; i++) {
    uint64_t line = q->engine->recent.lines[i];
    *found = line == q->line;
    if (!*found && !is_on_top(q, line))
      lines[count++] = line;
  }
  return count;
}

/* Of the lines on top, those that have a slot above the line's: they are not to be counted twice. */
static uint64_t top_in_slots(const question *q) {
  const page_map *map = &q->engine->pages;
  uint64_t count = 0;
  for (uint32_t i = 0; i < q->top_count; i++)
    for (uint64_t k = 0; k < q->top[i].count; k++) {
      uint32_t entry = pages_find(map, q->top[i].line + k), slot = entry == NO_ENTRY ? NO_SLOT : map->rows[entry];
      count += slot != NO_SLOT && slot > q->slot && slots_test(&q->engine->slots, slot) &&
               q->engine->slots.owner.entry[slot] == entry;
    }
  return count;
}

ALWAYS_INLINE bool answer(const pme__distance_sets *s, question *q, bool recent_too, uint8_t *depths) {
  uint64_t recent[PME_RECENT_LINES], in_slots = 0;
  uint32_t recent_count = 0;
  bool is_recent = false;
  if (recent_too)
    recent_count = look_at_recent(q, recent, &is_recent);
  q->distance = recent_count;
  for (uint32_t i = 0; i < q->top_count; i++)
    q->distance += q->top[i].count;
  q->slot = NO_SLOT;
  if (!is_recent) {
    uint32_t entry = pages_find(&q->engine->pages, q->line);
    q->slot = entry == NO_ENTRY ? NO_SLOT : q->engine->pages.rows[entry];
    if (q->slot == NO_SLOT)
      return false;
    in_slots = slots_after(&q->engine->slots, q->slot);
    q->distance += in_slots - (recent_too ? top_in_slots(q) : 0);
  }
  for (int g = 0; g < s->count; g++) {
    const page_classes *c = &s->classes[g];
    uint64_t depth = 0;
    for (uint32_t i = 0; i < q->top_count; i++)
      depth += range_in_set(&q->top[i], q->line, (uint64_t)c->sets);
    for (uint32_t i = 0; i < recent_count; i++)
      depth += recent[i] % (uint64_t)c->sets == q->line % (uint64_t)c->sets;
    depths[g] = depth_of(q, c, depth < c->ways ? (uint32_t)depth : c->ways, in_slots);
  }
  return true;
}

static bool answer_plain(const pme__distance_sets *s, question *q, bool recent_too, uint8_t *depths) {
  return answer(s, q, recent_too, depths);
}

AVX2_VARIANT static bool answer_avx2(const pme__distance_sets *s, question *q, bool recent_too, uint8_t *depths) {
  return answer(s, q, recent_too, depths);
}

/* ---- the window of the other engines, where slots name lines ---- */

typedef struct window_question {
  const pme__distance_sets *sets;
  uint64_t line, mask; /* lines of the same set in any geometry have the bits of the mask in common */
  uint64_t distance;
  uint32_t depths[PME_PROFILE_MAX_GEOMETRIES];
} window_question;

/* The next line of the stack; true when it is the one. */
ALWAYS_INLINE bool meet(window_question *q, uint64_t line) {
  if (line == q->line)
    return true;
  q->distance++;
  if ((line ^ q->line) & q->mask)
    return false;
  for (int g = 0; g < q->sets->count; g++) {
    uint64_t sets = (uint64_t)q->sets->classes[g].sets;
    q->depths[g] += line % sets == q->line % sets;
  }
  return false;
}

/* The recent lines, or what is said to be on top in their place. */
static bool look_on_top(window_question *q, const pme__distance *e, const pme__set_question *asked) {
  for (uint32_t i = 0; asked->recent_too && i < e->front_count; i++)
    if (meet(q, e->recent.lines[i]))
      return true;
  for (uint32_t i = 0; i < asked->top_count; i++)
    for (uint64_t k = 0; k < asked->top[i].count; k++)
      if (meet(q, asked->top[i].line + k))
        return true;
  return false;
}

static bool look_in_window(window_question *q, const pme__distance *e) {
  const slots *s = &e->slots;
  uint32_t last = e->low >> BLOCK_SHIFT;
  for (uint32_t w = slots_newest_block(s) + 1; w-- > last;) {
    uint64_t word = s->bits[w];
    if (w == last)
      word &= ~UINT64_C(0) << (e->low % BLOCK_BITS);
    while (word) {
      uint32_t bit = 63 - (uint32_t)__builtin_clzll(word);
      if (meet(q, s->owner.line[(size_t)w * BLOCK_BITS + bit]))
        return true;
      word ^= UINT64_C(1) << bit;
    }
  }
  return false;
}

static bool answer_in_window(const pme__distance_sets *s, const pme__distance *e, const pme__set_question *asked,
                             pme__set_depths *out) {
  window_question q = {.sets = s, .line = asked->line, .mask = PAGE_LINES - 1};
  for (int g = 0; g < s->count; g++)
    q.mask &= s->classes[g].line_step - 1;
  bool found = look_on_top(&q, e, asked) || look_in_window(&q, e);
  out->distance = q.distance;
  for (int g = 0; g < s->count; g++)
    out->met[g] = q.depths[g];
  for (int g = 0; found && g < s->count; g++)
    out->depths[g] = (uint8_t)(q.depths[g] < s->classes[g].ways ? q.depths[g] : s->classes[g].ways);
  return found;
}

bool pme__distance_set_depths(pme__distance_sets *s, pme__distance *e, const pme__set_question *asked,
                              pme__set_depths *out) {
  out->distance = 0;
  if (e->status)
    return false;
  if (!e->is_exact)
    return (asked->top_count == 0 || !asked->recent_too) && answer_in_window(s, e, asked, out);
  if (!add_new_pages(s, &e->pages))
    return false;
  question q = {.engine = e, .line = asked->line, .top = asked->top, .top_count = asked->top_count};
  if (!(e->has_avx2 ? answer_avx2 : answer_plain)(s, &q, asked->recent_too, out->depths))
    return false;
  out->distance = q.distance;
  return true;
}
