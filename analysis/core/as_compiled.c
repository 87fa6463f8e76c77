/* Moving accesses in the tree. */
#include "as_compiled.h"

/* The loop around a node whose iterations are dealt out to the threads; PME_NONE: none. */
static int dealt_loop(const pme_concrete_node *nodes, int node) {
  while (node != PME_NONE && !(nodes[node].kind == PME_NODE_LOOP && nodes[node].u.loop.parallel))
    node = nodes[node].parent;
  return node;
}

static bool in_region(const pme_concrete_node *nodes, int node) {
  while (node != PME_NONE && nodes[node].kind != PME_NODE_REGION)
    node = nodes[node].parent;
  return node != PME_NONE;
}

/* How many loops an access leaves in one step: the loop that it stands in, or all that are dealt out together. 0: it
 * stays. */
static int step_out(const pme_concrete_node *nodes, int loop, const pme_affine *offset) {
  if (nodes[loop].kind != PME_NODE_LOOP || nodes[loop].parent == PME_NONE || offset->div_count > 0)
    return 0;
  int depth = nodes[loop].u.loop.depth, dealt = dealt_loop(nodes, loop);
  int outermost = depth;
  if (dealt != PME_NONE && depth < nodes[dealt].u.loop.depth + nodes[dealt].u.loop.collapse) {
    if (!pme_is_kept_over(&nodes[dealt].u.loop) || !in_region(nodes, dealt))
      return 0;
    outermost = nodes[dealt].u.loop.depth;
  }
  for (int d = outermost; d <= depth; d++)
    if (offset->coefficients[d] != 0)
      return 0;
  return depth - outermost + 1;
}

static int *link_to(pme_concrete_node *nodes, int node) {
  int *link = &nodes[nodes[node].parent].first_child;
  while (*link != node)
    link = &nodes[*link].next_sibling;
  return link;
}

/* Out of the loop that it stands in. */
static void leave_loop(pme_concrete_node *nodes, int access) {
  pme_concrete_node *node = &nodes[access];
  int loop = node->parent;
  *link_to(nodes, access) = node->next_sibling;
  node->parent = nodes[loop].parent;
  node->u.access.offset_bytes.depth = nodes[loop].u.loop.depth;
  int *link = node->u.access.is_write ? &nodes[loop].next_sibling : link_to(nodes, loop);
  node->next_sibling = *link;
  *link = access;
}

static void move(const pme_program *program, pme_concrete_node *nodes, int id, bool writes) {
  pme_concrete_node *node = &nodes[id];
  if (node->kind != PME_NODE_ACCESS || !node->modelled || node->u.access.is_write != writes)
    return;
  int loops = pme_program_node(program, id)->u.access.kept_loops;
  while (node->parent != PME_NONE) {
    int step = step_out(nodes, node->parent, &node->u.access.offset_bytes);
    if (step == 0 || step > loops)
      return;
    loops -= step;
    while (step-- > 0)
      leave_loop(nodes, id);
  }
}

/* Each goes next to the loop: in these directions several keep their order. */
void pme__move_kept_accesses(const pme_program *program, pme_concrete_node *nodes) {
  int count = pme_program_node_count(program);
  for (int id = 0; id < count; id++)
    move(program, nodes, id, /*writes=*/false);
  for (int id = count - 1; id >= 0; id--)
    move(program, nodes, id, /*writes=*/true);
}
