/* Operations, chains and vectors of loop bodies; what a compiler can turn into vectors is guessed from strides. */
#include "loop_body.h"

#include "analysis/core/tree.h"
#include "cost.h"
#include "unrolled_loop.h"
#include "vector_ports.h"

int64_t pme__stride_along(const pme_concrete *concrete, int access, int loop) {
  const pme_affine *offset = &pme_concrete_node_at(concrete, access)->u.access.offset_bytes;
  const pme_concrete_loop *l = &pme_concrete_node_at(concrete, loop)->u.loop;
  return l->depth < offset->depth ? offset->coefficients[l->depth] * l->step : 0;
}

int64_t pme__stride_of(const pme_concrete *concrete, int access) {
  const pme_subject *subject = pme_concrete_subject(concrete);
  int64_t unrolled = 0;
  for (int loop = pme__loop_around(subject, access); loop != PME_NONE; loop = pme__loop_around(subject, loop)) {
    int64_t stride = pme__stride_along(concrete, access, loop);
    if (stride != 0 && pme__unrolled_trips(concrete, loop) == 0)
      return stride;
    unrolled = unrolled != 0 ? unrolled : stride;
  }
  return unrolled;
}

/* Accesses of the same body that move over the same array in the same way, less than one step away: fields of a record.
 * `access` is one of them. */
static int same_step_accesses(const pme_concrete *concrete, int access, int64_t step) {
  const pme_program *program = pme_concrete_program(concrete);
  const pme_concrete_access *a = &pme_concrete_node_at(concrete, access)->u.access;
  int others = 0;
  for (int id = pme_program_node(program, pme_program_node(program, access)->parent)->first_child; id != PME_NONE;
       id = pme_program_node(program, id)->next_sibling) {
    const pme_concrete_access *b = &pme_concrete_node_at(concrete, id)->u.access;
    if (pme_program_node(program, id)->kind != PME_NODE_ACCESS || !pme_concrete_node_at(concrete, id)->modelled ||
        b->array != a->array)
      continue;
    int64_t distance = b->offset_bytes.constant - a->offset_bytes.constant;
    others += distance > -step && distance < step && pme__stride_of(concrete, id) == pme__stride_of(concrete, access);
  }
  return others;
}

bool pme__is_stream(const pme_concrete *concrete, int access, int64_t line_bytes) {
  int64_t stride = pme__stride_of(concrete, access), step = stride < 0 ? -stride : stride;
  if (!pme_concrete_node_at(concrete, access)->modelled)
    return false; /* of a run: data say where it goes */
  /* Others before and after it: about half of them stand in each step. */
  return step < 2 * line_bytes || step < line_bytes * (1 + same_step_accesses(concrete, access, step));
}

/* Whether a read takes what a write put there a few iterations before. */
static bool feeds(const pme_concrete *concrete, int write, int read, int loop, int64_t iterations) {
  const pme_concrete_access *w = &pme_concrete_node_at(concrete, write)->u.access;
  const pme_concrete_access *r = &pme_concrete_node_at(concrete, read)->u.access;
  int64_t stride = pme__stride_along(concrete, write, loop);
  if (w->array != r->array || stride == 0 || pme__stride_along(concrete, read, loop) != stride)
    return false;
  int64_t distance = w->offset_bytes.constant - r->offset_bytes.constant; /* read behind write: > 0 for stride > 0 */
  for (int d = 0; d < w->offset_bytes.depth && d < r->offset_bytes.depth; d++)
    if (w->offset_bytes.coefficients[d] != r->offset_bytes.coefficients[d])
      return false;
  return distance % stride == 0 && distance / stride > 0 && distance / stride < iterations;
}

typedef struct scan {
  const pme_concrete *concrete;
  const pme_program *program;
  int loop;
  pme__loop_body *body;
  bool strides_fit;
} scan;

static void scan_access(scan *s, int access) {
  const pme_concrete_access *a = &pme_concrete_node_at(s->concrete, access)->u.access;
  int64_t stride = pme__stride_along(s->concrete, access, s->loop);
  s->body->moving_accesses += !s->body->is_innermost || stride != 0;
  bool fits = stride == a->size_bytes || stride == -a->size_bytes || (stride == 0 && !a->is_write);
  s->strides_fit = s->strides_fit && fits;
}

static void scan_children(scan *s, int first_child) {
  for (int id = first_child; id != PME_NONE; id = pme_program_node(s->program, id)->next_sibling) {
    const pme_node *node = pme_program_node(s->program, id);
    if (!pme_concrete_node_at(s->concrete, id)->modelled || node->kind == PME_NODE_LOOP)
      continue;
    if (node->kind == PME_NODE_ACCESS)
      scan_access(s, id);
    else
      scan_children(s, node->first_child);
  }
}

static void add_vectors(const scan *s, int first_child, pme__vector_bytes *bytes) {
  int depth = pme_concrete_node_at(s->concrete, s->loop)->u.loop.depth;
  for (int id = first_child; id != PME_NONE; id = pme_program_node(s->program, id)->next_sibling) {
    const pme_node *node = pme_program_node(s->program, id);
    if (!pme_concrete_node_at(s->concrete, id)->modelled)
      continue;
    if (node->kind != PME_NODE_ACCESS)
      add_vectors(s, node->first_child, bytes);
    else if (pme__stride_along(s->concrete, id, s->loop) != 0)
      pme__add_vector(s->concrete, id, depth, s->body->vector, bytes);
  }
}

static double vector_cycles(const scan *s, int first_child) {
  pme__vector_bytes bytes = {0};
  add_vectors(s, first_child, &bytes);
  return pme__cycles_of_vectors(&bytes);
}

