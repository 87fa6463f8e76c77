/* Groups of arrays one behind the other. */
#include "likely_places.h"

#include "analysis/base/integer.h"

/* A start that no array with a known base has, and what malloc has in front of a block. */
static const int64_t START = INT64_C(1) << 45;
static const int64_t MOST = INT64_C(1) << 60; /* bytes; what is larger overlaps */
enum { HEADER_BYTES = 8, MALLOC_GRANULE = 16, LINE_BYTES = 64, PAGE_BYTES = 4096, FIRST_PHASES = 64 };
enum { LONGEST_LINE_BYTES = 256 };

/* So much larger than what is reached. */
static const double MOST_BORDER = 1.1;

typedef struct layout {
  int64_t first_phase; /* behind a line, of the first static array or small block */
  bool of_malloc;      /* small blocks at any multiple of 16 */
  bool turned;         /* the last array first */
  bool unmapped;       /* large blocks among the small ones: malloc has had as much back before, and keeps it */
  bool aligned;        /* large blocks that may be of malloc or not at the start of a line: of aligned allocators */
  bool apart;          /* others of their size, which this function does not use, between blocks */
  int64_t seen_phase;  /* where blocks whose allocation was seen begin, behind a page; 0: they are as others */
  int64_t drawn; /* distances between stretches of memory, of which each run of a program has others: the how-many-th */
  const int64_t *row_ends;
} layout;

static const layout LAYOUTS[] = {[PME__PLACES_LIKELY] = {.first_phase = 16, .of_malloc = true, .seen_phase = 672},
                                 [PME__PLACES_DISTANT] = {16, true, .seen_phase = 672, .drawn = 1},
                                 [PME__PLACES_FARTHER] = {16, true, .seen_phase = 672, .drawn = 3},
                                 [PME__PLACES_AT_LINES] = {0, .unmapped = true, .aligned = true, .drawn = 4},
                                 [PME__PLACES_TURNED] = {32, true, .turned = true, .unmapped = true, .drawn = 5},
                                 [PME__PLACES_LATE] = {48, true, .apart = true, .seen_phase = 688, .drawn = 2},
                                 [PME__PLACES_RETURNED] = {32, true, .unmapped = true, .drawn = 6},
                                 [PME__PLACES_RETURNED_AT_LINE] = {0, true, .unmapped = true, .drawn = 7},
                                 [PME__PLACES_RETURNED_LATE] = {48, true, .unmapped = true, .drawn = 8}};

/* Where the system puts heap, mappings and static memory is drawn anew for each run (address space layout
 * randomisation), page by page: multiples of an odd number, which are spread over sets of any power of two. */
enum { PAGES_DRAWN = 11, LINES_TO_STATICS = 23 };

typedef struct span {
  int64_t low, high;
} span;

/* From the group's start, with the copies of all threads. */
static span span_of(const pme__loop_tree *program, int group) {
  span all = {0, 0};
  for (int a = 0; a < program->array_count; a++) {
    const pme__tree_array *array = &program->arrays[a];
    if (array->known || array->group != group)
      continue;
    int64_t low = array->base_bytes + array->low_bytes;
    int64_t high = array->base_bytes + array->high_bytes + array->pitch_bytes * (program->most_threads - 1);
    all.low = low < all.low ? low : all.low;
    all.high = high > all.high ? high : all.high;
  }
  return all;
}

/* What is only likely to be at the start of a page or a line. */
static bool is_likely_block(const pme__loop_tree *program, int group) {
  return program->group_granules[group] == MALLOC_GRANULE &&
         program->group_likely[group].granule_bytes > MALLOC_GRANULE;
}

static bool is_of_heap(const pme__loop_tree *program, int group) {
  for (int a = 0; a < program->array_count; a++)
    if (program->arrays[a].group == group) {
      const pme_concrete_array *source = pme_concrete_array_at(program->concrete, a);
      return source->is_heap || source->is_likely_heap;
    }
  return false;
}

/* Blocks that the system maps one by one. */
static bool is_mapped(const pme__loop_tree *program, int group) {
  return program->group_likely[group].granule_bytes >= PAGE_BYTES;
}

/* The longest row of the group's arrays, in bytes. */
static int64_t row_of(const pme__loop_tree *program, int group) {
  int64_t longest = 1;
  for (int r = 0; r < program->reference_count; r++) {
    const pme__tree_reference *reference = &program->references[r];
    const pme_affine *offset = &pme_concrete_node_at(program->concrete, reference->node)->u.access.offset_bytes;
    for (int d = 0; d < offset->depth && program->arrays[reference->array].group == group; d++) {
      int64_t row = offset->coefficients[d] < 0 ? -offset->coefficients[d] : offset->coefficients[d];
      longest = row > longest ? row : longest;
    }
  }
  return longest;
}

