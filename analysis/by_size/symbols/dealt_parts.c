/* Numbers of parts that are dealt out. */
#include "dealt_parts.h"

#include "analysis/by_size/excerpt.h"
#include "expressions.h"

static bool is_size(const pme__uses *u, const pme__unknown_symbols *out, int parameter) {
  return pme__size_named(out, pme_program_parameter(u->program, parameter)->name) != PME_NONE;
}

static bool stands_in(const pme_program *program, const pme_node *node, int parameter) {
  if (node->kind == PME_NODE_LOOP)
    return pme__bounds_mention(program, &node->u.loop, parameter);
  return node->kind == PME_NODE_ACCESS && node->u.access.offset_bytes != PME_NONE &&
         pme__mentions(program, node->u.access.offset_bytes, parameter);
}

/* In the loop, or in how often it runs. */
static bool has_size(const pme__uses *u, const pme__unknown_symbols *out, int loop) {
  for (int id = 0; id < pme_program_node_count(u->program); id++)
    for (int i = 0; i < pme_program_parameter_count(u->program); i++)
      if ((pme__is_in(u->program, id, loop) || pme__is_in(u->program, loop, id)) && is_size(u, out, i) &&
          stands_in(u->program, pme_program_node(u->program, id), i))
        return true;
  return false;
}

static bool deals_out(const pme__uses *u, const pme__unknown_symbols *out, int parameter) {
  for (int id = 0; id < pme_program_node_count(u->program); id++) {
    const pme_node *node = pme_program_node(u->program, id);
    if (node->kind == PME_NODE_LOOP && node->u.loop.parallel &&
        pme__bounds_mention(u->program, &node->u.loop, parameter) && !has_size(u, out, id))
      return true;
  }
  return false;
}

/* A product of the symbol and the number of the region's thread, by which the parts of threads are apart: x[part * t + i]. */
static bool is_apart_by(const pme_program *program, pme_expr expr, int region, int parameter) {
  const pme_expr_node *e = pme_program_expr(program, expr);
  if (e->kind < PME_EXPR_ADD)
    return false;
  return (e->kind == PME_EXPR_MULTIPLY && pme__mentions(program, expr, parameter) &&
          pme__mentions_loop(program, expr, region)) ||
         is_apart_by(program, e->left, region, parameter) || is_apart_by(program, e->right, region, parameter);
}

static int loop_around(const pme_program *program, int node) {
  int id = pme_program_node(program, node)->parent;
  while (id != PME_NONE && pme_program_node(program, id)->kind != PME_NODE_LOOP)
    id = pme_program_node(program, id)->parent;
  return id;
}

/* The trips of a loop of the region, which data decide for each thread: they are its part of the work where parts are
 * as far apart, and where no size stands in the region. */
static bool is_share(const pme__uses *u, const pme__unknown_symbols *out, int region, int parameter) {
  const pme_program *program = u->program;
  bool bounds_loop = false, is_apart = false;
  for (int id = 0; id < pme_program_node_count(program); id++) {
    const pme_node *node = pme_program_node(program, id);
    if (!pme__is_in(program, id, region))
      continue;
    bounds_loop |= node->kind == PME_NODE_LOOP && loop_around(program, id) == region &&
                   pme__bounds_mention(program, &node->u.loop, parameter);
    is_apart |= node->kind == PME_NODE_ACCESS && node->u.access.offset_bytes != PME_NONE &&
                is_apart_by(program, node->u.access.offset_bytes, region, parameter);
  }
  return is_apart || (bounds_loop && !has_size(u, out, region));
}

static bool is_thread_share(const pme__uses *u, const pme__unknown_symbols *out, int parameter) {
  for (int id = 0; id < pme_program_node_count(u->program); id++) {
    const pme_node *node = pme_program_node(u->program, id);
    if (node->kind == PME_NODE_LOOP && node->u.loop.is_team && is_share(u, out, id, parameter))
      return true;
  }
  return false;
}

static bool divides(const pme_program *program, pme_expr expr, int divisor, int dividend) {
  const pme_expr_node *e = pme_program_expr(program, expr);
  if (e->kind < PME_EXPR_ADD)
    return false;
  return (e->kind == PME_EXPR_FLOOR_DIVIDE && pme__mentions(program, e->right, divisor) &&
          pme__mentions(program, e->left, dividend)) ||
         divides(program, e->left, divisor, dividend) || divides(program, e->right, divisor, dividend);
}

static bool is_divided(const pme_program *program, int divisor, int dividend) {
  for (int id = 0; id < pme_program_node_count(program); id++) {
    const pme_node *node = pme_program_node(program, id);
    for (int i = 0; node->kind == PME_NODE_LOOP && i < node->u.loop.last_count; i++)
      if (divides(program, node->u.loop.lasts[i], divisor, dividend))
        return true;
  }
  return false;
}

/* What was taken for a number, as so many times the size. */
static void make_size(pme__unknown_symbols *out, int taken, int64_t factor) {
  out->forms[out->size_count] = (pme_size_form){.parts = 1, .power = 1, .factor = factor};
  out->sizes[out->size_count++] = out->taken[taken].name;
  out->taken_count--;
  for (int i = taken; i < out->taken_count; i++)
    out->taken[i] = out->taken[i + 1];
}

static void make_dividends(const pme__uses *u, int divisor, pme__unknown_symbols *out) {
  for (int i = 0; i < out->taken_count;) {
    int dividend = pme__parameter_named(u->program, out->taken[i].name);
    if (out->taken[i].value > 0 && is_divided(u->program, divisor, dividend))
      make_size(out, i, out->taken[i].value);
    else
      i++;
  }
}

void pme__find_dealt_parts(const pme__uses *uses, const char *origin, pme__unknown_symbols *out) {
  for (int i = 0; i < out->taken_count;) {
    int parameter = pme__parameter_named(uses->program, out->taken[i].name);
    if (out->taken[i].origin == origin && deals_out(uses, out, parameter)) {
      make_size(out, i, 1);
      make_dividends(uses, parameter, out);
      i = 0;
    } else {
      i++;
    }
  }
}

void pme__find_thread_shares(const pme__uses *uses, const char *origin, pme__unknown_symbols *out) {
  for (int i = 0; i < out->taken_count;) {
    int parameter = pme__parameter_named(uses->program, out->taken[i].name);
    if (out->taken[i].origin == origin && is_thread_share(uses, out, parameter))
      make_size(out, i, 1);
    else
      i++;
  }
}
