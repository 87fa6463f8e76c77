/* Finding the carriers of a reference: along which loops, threads, blocks or rounds it stays in its line. */
#include "reuse_run.h"

typedef pme__tree_node tree_node;
typedef pme__tree_reference tree_reference;
typedef pme__carrier carrier;
typedef pme__carriers carrier_list;

const carrier *pme__carrier_loop(const carrier_list *carriers, int c, int level) {
  for (int i = 0; i < c; i++)
    if (carriers->at[i].level == level && carriers->at[i].kind == PME__CARRIER_LOOP)
      return &carriers->at[i];
  return NULL;
}

static bool has_carrier(const carrier_list *carriers, int level, int64_t stride_bytes) {
  const carrier *carrier = pme__carrier_loop(carriers, carriers->count, level);
  return carrier && carrier->stride_bytes == stride_bytes;
}

/* A single loop that neither the address nor any other loop depends on. Its value is set again after a move. */
static bool is_detached(const tree_reference *reference, int level) {
  const tree_node *loop = reference->path[level];
  bool used = !loop->is_single || pme__tree_coefficient(&reference->offset, loop->depth);
  for (int inner = level + 1; inner < reference->path_length && !used; inner++)
    used = (reference->path[inner]->bound_uses >> loop->depth & 1) && !is_detached(reference, inner);
  return !used;
}

/* A guard's condition may hold iterations at the beginning back, whatever other loops do; all other bounds at the end. */
static bool keeps_leader(const pme__tree_bound *bound, bool is_guard, int depth) {
  const pme__tree_affine *condition = &bound->numerator;
  if (pme__tree_coefficient(condition, depth) <= 0)
    return true;
  for (int d = 0; d < condition->depth; d++)
    if (d != depth && condition->coefficients[d])
      return false;
  return is_guard;
}

bool pme__is_cut_along(const tree_node *node, int depth) {
  if (node->is_single || node->is_phase || node->cuts_block || node->collapsed ||
      node->distribution != PME__DISTRIBUTION_NONE)
    return false;
  bool is_guard = node->lower_count == 0 && node->maximum == 0;
  for (int i = 0; i < node->upper_count; i++)
    if (!keeps_leader(&node->uppers[i], is_guard, depth) || node->uppers[i].denominator != 1)
      return false;
  for (int i = 0; i < node->lower_count; i++)
    if (pme__tree_coefficient(&node->lowers[i].numerator, depth) < 0 || node->lowers[i].denominator != 1)
      return false;
  return true;
}

static bool is_cut(const tree_reference *reference, int level) {
  int depth = reference->path[level]->depth;
  for (int inner = level + 1; inner < reference->path_length; inner++)
    if (reference->path[inner]->bound_uses >> depth & 1 && pme__is_cut_along(reference->path[inner], depth))
      return true;
  return false;
}

/* Whether the first iteration of the loop, which leads along it, varies with the loop at `depth`. */
static bool begins_with(const tree_node *loop, int depth) {
  for (int i = 0; i < loop->lower_count; i++)
    if (pme__tree_coefficient(&loop->lowers[i].numerator, depth))
      return true;
  return false;
}

/* Whether the loops inside `level` run the same iterations whatever its iterator is: no bound uses it, but for the cut
 * of the last block (checked point by point) and for loops that are carriers themselves, unmoving and never empty.
 * `may_be_cut`: or bounds cut them. */
static bool is_product(const tree_reference *reference, const carrier_list *carriers, int level, bool may_be_cut) {
  int depth = reference->path[level]->depth;
  for (int inner = level + 1; inner < reference->path_length; inner++) {
    const tree_node *loop = reference->path[inner];
    if (!(loop->bound_uses >> depth & 1) || is_detached(reference, inner))
      continue;
    const carrier *own = pme__carrier_loop(carriers, carriers->count, inner);
    bool harmless = own && own->stride_bytes == 0 && !own->is_cut && loop->entered && loop->lower_count == 0 &&
                    loop->distribution == PME__DISTRIBUTION_NONE;
    harmless = harmless || (may_be_cut && pme__is_cut_along(loop, depth) && !(own && begins_with(loop, depth)));
    if (!(loop->cuts_block && inner == level + 1) && !harmless)
      return false;
  }
  return true;
}

