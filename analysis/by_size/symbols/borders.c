/* Symbols that say how wide a border is. */
#include "borders.h"
#include "expressions.h"
#include "widths.h"

static bool take_out(int *symbols, int *count, int symbol) {
  for (int i = 0; i < *count; i++)
    if (symbols[i] == symbol) {
      symbols[i] = symbols[--*count];
      return true;
    }
  return false;
}

/* The symbol of `term` in whose place `other` has another one, and all else alike; PME_NONE: they are not so. */
static int replaced_in(const pme__address_term *term, const pme__address_term *other) {
  int left[PME__MOST_FACTORS], count = other->symbol_count, own = PME_NONE;
  if (term->loop != other->loop || term->symbol_count != other->symbol_count || term->has_other || other->has_other)
    return PME_NONE;
  for (int i = 0; i < count; i++)
    left[i] = other->symbols[i];
  for (int i = 0; i < term->symbol_count; i++)
    if (!take_out(left, &count, term->symbols[i])) {
      if (own != PME_NONE)
        return PME_NONE;
      own = term->symbols[i];
    }
  return count == 1 ? own : PME_NONE;
}

static bool is_size(const pme__uses *u, const pme__unknown_symbols *out, int symbol) {
  return pme__size_named(out, pme_program_parameter(u->program, symbol)->name) != PME_NONE;
}

/* (other + 2 * symbol) * ..: a border on both sides; in an address as the pitch of what a loop goes along. */
static bool is_twice_in(const pme__uses *u, const pme__address_terms *list, bool is_address, int symbol,
                        const pme__unknown_symbols *out) {
  for (int i = 0; i < list->count; i++)
    for (int k = 0; k < list->count; k++) {
      const pme__address_term *twice = &list->terms[i], *once = &list->terms[k];
      bool may_be = once->coefficient > 0 && twice->coefficient == 2 * once->coefficient &&
                    (!is_address || once->loop != PME_NONE) && replaced_in(twice, once) == symbol;
      if (may_be && is_size(u, out, replaced_in(once, twice)))
        return true;
    }
  return false;
}

/* Alone: a worksharing loop ends there. */
static bool ends_dealt_loop(const pme__uses *u, int symbol) {
  for (int id = 0; id < pme_program_node_count(u->program); id++) {
    const pme_node *node = pme_program_node(u->program, id);
    if (node->kind != PME_NODE_LOOP || !node->u.loop.parallel ||
        !pme__bounds_mention(u->program, &node->u.loop, symbol))
      continue;
    bool is_only = true;
    for (int other = 0; other < pme_program_parameter_count(u->program); other++)
      is_only &= other == symbol || !pme__bounds_mention(u->program, &node->u.loop, other);
    if (is_only)
      return true;
  }
  return false;
}

static bool is_border(const pme__uses *u, const pme__address_terms *lists, int symbol,
                      const pme__unknown_symbols *out) {
  unsigned other = PME__IN_THREADS | PME__IN_CHUNK | PME__IN_STEP | PME__IN_DATA;
  if ((u->of[symbol] & other) || ends_dealt_loop(u, symbol))
    return false;
  for (int id = 0; id < pme_program_node_count(u->program); id++) {
    const pme_node *node = pme_program_node(u->program, id);
    if (is_twice_in(u, &lists[id], true, symbol, out))
      return true;
    for (int i = 0; node->kind == PME_NODE_LOOP && i < node->u.loop.last_count; i++) {
      pme__address_term terms[PME__MOST_TERMS];
      pme__address_terms last = {pme__terms_of(u->program, node->u.loop.lasts[i], terms), terms};
      if (is_twice_in(u, &last, false, symbol, out))
        return true;
    }
  }
  return false;
}

void pme__find_borders(const pme__uses *uses, const pme__address_terms *lists, pme__unknown_symbols *out) {
  for (int i = 0; i < out->size_count && out->size_count > 1;) {
    int symbol = pme__parameter_named(uses->program, out->sizes[i]);
    if (is_border(uses, lists, symbol, out))
      pme__take_size(out, i, PME__TAKEN_MARGIN, pme__of_margin);
    else
      i++;
  }
}
