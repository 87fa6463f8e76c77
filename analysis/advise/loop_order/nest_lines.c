/* Lines by strides: accesses that find the line of another one, now or a few iterations before, come to none. */
#include "nest_lines.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/advise/time/loop_body.h"

enum { STEPS_BACK = 4 };

static const pme_concrete_access *access_at(const pme__nest_lines *body, int id) {
  return &pme_concrete_node_at(body->concrete, id)->u.access;
}

/* Same array, and no loop moves one but not the other. */
bool pme__moves_alike(const pme__nest_lines *body, int a, int b) {
  const pme_affine *x = &access_at(body, a)->offset_bytes, *y = &access_at(body, b)->offset_bytes;
  if (access_at(body, a)->array != access_at(body, b)->array || x->depth != y->depth)
    return false;
  for (int d = 0; d < x->depth; d++)
    if (x->coefficients[d] != y->coefficients[d])
      return false;
  return true;
}

/* `b` finds the line that `a` has in the same iteration, or in one of the last few. */
static bool shares_line(const pme__nest_lines *body, int a, int b, int loop) {
  int64_t distance = access_at(body, a)->offset_bytes.constant - access_at(body, b)->offset_bytes.constant;
  int64_t step = llabs((long long)pme__stride_along(body->concrete, b, loop));
  if (!pme__moves_alike(body, a, b))
    return false;
  distance = llabs((long long)distance);
  if (step > 0 && distance / step <= STEPS_BACK)
    distance %= step;
  return distance < body->line_bytes;
}

static void collect(pme__nest_lines *body, int first) {
  const pme_program *program = pme_concrete_program(body->concrete);
  for (int id = first; id != PME_NONE; id = pme_program_node(program, id)->next_sibling) {
    const pme_node *node = pme_program_node(program, id);
    const pme_concrete_node *known = pme_concrete_node_at(body->concrete, id);
    body->is_whole = body->is_whole && known->modelled && node->kind != PME_NODE_LOOP &&
                     (node->kind != PME_NODE_ACCESS || known->u.access.offset_bytes.div_count == 0);
    if (node->kind == PME_NODE_ACCESS && body->count < body->most)
      body->ids[body->count++] = id;
    else
      collect(body, node->first_child);
  }
}

void pme__collect_body(pme__nest_lines *inout, int loop) {
  inout->count = 0;
  inout->is_whole = true;
  collect(inout, pme_program_node(pme_concrete_program(inout->concrete), loop)->first_child);
}

static double lines_of(const pme__nest_lines *body, int k, int loop) {
  double step = fabs((double)pme__stride_along(body->concrete, body->ids[k], loop));
  for (int i = 0; i < k; i++)
    if (shares_line(body, body->ids[i], body->ids[k], loop))
      return 0;
  return fmin(step / (double)body->line_bytes, 1);
}

double pme__new_lines(const pme__nest_lines *body, int loop) {
  double lines = 0;
  for (int k = 0; k < body->count; k++)
    lines += lines_of(body, k, loop);
  return lines;
}

int pme__widest_access(const pme__nest_lines *body, int loop) {
  int widest = body->ids[0];
  for (int k = 1; k < body->count; k++)
    if (llabs((long long)pme__stride_along(body->concrete, body->ids[k], loop)) >
        llabs((long long)pme__stride_along(body->concrete, widest, loop)))
      widest = body->ids[k];
  return widest;
}
