/* Of each write in a dealt loop: the last byte of a piece and the first one of the next, for all values of other loops. */
#include "shared_lines.h"

typedef struct sweep {
  const pme_concrete *concrete;
  const pme_concrete_loop *dealt, *loops[PME__TREE_MAX_LOOPS]; /* by depth, NULL: it does not move the access */
  int depth;
  int64_t move, trips, piece, longer; /* of the dealt loop: bytes a step, steps, those of a piece, pieces of one more */
  int64_t low, high;                  /* bytes of one iteration, from its first address: [low, high) */
  int instances[PME_MAX_CORES];       /* of the level's, [thread] */
  const pme__shared_lines *asked;
  int64_t *lines;
} sweep;

static int64_t magnitude(int64_t value) { return value < 0 ? -value : value; }

static bool is_number(const pme_affine *affine) {
  for (int d = 0; d < affine->depth; d++)
    if (affine->coefficients[d] != 0)
      return false;
  return affine->div_count == 0;
}

static bool is_fixed(const pme_concrete_loop *loop) {
  return loop->first_count == 1 && loop->last_count == 1 && is_number(loop->firsts) && is_number(loop->lasts) &&
         loop->collapse == 1;
}

static int64_t trips_of(const pme_concrete_loop *loop) {
  return (loop->lasts->constant - loop->firsts->constant) / loop->step + 1;
}

static int64_t move_of(const pme_affine *offset, const pme_concrete_loop *loop) {
  return offset->coefficients[loop->depth] * loop->step;
}

/* Pieces as they are dealt, in turn; guided ones have no fixed ends. */
static bool find_pieces(sweep *s) {
  const pme_concrete_loop *dealt = s->dealt;
  s->trips = trips_of(dealt);
  s->piece = dealt->chunk;
  if (dealt->schedule == PME_SCHEDULE_DYNAMIC || dealt->is_team)
    s->piece = dealt->chunk > 0 && !dealt->is_team ? dealt->chunk : 1;
  else if (dealt->chunk == 0) {
    s->piece = s->trips / dealt->threads;
    s->longer = s->trips % dealt->threads;
  }
  return dealt->schedule != PME_SCHEDULE_GUIDED && s->move != 0 && s->trips > 0;
}

/* The loops around the access that move it, and which of them is dealt. False: some vary. */
static bool find_loops(sweep *s, int node, const pme_affine *offset) {
  for (int id = node; id != PME_NONE; id = pme_concrete_node_at(s->concrete, id)->parent) {
    const pme_concrete_node *n = pme_concrete_node_at(s->concrete, id);
    if (n->kind != PME_NODE_LOOP)
      continue;
    const pme_concrete_loop *loop = &n->u.loop;
    bool is_dealt = loop->parallel && loop->threads > 1, moves = offset->coefficients[loop->depth] != 0;
    if (loop->depth >= PME__TREE_MAX_LOOPS || ((is_dealt || moves) && (!is_fixed(loop) || trips_of(loop) < 1)))
      return false;
    if (is_dealt)
      s->dealt = loop;
    s->loops[loop->depth] = moves ? loop : NULL;
    s->depth = loop->depth >= s->depth ? loop->depth + 1 : s->depth;
  }
  return s->dealt && s->dealt->threads <= PME_MAX_CORES;
}

/* Loops that move by less than the dealt one fill its iterations; the others, which are left, repeat all of it elsewhere.
 * Returns how often. */
static double fill_iterations(sweep *s, const pme_affine *offset) {
  double others = 1;
  for (int d = 0; d < s->depth; d++) {
    const pme_concrete_loop *loop = s->loops[d];
    int64_t move = loop ? move_of(offset, loop) : 0, reach = loop ? move * (trips_of(loop) - 1) : 0;
    if (!loop || (loop != s->dealt && magnitude(move) >= magnitude(s->move))) {
      others *= loop ? (double)trips_of(loop) : 1;
      continue;
    }
    s->loops[d] = NULL;
    if (loop != s->dealt)
      *(reach < 0 ? &s->low : &s->high) += reach;
  }
  return others;
}

