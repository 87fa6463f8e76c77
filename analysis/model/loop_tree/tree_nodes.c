/* Nodes of the loop tree: making them, linking them, taking out what stayed empty. */
#include <string.h>

#include "build.h"

typedef pme__tree_builder builder;
typedef pme__tree_node tree_node;

tree_node *pme__tree_new_node(builder *b, tree_node *parent) {
  tree_node *node = PME_ARENA_NEW(b->arena, tree_node, 1);
  if (!node) {
    b->no_memory = true;
    return NULL;
  }
  node->parent = parent;
  node->depth = parent ? parent->depth + 1 : 0;
  node->reference_first = b->program->reference_count;
  if (parent) {
    node->previous = parent->last_child;
    if (parent->last_child)
      parent->last_child->next = node;
    else
      parent->first_child = node;
    parent->last_child = node;
  }
  return node;
}

tree_node *pme__tree_new_loop(builder *b, tree_node *parent) {
  if (parent && parent->depth + 1 >= PME__TREE_MAX_LOOPS)
    return NULL;
  tree_node *node = pme__tree_new_node(b, parent);
  if (node && node->depth >= b->program->depth)
    b->program->depth = node->depth + 1;
  return node;
}

void pme__tree_unlink(tree_node *node) {
  tree_node *parent = node->parent;
  if (node->previous)
    node->previous->next = node->next;
  else
    parent->first_child = node->next;
  if (node->next)
    node->next->previous = node->previous;
  else
    parent->last_child = node->previous;
}

static pme__tree_bound *copy_bounds(builder *b, const pme__tree_bound *from, int count) {
  pme__tree_bound *to = PME_ARENA_NEW(b->arena, pme__tree_bound, count);
  if (!to)
    b->no_memory = true;
  else if (count)
    memcpy(to, from, (size_t)count * sizeof *to);
  return to;
}

pme__tree_built pme__tree_bounded_loop(builder *b, tree_node *parent, const pme__unit_loop *bounds, tree_node **out) {
  tree_node *loop = pme__tree_new_loop(b, parent);
  if (!loop)
    return PME__TREE_UNFIT;
  pme__tree_bound *lowers = copy_bounds(b, bounds->lowers, bounds->lower_count);
  pme__tree_bound *uppers = copy_bounds(b, bounds->uppers, bounds->upper_count);
  if (!lowers || !uppers)
    return PME__TREE_UNFIT;
  loop->is_single = bounds->is_single;
  loop->lower_count = bounds->lower_count;
  loop->upper_count = bounds->upper_count;
  pme__tree_runs runs = pme__tree_settle_bounds(loop, lowers, uppers);
  if (runs != PME__TREE_RUNS) {
    pme__tree_unlink(loop);
    return runs == PME__TREE_NEVER_RUNS ? PME__TREE_EMPTY : PME__TREE_UNFIT;
  }
  *out = loop;
  return PME__TREE_BUILT;
}

tree_node *pme__tree_once(builder *b, tree_node *parent) {
  pme__unit_loop shape;
  tree_node *loop = NULL;
  pme__unit_loop_clear(&shape);
  shape.upper_count = 1;
  shape.uppers[0] = (pme__tree_bound){pme__tree_constant(0), 1};
  return pme__tree_bounded_loop(b, parent, &shape, &loop) == PME__TREE_BUILT ? loop : NULL;
}

void pme__tree_set_origin(builder *b, tree_node *loop, const pme__unit_loop *shapes, int count,
                          const int64_t *weights) {
  pme__tree_origin_term *terms = PME_ARENA_NEW(b->arena, pme__tree_origin_term, count);
  if (!terms) {
    b->no_memory = true;
    return;
  }
  for (int t = 0; t < count; t++)
    terms[t] =
        (pme__tree_origin_term){shapes[t].source_depth, shapes[t].origin, shapes[t].step, weights ? weights[t] : 1};
  loop->origin = (pme__tree_origin){.term_count = count, .terms = terms, .divide = 1};
}

void pme__tree_finish(builder *b, tree_node *node) {
  node->reference_count = b->program->reference_count - node->reference_first;
  if (node->reference_count == 0 && node->parent)
    pme__tree_unlink(node);
}

void pme__tree_close(builder *b, tree_node *innermost, const tree_node *parent) {
  for (tree_node *node = innermost; node != parent; node = node->parent)
    pme__tree_finish(b, node);
}