static void add_carrier(carrier_list *carriers, pme__carrier_kind kind, int level, int64_t stride_bytes) {
  carriers->at[carriers->count++] = (carrier){kind, level, stride_bytes, false};
}

typedef struct finder {
  const tree_reference *reference;
  int64_t line_bytes;
  bool straddles, moving; /* moving: a carrier with a stride was found */
  int sharers;            /* most threads of one instance */
  carrier_list *out;
} finder;

static bool can_carry(const finder *f, int64_t stride_bytes) {
  return stride_bytes == 0 || (pme__stride_length(stride_bytes) < f->line_bytes && !f->moving && !f->straddles);
}

static void find_cyclic(finder *f, int level) {
  const tree_reference *reference = f->reference;
  const tree_node *loop = reference->path[level];
  int64_t stride = pme__tree_coefficient(&reference->offset, loop->depth);
  if (!is_product(reference, f->out, level, false))
    return;
  if (stride == 0) {
    if (loop->most_trips > loop->threads) /* else no thread has a second block */
      add_carrier(f->out, PME__CARRIER_ROUNDS, level, 0);
    return;
  }
  bool cut = level + 1 < reference->path_length && reference->path[level + 1]->cuts_block;
  int64_t inner = cut ? pme__tree_coefficient(&reference->offset, reference->path[level + 1]->depth) : stride;
  bool even = !cut || stride == inner * reference->path[level + 1]->origin.modulo; /* no quotient of b*Q + r */
  bool inner_small = cut && has_carrier(f->out, level + 1, inner);
  int64_t nearest = f->sharers > 1 ? pme__stride_length(stride) : pme__stride_length(stride) * loop->threads;
  if (even && nearest < f->line_bytes && !f->straddles && reference->pitch_bytes == 0 &&
      (cut ? inner_small : !f->moving)) {
    add_carrier(f->out, PME__CARRIER_BLOCKS, level, inner);
    f->moving = true;
  }
}

/* Iterations of the loop that stay in a line, at most. */
static int64_t longest_run(const finder *f, int level, int64_t stride) {
  int64_t steps = (f->line_bytes + pme__stride_length(stride) - 1) / pme__stride_length(stride);
  return f->reference->path[level]->most_trips < steps ? f->reference->path[level]->most_trips : steps;
}

/* Only one carrier moves the reference: where loops outside keep it in a line for longer (a window of nine elements
 * that slides along a row), the first touches among its leaders would be few, and of more weight than others. */
static bool is_outdone(const finder *f, int level, int64_t stride) {
  int64_t own = longest_run(f, level, stride);
  for (int outer = level - 1; outer >= 0; outer--) {
    const tree_node *loop = f->reference->path[outer];
    int64_t other = pme__tree_coefficient(&f->reference->offset, loop->depth);
    if (other && pme__stride_length(other) < f->line_bytes && loop->distribution == PME__DISTRIBUTION_NONE &&
        !loop->all && !loop->is_single && longest_run(f, outer, other) > own &&
        is_product(f->reference, f->out, outer, true))
      return true;
  }
  return false;
}

static void find_loop(finder *f, int level) {
  const tree_node *loop = f->reference->path[level];
  int64_t stride = pme__tree_coefficient(&f->reference->offset, loop->depth);
  if (loop->most_trips < 2 || !can_carry(f, stride) || !is_product(f->reference, f->out, level, true))
    return;
  if (stride && is_outdone(f, level, stride))
    return;
  add_carrier(f->out, PME__CARRIER_LOOP, level, stride);
  f->out->at[f->out->count - 1].is_cut = is_cut(f->reference, level);
  f->moving = f->moving || stride;
}

/* The level of the outermost digit of the loop whose innermost digit is at `level`; PME_NONE: it is not split. */
static int outermost_digit(const tree_reference *reference, int level) {
  for (int top = level - 1; top >= 0; top--)
    if (reference->path[top]->all)
      return top + reference->path[top]->digits == level ? top : PME_NONE;
  return PME_NONE;
}

