/* Symbols that say how wide a border is. */
#include "borders.h"
#include "expressions.h"
#include "widths.h"

enum { TAKEN_BEGIN = 0 };

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

/* (other + times * symbol) * ..; in an address as the pitch of what a loop goes along. */
typedef struct addend {
  int symbol, times;
  bool is_address;
} addend;

static bool is_in(const pme__uses *u, const pme__address_terms *list, addend a, const pme__unknown_symbols *out) {
  for (int i = 0; i < list->count; i++)
    for (int k = 0; k < list->count; k++) {
      const pme__address_term *some = &list->terms[i], *once = &list->terms[k];
      bool may_be = once->coefficient > 0 && some->coefficient == a.times * once->coefficient &&
                    (!a.is_address || once->loop != PME_NONE) && replaced_in(some, once) == a.symbol;
      if (may_be && is_size(u, out, replaced_in(once, some)))
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

static bool is_in_addresses(const pme__uses *u, const pme__address_terms *lists, addend a,
                            const pme__unknown_symbols *out) {
  for (int id = 0; id < pme_program_node_count(u->program); id++)
    if (is_in(u, &lists[id], a, out))
      return true;
  return false;
}

static bool is_in_ends(const pme__uses *u, addend a, const pme__unknown_symbols *out) {
  for (int id = 0; id < pme_program_node_count(u->program); id++) {
    const pme_node *node = pme_program_node(u->program, id);
    for (int i = 0; node->kind == PME_NODE_LOOP && i < node->u.loop.last_count; i++) {
      pme__address_term terms[PME__MOST_TERMS];
      pme__address_terms last = {pme__terms_of(u->program, node->u.loop.lasts[i], terms), terms};
      if (is_in(u, &last, a, out))
        return true;
    }
  }
  return false;
}

/* Once, and nothing beside it. */
static bool has_once(const pme__address_terms *terms, int symbol, int sign) {
  for (int i = 0; i < terms->count; i++) {
    const pme__address_term *term = &terms->terms[i];
    if (term->coefficient == sign && term->symbol_count == 1 && term->symbols[0] == symbol && term->loop == PME_NONE &&
        !term->has_other)
      return true;
  }
  return false;
}

/* first - symbol .. size + symbol: as much on both sides of what is computed. */
static bool is_around(const pme__uses *u, int symbol, const pme__unknown_symbols *out) {
  for (int id = 0; id < pme_program_node_count(u->program); id++) {
    const pme_node *node = pme_program_node(u->program, id);
    if (node->kind != PME_NODE_LOOP || node->u.loop.first_count != 1 || node->u.loop.last_count != 1)
      continue;
    pme__address_term begins[PME__MOST_TERMS], ends[PME__MOST_TERMS];
    pme__address_terms first = {pme__terms_of(u->program, node->u.loop.firsts[0], begins), begins};
    pme__address_terms last = {pme__terms_of(u->program, node->u.loop.lasts[0], ends), ends};
    if (!has_once(&first, symbol, -1) || !has_once(&last, symbol, 1))
      continue;
    for (int i = 0; i < last.count; i++)
      if (ends[i].coefficient > 0 && ends[i].symbol_count == 1 && ends[i].symbols[0] != symbol &&
          is_size(u, out, ends[i].symbols[0]))
        return true;
  }
  return false;
}

/* Borders on both sides are two, begins of rows (last - first + 1) are taken off. False: it is neither. */
static bool find_value(const pme__uses *u, const pme__address_terms *lists, int symbol, const pme__unknown_symbols *out,
                       pme_binding *value) {
  unsigned other = PME__IN_THREADS | PME__IN_CHUNK | PME__IN_STEP | PME__IN_DATA;
  if ((u->of[symbol] & other) || ends_dealt_loop(u, symbol))
    return false;
  addend border = {symbol, 2, true}, end = {symbol, 2, false}, first = {symbol, -1, true};
  if (is_in_addresses(u, lists, border, out) || is_in_ends(u, end, out) || is_around(u, symbol, out))
    *value = (pme_binding){.value = PME__TAKEN_MARGIN, .origin = pme__of_margin};
  else if (is_in_addresses(u, lists, first, out))
    *value = (pme_binding){.value = TAKEN_BEGIN, .origin = "taken: where rows begin"};
  else
    return false;
  return true;
}

void pme__find_borders(const pme__uses *uses, const pme__address_terms *lists, pme__unknown_symbols *out) {
  for (int i = 0; i < out->size_count && out->size_count > 1;) {
    pme_binding value;
    if (find_value(uses, lists, pme__parameter_named(uses->program, out->sizes[i]), out, &value))
      pme__take_size(out, i, value.value, value.origin);
    else
      i++;
  }
}
