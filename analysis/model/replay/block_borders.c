/* Of references that are written in dealt blocks: the addresses at which another thread goes on. */
#include "block_borders.h"

typedef struct borders {
  int64_t *lines;
  int count, most;
} borders;

/* One more than there is room for tells that they are too many. */
static void add_line(borders *all, int64_t line) {
  if (all->count > all->most)
    return;
  for (int i = 0; i < all->count; i++)
    if (all->lines[i] == line)
      return;
  if (all->count < all->most)
    all->lines[all->count] = line;
  all->count++;
}

static int64_t magnitude(int64_t value) { return value < 0 ? -value : value; }

/* A block is one stretch of memory: the loops inside move by less than an iteration does, others not at all. */
static bool is_swept(const pme__tree_reference *reference, const pme__tree_node *dealt) {
  int64_t step = magnitude(pme__tree_coefficient(&reference->offset, dealt->depth));
  for (int level = 0; level < reference->path_length; level++) {
    const pme__tree_node *loop = reference->path[level];
    int64_t move = magnitude(pme__tree_coefficient(&reference->offset, loop->depth));
    bool is_inside = level > reference->worksharing_level;
    if (loop != dealt && move != 0 && (!is_inside || move >= step || !loop->constant))
      return false;
  }
  return step != 0;
}

/* With each loop inside at its first byte. */
static int64_t first_of_iteration(const pme__tree_reference *reference, const pme__tree_node *dealt,
                                  int64_t iteration) {
  int64_t offset = reference->offset.constant + pme__tree_coefficient(&reference->offset, dealt->depth) * iteration;
  for (int level = reference->worksharing_level + 1; level < reference->path_length; level++) {
    const pme__tree_node *loop = reference->path[level];
    int64_t move = pme__tree_coefficient(&reference->offset, loop->depth);
    offset += move * (move < 0 ? loop->maximum : loop->minimum);
  }
  return offset;
}

static void add_borders(const pme__loop_tree *program, const pme__tree_reference *reference, int line_bits,
                        const int64_t *group_bases, borders *all) {
  const pme__tree_node *dealt =
      reference->worksharing_level >= 0 ? reference->path[reference->worksharing_level] : NULL;
  const pme__tree_array *array = &program->arrays[reference->array];
  if (!dealt || !dealt->in_blocks || !reference->is_write || reference->pitch_bytes != 0 || !is_swept(reference, dealt))
    return;
  int64_t base = array->base_bytes + (array->known || array->group < 0 ? 0 : group_bases[array->group]);
  bool is_upwards = pme__tree_coefficient(&reference->offset, dealt->depth) > 0;
  for (int thread = 1; thread < dealt->threads; thread++) {
    pme__tree_range mine = pme__tree_range_of(dealt, NULL, thread);
    int64_t border = is_upwards ? mine.first : mine.first - 1;
    int64_t address = base + first_of_iteration(reference, dealt, border);
    add_line(all, (address - 1) >> line_bits);
    add_line(all, address >> line_bits);
  }
}

int pme__block_borders(const pme__loop_tree *program, int line_bits, const int64_t *group_bases, int64_t *lines,
                       int most) {
  borders all = {.lines = lines, .most = most};
  for (int r = 0; r < program->reference_count; r++)
    add_borders(program, &program->references[r], line_bits, group_bases, &all);
  return all.count <= most ? all.count : PME_NONE;
}