/* Whether loops behind the digits run the same iterations whatever the digits of this mask are. */
static bool is_free_of(const tree_reference *reference, int innermost, uint32_t digits) {
  for (int inner = innermost + 1; inner < reference->path_length; inner++)
    if ((reference->path[inner]->bound_uses & digits) && !is_detached(reference, inner))
      return false;
  return true;
}

/* Digits through which the address moves as if the loop were not split. True: they are done. */
static bool find_digits(finder *f, int innermost) {
  const tree_reference *reference = f->reference;
  int top = outermost_digit(reference, innermost);
  int64_t stride = pme__tree_coefficient(&reference->offset, reference->path[innermost]->depth);
  uint32_t digits = 0;
  if (top == PME_NONE || !can_carry(f, stride))
    return false;
  for (int level = top; level <= innermost; level++) {
    const tree_node *loop = reference->path[level];
    digits |= UINT32_C(1) << loop->depth;
    if (pme__tree_coefficient(&reference->offset, loop->depth) != stride * loop->origin.divide)
      return false;
  }
  if (!is_free_of(reference, innermost, digits))
    return false;
  add_carrier(f->out, PME__CARRIER_DIGITS, top, stride);
  f->moving = f->moving || stride;
  return true;
}

/* An outermost digit that the address does not depend on. Where the digits inside begin at 0, their runs have the same
 * leaders whatever its value. */
static void find_outer_digit(finder *f, int top) {
  const tree_reference *reference = f->reference;
  const tree_node *loop = reference->path[top];
  int innermost = top + loop->digits;
  if (pme__tree_coefficient(&reference->offset, loop->depth) || loop->most_trips < 2 ||
      innermost >= reference->path_length || !is_free_of(reference, innermost, UINT32_C(1) << loop->depth))
    return;
  for (int level = top + 1; level <= innermost; level++)
    if (reference->path[level]->lower_count > 0)
      return;
  add_carrier(f->out, PME__CARRIER_OUTER_DIGIT, top, 0);
}

/* Threads that touch the same line at the same position of their own sequence. */
static void find_sharers(finder *f) {
  const tree_reference *reference = f->reference;
  if (f->sharers < 2 || reference->pitch_bytes || reference->one_thread || reference->phase_level < 0)
    return;
  if (reference->worksharing_level < 0) {
    add_carrier(f->out, PME__CARRIER_SHARERS, reference->phase_level, 0);
    return;
  }
  const tree_node *worksharing = reference->path[reference->worksharing_level];
  if (pme__tree_coefficient(&reference->offset, worksharing->depth) == 0 &&
      is_product(reference, f->out, reference->worksharing_level, false))
    add_carrier(f->out, PME__CARRIER_SHARERS, reference->worksharing_level, 0);
}

void pme__find_carriers(pme__level_state *state, int r, carrier_list *out) {
  const tree_reference *reference = &pme__level_state_program(state)->references[r];
  const pme__set_filter *filter = pme__level_state_filter(state);
  *out = (carrier_list){.reference = r};
  finder f = {.reference = reference,
              .line_bytes = filter->line_bytes,
              .straddles = filter->shapes[r].extent > 0,
              .sharers = 1,
              .out = out};
  const int *threads;
  if (reference->phase_level >= 0) /* thread 0 has most sharers, close or spread */
    f.sharers = pme__sharers_of_thread(state, 0, reference->path[reference->phase_level]->threads, &threads);
  find_sharers(&f);
  for (int level = reference->path_length - 1; level >= 0; level--) {
    if (find_digits(&f, level))
      level = outermost_digit(reference, level);
    else if (reference->path[level]->distribution == PME__DISTRIBUTION_CYCLIC)
      find_cyclic(&f, level);
    else if (reference->path[level]->all)
      find_outer_digit(&f, level);
    else
      find_loop(&f, level);
  }
}

bool pme__carrier_is_own_thread(const carrier_list *carriers, int c) {
  return c < carriers->count && carriers->at[c].kind != PME__CARRIER_SHARERS &&
         carriers->at[c].kind != PME__CARRIER_BLOCKS;
}
