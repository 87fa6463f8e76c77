/* Copies two loops, and puts the body of one behind that of the other. */
#include "fused_program.h"

#include "program_copy.h"

typedef struct pair {
  int first, second;
} pair;

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

/* Both bodies in an iteration; it is done in vectors as far as both can be. */
static pme_work work_of(const pme_work *a, const pme_work *b) {
  bool is_known = a->vector > 0 && b->vector > 0;
  return (pme_work){.operations = a->operations + b->operations,
                    .divisions = a->divisions + b->divisions,
                    .chain = larger(a->chain, b->chain),
                    .vector = !is_known               ? 0
                              : a->vector < b->vector ? a->vector
                                                      : b->vector,
                    .library = a->library + b->library};
}

static bool replace(pme__program_copy *c, int id, int parent) {
  const pair *both = c->change;
  if (id != both->first)
    return id == both->second;
  const pme_node *first = pme_program_node(c->from, id), *second = pme_program_node(c->from, both->second);
  pme_loop loop = first->u.loop;
  loop.work = work_of(&first->u.loop.work, &second->u.loop.work);
  loop.carries = loop.carries || second->u.loop.carries;
  loop.nowait = second->u.loop.nowait;
  c->node[id] = c->node[both->second] = pme__copy_loop(c, parent, id, &loop);
  pme__copy_children(c, first->first_child, c->node[id]);
  pme__copy_children(c, second->first_child, c->node[id]);
  return true;
}

pme_program *pme__fuse_program(const pme_program *program, int first, int second, bool is_fused, int loops[2]) {
  pair both = {first, second};
  int constructs[2] = {pme__construct_of(program, first), pme__construct_of(program, second)};
  pme__program_copy c = {.replace = is_fused ? replace : NULL, .change = &both};
  loops[0] = loops[1] = PME_NONE;
  if (pme__begin_copy(&c, program)) {
    pme__copy_node(&c, constructs[0], PME_NONE);
    if (constructs[1] != constructs[0])
      pme__copy_node(&c, constructs[1], PME_NONE);
    for (int i = 0; i < 2; i++) {
      int dealt = pme__dealt_loop_of(program, i ? second : first);
      loops[i] = dealt == PME_NONE ? PME_NONE : c.node[dealt];
    }
  }
  return pme__end_copy(&c);
}
