/* Copies a program, and puts accesses in the place of a value in a register. */
#include "expanded_program.h"

#include "program_copy.h"

enum { ROW_ELEMENT_BYTES = 8 };

typedef struct expansion {
  int loop, write;
  int around, *row; /* of a row: the loop that its elements are for, and the array, once it is there */
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
  expansion change = {.loop = loop, .write = write};
  pme__program_copy c = {.replace = replace, .change = &change};
  return pme__copy_construct(&c, program, loop, nodes, count);
}

/* ---- in a row ---- */

static int row_of(pme__program_copy *c) {
  int *row = ((const expansion *)c->change)->row;
  if (*row == PME_NONE)
    *row = pme_program_add_array(c->to, &(pme_array){.name = "row",
                                                     .element_bytes = ROW_ELEMENT_BYTES,
                                                     .alignment_bytes = ROW_ELEMENT_BYTES,
                                                     .group = PME_NONE,
                                                     .is_private = true});
  return *row;
}

static void add_element(pme__program_copy *c, int parent, bool is_write) {
  const expansion *e = c->change;
  pme_access access = {.array = row_of(c), .size_bytes = ROW_ELEMENT_BYTES, .is_write = is_write};
  access.offset_bytes =
      pme_expr_multiply(c->to, pme_expr_constant(c->to, ROW_ELEMENT_BYTES), pme_expr_loop(c->to, c->node[e->around]));
  pme_program_add_access(c->to, parent, &access, pme_program_node(c->from, e->loop)->place);
}

static int loop_in(const pme_program *program, int loop) {
  for (int id = pme_program_node(program, loop)->first_child; id != PME_NONE;
       id = pme_program_node(program, id)->next_sibling)
    if (pme_program_node(program, id)->kind == PME_NODE_LOOP)
      return id;
  return PME_NONE;
}

static void copy_without_values(pme__program_copy *c, int id, int parent) {
  pme_loop loop = pme_program_node(c->from, id)->u.loop;
  bool is_innermost = loop_in(c->from, id) == PME_NONE;
  loop.carries = false;
  c->node[id] = pme__copy_loop(c, parent, id, &loop);
  for (int child = pme_program_node(c->from, id)->first_child; child != PME_NONE;
       child = pme_program_node(c->from, child)->next_sibling)
    if (pme_program_node(c->from, child)->kind == PME_NODE_LOOP)
      copy_without_values(c, child, c->node[id]);
    else
      pme__copy_node(c, child, c->node[id]);
  if (is_innermost) {
    add_element(c, c->node[id], false);
    add_element(c, c->node[id], true);
  }
}

static bool replace_in_row(pme__program_copy *c, int id, int parent) {
  const expansion *e = c->change;
  if (id != e->loop)
    return false;
  add_element(c, parent, true);
  copy_without_values(c, id, parent);
  add_element(c, parent, false);
  return true;
}

pme_program *pme__expand_program_in_row(const pme_program *program, int around, int inside, int nodes[], int count) {
  int row = PME_NONE;
  expansion change = {.loop = inside, .write = PME_NONE, .around = around, .row = &row};
  pme__program_copy c = {.replace = replace_in_row, .change = &change};
  return pme__copy_construct(&c, program, inside, nodes, count);
}