static bool has_loop_inside(const pme_program *program, int first_child) {
  for (int id = first_child; id != PME_NONE; id = pme_program_node(program, id)->next_sibling)
    if (pme_program_node(program, id)->kind == PME_NODE_LOOP ||
        has_loop_inside(program, pme_program_node(program, id)->first_child))
      return true;
  return false;
}

/* Whether iterations that one instruction would do together depend on each other. */
static bool depends_on_itself(const pme_prediction *p, int loop, int64_t vector) {
  const pme_program *program = pme_concrete_program(p->concrete);
  for (int w = 0; w < p->reference_count; w++) {
    int write = p->references[w].node;
    if (!p->references[w].modelled || !pme_program_node(program, write)->u.access.is_write ||
        pme__loop_around(p->subject, write) != loop)
      continue;
    for (int r = 0; r < p->reference_count; r++) {
      int read = p->references[r].node;
      if (p->references[r].modelled && !pme_program_node(program, read)->u.access.is_write &&
          pme__loop_around(p->subject, read) == loop && feeds(p->concrete, write, read, loop, vector))
        return true;
    }
  }
  return false;
}

bool pme__are_one_element(const pme_concrete *concrete, int a, int b) {
  const pme_program *program = pme_concrete_program(concrete);
  const pme_affine *x = &pme_concrete_node_at(concrete, a)->u.access.offset_bytes;
  const pme_affine *y = &pme_concrete_node_at(concrete, b)->u.access.offset_bytes;
  bool is_same = pme_program_node(program, a)->u.access.array == pme_program_node(program, b)->u.access.array &&
                 x->constant == y->constant && x->depth == y->depth;
  for (int d = 0; is_same && d < x->depth; d++)
    is_same = x->coefficients[d] == y->coefficients[d];
  return is_same;
}

/* Whether a write and a read of one body are of the same element, which stays the same in all iterations of the loop. */
static bool is_sum(const pme_concrete *concrete, int write, int read, int loop) {
  return pme__are_one_element(concrete, write, read) && pme__stride_along(concrete, write, loop) == 0;
}

static int next_access(const pme_program *program, int id, bool is_write) {
  while (id != PME_NONE && !(pme_program_node(program, id)->kind == PME_NODE_ACCESS &&
                             pme_program_node(program, id)->u.access.is_write == is_write))
    id = pme_program_node(program, id)->next_sibling;
  return id;
}

bool pme__adds_up_in_memory(const pme_concrete *concrete, int loop) {
  const pme_program *program = pme_concrete_program(concrete);
  int first = pme_program_node(program, loop)->first_child;
  for (int w = next_access(program, first, true); w != PME_NONE;
       w = next_access(program, pme_program_node(program, w)->next_sibling, true))
    for (int r = next_access(program, first, false); r != PME_NONE;
         r = next_access(program, pme_program_node(program, r)->next_sibling, false))
      if (is_sum(concrete, w, r, loop))
        return true;
  return false;
}

/* The program tells it of the order that loops stand in. */
double pme__chain_of(const pme_concrete *concrete, int loop) {
  const pme_work *work = &pme_program_node(pme_concrete_program(concrete), loop)->u.loop.work;
  if (!pme_concrete_is_replaced(concrete, loop))
    return (double)work->chain;
  return !pme__adds_up_in_memory(concrete, loop) ? 0 : work->chain > 1 ? (double)work->chain : 1;
}

/* Of one iteration after the other. Returns what its accesses were scanned with. */
static scan scan_body(const pme_prediction *prediction, int loop, pme__loop_body *body) {
  const pme_program *program = pme_concrete_program(prediction->concrete);
  const pme_node *node = pme_program_node(program, loop);
  const pme_work *work = &node->u.loop.work;
  *body = (pme__loop_body){.operations = (double)work->operations,
                           .divisions = (double)work->divisions,
                           .library = (double)work->library,
                           .chain = pme__chain_of(prediction->concrete, loop),
                           .vector = 1,
                           .is_innermost = !has_loop_inside(program, node->first_child),
                           .is_known = work->operations || work->divisions || work->chain || work->vector};
  scan s = {prediction->concrete, program, loop, body, true};
  scan_children(&s, node->first_child);
  if (!body->is_known)
    body->operations = body->moving_accesses;
  return s;
}

pme__loop_body pme__loop_body_of(const pme_prediction *prediction, int loop) {
  pme__loop_body body;
  const scan s = scan_body(prediction, loop, &body);
  const pme_node *node = pme_program_node(s.program, loop);
  int64_t vector = node->u.loop.work.vector;
  if (body.is_innermost && vector > 1 && s.strides_fit && body.chain == 0 &&
      !depends_on_itself(prediction, loop, vector)) {
    body.vector = vector;
    body.vector_cycles = vector_cycles(&s, node->first_child);
  }
  return body;
}

bool pme__is_forwarded(const pme_prediction *prediction, int access) {
  const pme_program *program = pme_concrete_program(prediction->concrete);
  int loop = pme__loop_around(prediction->subject, access);
  if (loop == PME_NONE || pme_program_node(program, access)->u.access.is_write)
    return false;
  pme__loop_body body;
  scan_body(prediction, loop, &body); /* alone: asked of each access of bodies of thousands */
  double operations = body.operations + body.moving_accesses;
  int64_t iterations = operations > 0 ? (int64_t)(PME__WINDOW_OPERATIONS / operations) : 1;
  for (int r = 0; r < prediction->reference_count && body.is_innermost; r++) {
    int write = prediction->references[r].node;
    if (prediction->references[r].modelled && pme_program_node(program, write)->u.access.is_write &&
        pme__loop_around(prediction->subject, write) == loop &&
        feeds(prediction->concrete, write, access, loop, iterations + 1))
      return true;
  }
  return false;
}
