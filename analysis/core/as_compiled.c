/* Moving accesses in the tree. */
#include "as_compiled.h"

/* Loops from this depth on belong to one thread: what stands around them deals out iterations. */
static int first_own_depth(const pme_concrete_node *nodes, int node) {
  for (int id = node; id != PME_NONE; id = nodes[id].parent)
    if (nodes[id].kind == PME_NODE_LOOP && nodes[id].u.loop.parallel)
      return nodes[id].u.loop.depth + nodes[id].u.loop.collapse;
  return 0;
}

static bool can_leave(const pme_concrete_node *nodes, int loop, const pme_affine *offset) {
  if (nodes[loop].kind != PME_NODE_LOOP || nodes[loop].parent == PME_NONE || offset->div_count > 0)
    return false;
  int depth = nodes[loop].u.loop.depth;
  return depth >= first_own_depth(nodes, loop) && offset->coefficients[depth] == 0;
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
  while (loops-- > 0 && node->parent != PME_NONE && can_leave(nodes, node->parent, &node->u.access.offset_bytes))
    leave_loop(nodes, id);
}

/* Each goes next to the loop: in these directions several keep their order. */
void pme__move_kept_accesses(const pme_program *program, pme_concrete_node *nodes) {
  int count = pme_program_node_count(program);
  for (int id = 0; id < count; id++)
    move(program, nodes, id, /*writes=*/false);
  for (int id = count - 1; id >= 0; id--)
    move(program, nodes, id, /*writes=*/true);
}