static int64_t start_of_piece(const sweep *s, int64_t piece) {
  return piece * s->piece + (piece < s->longer ? piece : s->longer);
}

/* The access of the dealt loop's first iteration at `address`. */
static void add_borders(const sweep *s, int64_t address) {
  for (int64_t piece = 1, start; start = start_of_piece(s, piece), start < s->trips; piece++) {
    int64_t here = address + s->move * start, before = here - s->move;
    int64_t lower = s->move > 0 ? before : here, upper = s->move > 0 ? here : before;
    int bits = s->asked->line_bits, threads = s->dealt->threads;
    int64_t first = (upper + s->low) >> bits, last = (lower + s->high - 1) >> bits;
    bool is_apart = s->instances[piece % threads] != s->instances[(piece - 1) % threads];
    if (is_apart && start > start_of_piece(s, piece - 1) && first <= last)
      s->lines[first & (s->asked->classes - 1)]++;
  }
}

static void add_others(const sweep *s, const pme_affine *offset, int depth, int64_t address) {
  while (depth < s->depth && !s->loops[depth])
    depth++;
  if (depth == s->depth) {
    add_borders(s, address);
    return;
  }
  const pme_concrete_loop *loop = s->loops[depth];
  for (int64_t n = 0; n < trips_of(loop); n++)
    add_others(s, offset, depth + 1, address + n * move_of(offset, loop));
}

static int64_t first_address(const sweep *s, const pme_affine *offset, int64_t base) {
  int64_t address = base + offset->constant;
  for (int d = 0; d < s->depth; d++)
    if (s->loops[d])
      address += offset->coefficients[d] * s->loops[d]->firsts->constant;
  return address;
}

static bool add_write(const pme__loop_tree *program, const pme__tree_reference *write, int64_t base, int64_t *room,
                      sweep *s) {
  const pme_affine *offset = &pme_concrete_node_at(program->concrete, write->node)->u.access.offset_bytes;
  if (offset->div_count > 0 || !find_loops(s, write->node, offset))
    return false;
  s->move = offset->depth > s->dealt->depth ? move_of(offset, s->dealt) : 0;
  s->high = write->size_bytes;
  if (!find_pieces(s))
    return false;
  int64_t address = first_address(s, offset, base);
  double others = fill_iterations(s, offset), pieces = (double)s->trips / (double)(s->piece > 0 ? s->piece : 1) + 1;
  if (others * pieces > (double)*room)
    return false;
  *room -= (int64_t)(others * pieces);
  for (int u = 0; u < s->dealt->threads; u++)
    s->instances[u] = pme_machine_instance_of(s->asked->machine, s->asked->level, u, s->dealt->threads);
  add_others(s, offset, 0, address);
  return true;
}

/* Two writes of one place in a body are one. */
static bool stands_before(const pme__loop_tree *program, int r) {
  const pme__tree_reference *reference = &program->references[r];
  for (int i = r - 1; i >= 0 && program->references[i].body == reference->body; i--) {
    const pme__tree_reference *other = &program->references[i];
    bool is_same = other->array == reference->array && other->is_write &&
                   other->offset.depth == reference->offset.depth &&
                   other->offset.constant == reference->offset.constant;
    for (int d = 0; is_same && d < reference->offset.depth; d++)
      is_same = other->offset.coefficients[d] == reference->offset.coefficients[d];
    if (is_same)
      return true;
  }
  return false;
}

bool pme__add_shared_lines(const pme__loop_tree *program, const pme__shared_lines *asked, int array, int64_t *room,
                           int64_t *lines) {
  const pme__tree_array *a = &program->arrays[array];
  int64_t base = a->base_bytes + (a->known || a->group < 0 ? 0 : asked->group_bases[a->group]);
  for (int r = 0; r < program->reference_count; r++) {
    const pme__tree_reference *write = &program->references[r];
    bool is_shared = write->worksharing_level >= 0 && write->pitch_bytes == 0 && !write->is_private;
    if (write->array != array || !write->is_write || !is_shared || stands_before(program, r))
      continue;
    sweep s = {.concrete = program->concrete, .asked = asked, .lines = lines};
    if (!add_write(program, write, base, room, &s))
      return false;
  }
  return true;
}
