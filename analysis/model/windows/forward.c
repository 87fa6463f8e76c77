/* Running the loop tree forward. Rows (loops around one body) step addresses, not iterators. */
#include "forward.h"

typedef pme__tree_node tree_node;
typedef pme__tree_reference tree_reference;

enum { MOST_STEPPED = 64 };
static const int64_t MOST_IDLE = 1 << 20;

static int64_t address_of(const pme__forward *f, const tree_reference *reference) {
  const pme__tree_array *array = &f->program->arrays[reference->array];
  int64_t group = array->known || array->group < 0 ? 0 : f->group_bases[array->group];
  return group + array->base_bytes + pme__tree_value(&reference->offset, f->iterators) +
         f->thread * reference->pitch_bytes;
}

static bool is_ours(const pme__forward *f) { return f->in_phase || f->thread == 0; }

static void tell(pme__forward *f, int reference, int64_t address) {
  f->idle = 0;
  f->ended = !f->sink(f->context, reference, address);
}

static void run_body(pme__forward *f, const tree_node *body) {
  for (int i = 0; i < body->reference_count && !f->ended && is_ours(f); i++) {
    int number = body->reference_first + i;
    tell(f, number, address_of(f, &f->program->references[number]));
  }
}

/* Iterations from `first` on of a loop whose only child is a body. */
static void run_row(pme__forward *f, const tree_node *loop, pme__tree_range range) {
  const tree_node *body = loop->first_child;
  int64_t addresses[MOST_STEPPED], strides[MOST_STEPPED];
  int count = body->reference_count;
  f->iterators[loop->depth] = range.first;
  for (int i = 0; i < count; i++) {
    const tree_reference *reference = &f->program->references[body->reference_first + i];
    addresses[i] = address_of(f, reference);
    strides[i] = pme__tree_coefficient(&reference->offset, loop->depth) * range.step;
  }
  for (int64_t n = 0; n < range.trips && !f->ended; n++)
    for (int i = 0; i < count && !f->ended; i++) {
      f->iterators[loop->depth] = range.first + n * range.step;
      tell(f, body->reference_first + i, addresses[i]);
      addresses[i] += strides[i];
    }
}

static void run_children(pme__forward *f, const tree_node *loop);

static void run_iterations(pme__forward *f, const tree_node *loop, pme__tree_range range) {
  bool was_in_phase = f->in_phase;
  f->in_phase = f->in_phase || loop->is_phase;
  if (loop->is_row && is_ours(f) && loop->first_child->reference_count <= MOST_STEPPED) {
    run_row(f, loop, range);
  } else {
    for (int64_t n = 0; n < range.trips && !f->ended; n++) {
      f->iterators[loop->depth] = range.first + n * range.step;
      f->ended = ++f->idle > f->most_idle;
      if (!f->ended)
        run_children(f, loop);
    }
  }
  f->in_phase = was_in_phase;
}

static void run_node(pme__forward *f, const tree_node *node) {
  if (node->is_body)
    run_body(f, node);
  else if (!node->one_thread || f->thread == 0)
    run_iterations(f, node, pme__tree_range_of(node, f->iterators, f->thread));
}

static void run_from(pme__forward *f, const tree_node *first) {
  for (const tree_node *child = first; child && !f->ended; child = child->next)
    run_node(f, child);
}

static void run_children(pme__forward *f, const tree_node *loop) { run_from(f, loop->first_child); }

/* What is left of the loop at this level of the path, from the body of the reference on. */
static void go_on(pme__forward *f, const tree_reference *reference, int level) {
  const tree_node *loop = reference->path[level];
  bool innermost = level + 1 == reference->path_length, was_in_phase = f->in_phase;
  int64_t value = f->iterators[loop->depth];
  f->in_phase = f->in_phase || loop->is_phase;
  pme__tree_range range = pme__tree_range_of(loop, f->iterators, f->thread);
  if (innermost) {
    run_from(f, reference->body);
  } else {
    go_on(f, reference, level + 1);
    run_from(f, reference->path[level + 1]->next);
  }
  int64_t done = range.step ? (value - range.first) / range.step + 1 : range.trips;
  range.first += done * range.step;
  range.trips -= done;
  f->in_phase = was_in_phase;
  if (range.trips > 0 && !f->ended)
    run_iterations(f, loop, range);
}

void pme__forward_from(pme__forward *f, const pme__walk_instance *instance) {
  const tree_reference *reference = &f->program->references[instance->reference];
  f->thread = instance->thread;
  f->in_phase = f->ended = false;
  f->idle = 0;
  f->most_idle = MOST_IDLE;
  for (int level = 0; level < reference->path_length; level++)
    f->iterators[reference->path[level]->depth] = instance->iterators[reference->path[level]->depth];
  go_on(f, reference, 0);
}

void pme__forward_all(pme__forward *f) {
  f->thread = 0;
  f->in_phase = f->ended = false;
  f->idle = 0;
  f->most_idle = MOST_IDLE;
  run_iterations(f, f->program->root, pme__tree_range_of(f->program->root, f->iterators, 0));
}