/* Rows begin there, so far behind what malloc's block is aligned to. */
static int64_t first_of(const pme__loop_tree *program, int group) {
  for (int a = 0; a < program->array_count; a++)
    if (!program->arrays[a].known && program->arrays[a].group == group)
      return program->arrays[a].base_bytes;
  return 0;
}

static int64_t row_end_of(const pme__loop_tree *program, int group) {
  int64_t high = is_of_heap(program, group) ? span_of(program, group).high : 0;
  return high > 0 ? high + pme__floor_mod(first_of(program, group) - high, row_of(program, group)) : 0;
}

const int64_t *pme__find_row_ends(const pme__loop_tree *program, pme_arena *arena) {
  int64_t *ends = PME_ARENA_NEW(arena, int64_t, program->group_count + 1);
  for (int g = 0; g < program->group_count && ends; g++)
    ends[g] = row_end_of(program, g);
  return ends;
}

/* Where a block of the heap ends: with a row, as it seems, and a sweep without the border does not reach that far, but
 * others, of arrays as large, do. */
static int64_t likely_end(const pme__loop_tree *program, const layout *how, int group) {
  int64_t high = span_of(program, group).high, end = high;
  if (!is_of_heap(program, group))
    return high;
  for (int g = 0; g < program->group_count; g++)
    if (how->row_ends[g] > end && (double)how->row_ends[g] <= MOST_BORDER * (double)high)
      end = how->row_ends[g];
  return end;
}

/* Copies of other threads stand on other stacks: nothing else is on their lines. */
static bool is_private(const pme__loop_tree *program, int group) {
  for (int a = 0; a < program->array_count; a++)
    if (!program->arrays[a].known && program->arrays[a].group == group && program->arrays[a].pitch_bytes)
      return true;
  return false;
}

static int64_t end_of_line(int64_t address) { return address + pme__floor_mod(-address, LONGEST_LINE_BYTES); }

/* Nothing is in front of what is first. */
static int64_t header_behind(int64_t end) { return end >= START + FIRST_PHASES ? HEADER_BYTES : 0; }

/* A large block that malloc does not map does not begin 16 bytes behind a page, as its program says. */
static int64_t place_unmapped(const pme__loop_tree *program, const layout *how, int group, int64_t granule, int64_t end,
                              int64_t *base) {
  int64_t first = first_of(program, group), start = end + header_behind(end);
  start += pme__floor_mod(-start, granule);
  *base = end > MOST ? START : start - first;
  return end > MOST ? end : *base + likely_end(program, how, group);
}

/* Behind what ends at `end`, if anything does. Returns where it ends. */
static int64_t place(const pme__loop_tree *program, const layout *how, int group, pme_alignment where, int64_t end,
                     int64_t *base) {
  span reach = span_of(program, group);
  if (end > MOST || where.granule_bytes > MOST || reach.high > MOST || reach.low < -MOST) {
    *base = START; /* nobody allocates that */
    return end;
  }
  bool apart = is_private(program, group);
  end = apart ? end_of_line(end) : end;
  int64_t first = end + (is_of_heap(program, group) ? header_behind(end) : 0) - reach.low;
  *base = first + pme__floor_mod(where.phase_bytes - first, where.granule_bytes);
  return apart ? end_of_line(*base + reach.high) : *base + likely_end(program, how, group);
}

/* What nobody knows where it begins is seldom at a line, where chunks of whole lines would share nothing. */
static bool is_at_line_by_chance(const pme__loop_tree *program, int group, int64_t base) {
  bool is_any =
      program->group_granules[group] < MALLOC_GRANULE && program->group_likely[group].granule_bytes < MALLOC_GRANULE;
  return is_any && pme__floor_mod(base, LINE_BYTES) == 0;
}

static int64_t place_behind(const pme__loop_tree *program, const layout *how, int group, pme_alignment where,
                            int64_t end, int64_t *base) {
  int64_t after = place(program, how, group, where, end, base);
  if (!is_at_line_by_chance(program, group, *base))
    return after;
  return place(program, how, group, (pme_alignment){LINE_BYTES, how->first_phase}, end, base);
}

/* What stands one behind the other. What a function has of others' stacks (scalars by reference), of objects and static
 * memory is not among the blocks of the heap; and a unit's static variables, which are told by their places among each
 * other, are not beside the stack. */
