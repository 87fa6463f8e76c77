/* Copies a loop once for each part of its body. */
#include "distributed_program.h"

#include "program_copy.h"

typedef struct cut {
  int loop, inside;
} cut;

/* A loop around the nodes from `first` up to `end`, where there are any. */
static void copy_part(pme__program_copy *c, int loop, int first, int end, int parent) {
  const pme_loop *source = &pme_program_node(c->from, loop)->u.loop;
  if (first == end)
    return;
  c->node[loop] = pme__copy_loop(c, parent, loop, source);
  for (int id = first; id != end; id = pme_program_node(c->from, id)->next_sibling)
    pme__copy_node(c, id, c->node[loop]);
}

static bool replace(pme__program_copy *c, int id, int parent) {
  const cut *at = c->change;
  if (id != at->loop)
    return false;
  int behind = pme_program_node(c->from, at->inside)->next_sibling;
  copy_part(c, id, pme_program_node(c->from, id)->first_child, at->inside, parent);
  copy_part(c, id, at->inside, behind, parent);
  int around = c->node[id];
  copy_part(c, id, behind, PME_NONE, parent);
  c->node[id] = around;
  return true;
}

pme_program *pme__distribute_program(const pme_program *program, int loop, int inside, int nodes[], int count) {
  cut at = {loop, inside};
  pme__program_copy c = {.replace = replace, .change = &at};
  return pme__copy_construct(&c, program, loop, nodes, count);
}
