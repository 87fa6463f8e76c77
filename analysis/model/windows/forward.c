/* Running the loop tree forward. Rows (loops around one body) step addresses, not iterators. */
#include "forward.h"

#include <stdlib.h>

typedef pme__tree_node tree_node;
typedef pme__tree_reference tree_reference;

/* Rows are looked at whose references stay in a line for LEAST_STAY iterations, and those left out are LEAST_ALIKE - 1 or
 * more. */
enum { MOST_STEPPED = PME__FORWARD_MOST_STEPPED, LEAST_STAY = 4, LEAST_ALIKE = 2 };
static const int64_t MOST_IDLE = 1 << 20;

int64_t pme__forward_address(const pme__forward *f, const tree_reference *reference) {
  const pme__tree_array *array = &f->program->arrays[reference->array];
  int64_t group = array->known || array->group < 0 ? 0 : f->group_bases[array->group];
  return group + array->base_bytes + pme__tree_value(&reference->offset, f->iterators) +
         f->thread * reference->pitch_bytes;
}

static bool is_ours(const pme__forward *f) { return f->in_phase || f->thread == 0; }

void pme__forward_tell(pme__forward *f, int reference, int64_t address) {
  f->idle = 0;
  f->ended = !f->sink(f->context, reference, address);
}

void pme__forward_look_at_page(pme__forward *f, int reference, int64_t address) {
  int64_t page = address >> f->residue->page_shift;
  bool is_other = f->latest_pages[reference] != page;
  f->latest_pages[reference] = page;
  if (is_other && pme__residue_has_entry(f->residue, address))
    f->page(f->context, reference, page);
}

static void run_body(pme__forward *f, const tree_node *body) {
  f->passed += body->reference_count;
  for (int i = 0; i < body->reference_count && !f->ended && is_ours(f); i++) {
    int number = body->reference_first + i;
    const tree_reference *reference = &f->program->references[number];
    int64_t address = pme__forward_address(f, reference);
    f->idle = 0;
    if (f->page)
      pme__forward_look_at_page(f, number, address);
    if (!f->residue || pme__residue_touches(f->residue, address, reference->size_bytes))
      pme__forward_tell(f, number, address);
  }
}

/* A row that is being run: where its references are in the iteration that comes. */
typedef struct row {
  const tree_node *body;
  int64_t addresses[MOST_STEPPED], strides[MOST_STEPPED];
  int64_t until[MOST_STEPPED]; /* where `stays`: the last iteration in the lines that they were in of late */
  bool stays;                  /* it is worth looking for how long they stay in their lines */
} row;

/* Whether iterations around this body may be left out: each reference moves by little of a line. */
static bool stays_in_lines(const pme__forward *f, const tree_node *body) {
  bool stays = f->alike && body->parent->is_row;
  for (int i = 0; i < body->reference_count && stays; i++) {
    const pme__tree_affine *offset = &f->program->references[body->reference_first + i].offset;
    int64_t stride = pme__tree_coefficient(offset, body->parent->depth);
    stays = llabs(stride) <= (INT64_C(1) << f->line_shift) / LEAST_STAY;
  }
  return stays;
}

static void begin_row(const pme__forward *f, const tree_node *loop, int64_t step, row *r) {
  r->body = loop->first_child;
  r->stays = llabs(step) == 1 && stays_in_lines(f, r->body);
  for (int i = 0; i < r->body->reference_count; i++) {
    const tree_reference *reference = &f->program->references[r->body->reference_first + i];
    r->addresses[i] = pme__forward_address(f, reference);
    r->strides[i] = pme__tree_coefficient(&reference->offset, loop->depth) * step;
    r->until[i] = -1;
  }
}

static void run_iteration(pme__forward *f, row *r) {
  for (int i = 0; i < r->body->reference_count && !f->ended; i++) {
    pme__forward_tell(f, r->body->reference_first + i, r->addresses[i]);
    r->addresses[i] += r->strides[i];
  }
}

int64_t pme__forward_stay(const pme__forward *f, int64_t address, int64_t stride, int64_t most) {
  if (stride == 0)
    return most;
  int64_t inside = (address - stride) & ((INT64_C(1) << f->line_shift) - 1);
  int64_t room = stride > 0 ? ((INT64_C(1) << f->line_shift) - 1 - inside) / stride : inside / -stride;
  return room < most ? room : most;
}

/* Iterations behind the n-th that touch the same lines as that, `most` at most. */
static int64_t alike_ahead(const pme__forward *f, row *r, int64_t n, int64_t most) {
  int64_t left = most;
  for (int i = 0; i < r->body->reference_count && most > 0; i++) {
    int64_t last = f->program->references[r->body->reference_first + i].size_bytes - 1;
    if (r->until[i] < n) {
      int64_t stay = pme__forward_stay(f, r->addresses[i], r->strides[i], left);
      r->until[i] = n + (last > 0 ? pme__forward_stay(f, r->addresses[i] + last, r->strides[i], stay) : stay);
    }
    most = r->until[i] - n < most ? r->until[i] - n : most;
  }
  return most;
}

/* Iterations from `first` on of a loop whose only child is a body. Of those that touch the same lines the second one is
 * run, too, where the first may have brought some. */
static void run_row(pme__forward *f, const tree_node *loop, pme__tree_range range) {
  row r;
  f->iterators[loop->depth] = range.first;
  begin_row(f, loop, range.step, &r);
  for (int64_t n = 0; n < range.trips && !f->ended; n++) {
    f->iterators[loop->depth] = range.first + n * range.step;
    run_iteration(f, &r);
    int64_t alike = r.stays && !f->ended ? alike_ahead(f, &r, n, range.trips - n - 1) : 0;
    int64_t left_out = f->settles && alike > 0 ? f->alike(f->context, r.body, ~UINT64_C(0), alike) : 0;
    if (left_out == 0 && alike >= LEAST_ALIKE) {
      f->iterators[loop->depth] = range.first + ++n * range.step;
      run_iteration(f, &r);
      left_out = f->ended ? 0 : f->alike(f->context, r.body, ~UINT64_C(0), alike - 1);
    }
    n += left_out;
    for (int i = 0; i < r.body->reference_count && left_out > 0; i++)
      r.addresses[i] += left_out * r.strides[i];
  }
}

static void run_children(pme__forward *f, const tree_node *loop);

static void run_iterations(pme__forward *f, const tree_node *loop, pme__tree_range range) {
  bool was_in_phase = f->in_phase;
  f->in_phase = f->in_phase || loop->is_phase;
  bool is_row = loop->is_row && is_ours(f) && loop->first_child->reference_count <= MOST_STEPPED;
  if (is_row && f->residue && range.step == 1) {
    pme__forward_residue_row(f, loop, range);
  } else if (is_row && !f->residue) {
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