typedef enum kind { BLOCKS, OTHERS, STATICS, MAPPED } kind;

static bool is_static(const pme__loop_tree *program, int group) {
  int count = 0;
  for (int a = 0; a < program->array_count; a++)
    count += !program->arrays[a].known && program->arrays[a].group == group;
  return count > 1;
}

static kind kind_of(const pme__loop_tree *program, const layout *how, int group) {
  bool is_block = is_of_heap(program, group);
  if (is_mapped(program, group) && !(how->unmapped && is_block))
    return MAPPED;
  return is_block ? BLOCKS : is_static(program, group) ? STATICS : OTHERS;
}

static int64_t place_one(const pme__loop_tree *program, const layout *how, int group, int64_t end, int64_t *base) {
  kind of = kind_of(program, how, group);
  pme_alignment where = program->group_likely[group];
  bool at_line = how->aligned && is_likely_block(program, group);
  if (of == BLOCKS && is_mapped(program, group))
    return place_unmapped(program, how, group, at_line ? LINE_BYTES : MALLOC_GRANULE, end, base);
  if (how->of_malloc && is_likely_block(program, group) && of != MAPPED)
    where = (pme_alignment){MALLOC_GRANULE, 0};
  return place_behind(program, how, group, where, end, base);
}

/* Blocks of this size that stand between this one and the next, the `number`-th: programs have more arrays than a function
 * uses of them. */
static int64_t bytes_between(const layout *how, kind of, int64_t from, int64_t to, int number) {
  static const int BLOCKS_BETWEEN[] = {1, 0, 2, 4, 0, 1};
  int count = (int)(sizeof BLOCKS_BETWEEN / sizeof *BLOCKS_BETWEEN);
  int64_t bytes = to - from;
  if (!how->apart || of == OTHERS || of == STATICS || bytes < PAGE_BYTES || to > MOST)
    return 0;
  int64_t granule = of == MAPPED ? PAGE_BYTES : LINE_BYTES;
  return BLOCKS_BETWEEN[number % count] * (bytes + HEADER_BYTES + pme__floor_mod(-bytes - HEADER_BYTES, granule));
}

static const pme_concrete_array *block_of(const pme__loop_tree *program, int group) {
  for (int a = 0; a < program->array_count; a++) {
    const pme_concrete_array *source = pme_concrete_array_at(program->concrete, a);
    if (program->arrays[a].group == group && !program->arrays[a].known && source->allocated_bytes > 0)
      return source;
  }
  return NULL;
}

/* In another's place, as far as both are touched: no two arrays are. */
static bool is_on_another(const pme__loop_tree *program, int id) {
  const pme__tree_array *array = &program->arrays[id];
  const pme_concrete_array *block = block_of(program, array->group);
  for (int a = 0; a < id; a++) {
    const pme__tree_array *other = &program->arrays[a];
    const pme_concrete_array *its = other->known ? NULL : block_of(program, other->group);
    if (its && its->allocated_at < block->allocated_at + array->high_bytes &&
        block->allocated_at < its->allocated_at + other->high_bytes)
      return true;
  }
  return false;
}

/* With other sizes than those of the program's start the blocks stand elsewhere: what is touched is in its block, and of
 * some of them the most part. */
static bool are_as_seen(const pme__loop_tree *program) {
  bool is_like = false;
  for (int a = 0; a < program->array_count; a++) {
    const pme__tree_array *array = &program->arrays[a];
    const pme_concrete_array *block = array->known ? NULL : block_of(program, array->group);
    int64_t reach = array->high_bytes;
    if (block && (reach > block->allocated_bytes || array->pitch_bytes || is_on_another(program, a)))
      return false;
    is_like = is_like || (block && reach > block->allocated_bytes / 2);
  }
  return is_like;
}

/* So much further on are blocks of which it is not known where in a line they begin: the first as if nothing was known of
 * it. Those at lines are there wherever the others are. */
static int64_t drift_of(const pme__loop_tree *program, const layout *how) {
  int64_t first = INT64_MAX;
  for (int g = 0; g < program->group_count; g++) {
    const pme_concrete_array *block = block_of(program, g);
    if (!block || !block->is_about_there)
      continue;
    if (block->alignment_bytes > MALLOC_GRANULE)
      return 0;
    first = block->allocated_at < first ? block->allocated_at : first;
  }
  return first == INT64_MAX ? 0 : pme__floor_mod(how->first_phase - how->seen_phase - first, LINE_BYTES);
}

static int64_t drawn_bytes(const layout *how) { return how->drawn * PAGES_DRAWN * PAGE_BYTES; }

