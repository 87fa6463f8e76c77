/* Copies a program, and puts accesses in the place of a value in a register. */
#include "expanded_program.h"

#include "program_copy.h"

typedef struct expansion {
  int loop, write;
} expansion;

int pme__taker_of_carried(const pme_program *program, int loop) {
  const pme_node *node = pme_program_node(program, loop);
  if (node->kind != PME_NODE_LOOP || !node->u.loop.carries)
    return PME_NONE;
  for (int id = node->next_sibling; id != PME_NONE; id = pme_program_node(program, id)->next_sibling) {
    const pme_node *behind = pme_program_node(program, id);
    if (behind->kind != PME_NODE_ACCESS)
      return PME_NONE;
    if (behind->u.access.is_write && behind->u.access.is_carried)
      return id;
  }
  return PME_NONE;
}

static int add_access(pme__program_copy *c, int parent, bool is_write) {
  const pme_node *write = pme_program_node(c->from, ((const expansion *)c->change)->write);
  pme_access access = write->u.access;
  access.offset_bytes = pme__copy_expr(c, access.offset_bytes);
  access.kept_loops = 0;
  access.is_write = is_write;
  access.is_carried = false;
  return pme_program_add_access(c->to, parent, &access, write->place);
}

static bool replace(pme__program_copy *c, int id, int parent) {
  const expansion *e = c->change;
  if (id == e->write)
    return true;
  if (id != e->loop)
    return false;
  pme_loop loop = pme_program_node(c->from, id)->u.loop;
  loop.carries = false;
  add_access(c, parent, true);
  c->node[id] = pme__copy_loop(c, parent, id, &loop);
  pme__copy_children(c, pme_program_node(c->from, id)->first_child, c->node[id]);
  add_access(c, c->node[id], false);
  c->node[e->write] = add_access(c, c->node[id], true);
  return true;
}

pme_program *pme__expand_program(const pme_program *program, int loop, int write, int nodes[], int count) {
  expansion change = {loop, write};
  pme__program_copy c = {.replace = replace, .change = &change};
  return pme__copy_construct(&c, program, loop, nodes, count);
}