/* Between the stack and static memory, by whole lines: they are seldom at one place in their pages. */
static int64_t bytes_to_statics(const layout *how) { return (how->drawn + 1) * LINES_TO_STATICS * LINE_BYTES; }

/* Returns where the last of the blocks that are not mapped ends; `start` where there is none. */
static int64_t place_seen(const pme__loop_tree *program, const layout *how, int64_t start, int64_t *bases) {
  int64_t end = start, drift = drift_of(program, how);
  for (int g = 0; g < program->group_count; g++) {
    const pme_concrete_array *block = block_of(program, g);
    if (!block)
      continue;
    int64_t at = (block->allocated_at < 0 ? START - drawn_bytes(how) : START + how->seen_phase) + block->allocated_at;
    at += block->is_about_there ? drift : 0;
    int64_t behind = at + block->allocated_bytes;
    bases[g] = at - first_of(program, g);
    end = block->allocated_at >= 0 && behind > end ? behind : end;
  }
  return end;
}

/* Large ones that begin at lines stand behind small ones, of which the first begins at a line, too. */
static int64_t place_all(const pme__loop_tree *program, const layout *how, kind of, int64_t end, int64_t *bases) {
  bool from_last = of == MAPPED || how->turned;
  int placed = 0;
  for (int i = 0; i < 2 * program->group_count; i++) {
    int at = i % program->group_count, g = from_last ? program->group_count - 1 - at : at;
    bool is_behind = how->aligned && is_mapped(program, g);
    bool is_placed = how->seen_phase && block_of(program, g);
    if (is_placed || kind_of(program, how, g) != of || is_behind != (i >= program->group_count))
      continue;
    end = place_one(program, how, g, end, &bases[g]);
    end += bytes_between(how, of, bases[g], end, placed++);
  }
  return end;
}

/* Of malloc, as is known: none begins at a line, wherever they are. */
static bool are_large_blocks(const pme__loop_tree *program) {
  for (int g = 0; g < program->group_count; g++)
    if (!is_mapped(program, g) || !is_of_heap(program, g) || is_likely_block(program, g))
      return false;
  return true;
}

bool pme__are_apart(const pme__loop_tree *program) {
  bool any_mapped = false, any_other = false;
  for (int g = 0; g < program->group_count; g++) {
    const pme_concrete_array *block = block_of(program, g);
    span reach = span_of(program, g);
    bool is_seen_mapped = block && block->allocated_at < 0;
    any_mapped = any_mapped || is_seen_mapped;
    any_other = any_other || (!is_seen_mapped && reach.high - reach.low >= PAGE_BYTES);
  }
  return any_mapped && any_other && are_as_seen(program);
}

bool pme__may_be_returned(const pme__loop_tree *program) {
  bool any = false;
  for (int g = 0; g < program->group_count; g++)
    any = any || (is_mapped(program, g) && is_of_heap(program, g));
  return any;
}

void pme__find_likely_places(const pme__loop_tree *program, pme__places places, const int64_t *row_ends,
                             int64_t *group_bases) {
  bool returned = places == PME__PLACES_AT_LINES && are_large_blocks(program);
  layout made = LAYOUTS[returned ? PME__PLACES_RETURNED : places];
  const layout *how = &made;
  made.row_ends = row_ends;
  made.seen_phase = are_as_seen(program) ? made.seen_phase : 0;
  int64_t end = START + how->first_phase;
  end = made.seen_phase ? place_seen(program, how, end, group_bases) : end;
  end = place_all(program, how, BLOCKS, end, group_bases);
  int64_t others = end_of_line(end - how->first_phase) + how->first_phase + drawn_bytes(how);
  end = place_all(program, how, OTHERS, others, group_bases);
  int64_t statics = end > others ? end_of_line(end) + how->first_phase + bytes_to_statics(how) : end;
  end = place_all(program, how, STATICS, statics, group_bases);
  place_all(program, how, MAPPED, end + drawn_bytes(how), group_bases);
}

bool pme__are_same_places(const pme__loop_tree *program, int64_t line_bytes, const int64_t *group_bases,
                          const int64_t *others) {
  int64_t further = program->group_count > 0 ? group_bases[0] - others[0] : 0;
  for (int g = 1; g < program->group_count; g++)
    if (group_bases[g] - others[g] != further)
      return false;
  for (int a = 0; a < program->array_count && further != 0; a++)
    if (program->arrays[a].known || program->arrays[a].group < 0)
      return false;
  return further % line_bytes == 0;
}
