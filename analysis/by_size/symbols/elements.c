/* Symbols that say which element of an array, or of a record, it is, and from where on. */
#include "elements.h"
#include "analysis/base/integer.h"

/* Loops go on by more than the symbol does: by records that it chooses an element of. */
static bool is_of_records(const pme__address_term *loop, int64_t unit) {
  return loop->has_other || loop->symbol_count > 0 || pme__gcd(loop->coefficient, 0) > unit;
}

/* What one more of the symbol is in bytes, where it stands by itself in an access of loops over records, or over nothing.
 * 0: it does not stand so. */
static int64_t unit_of_index(const pme_program *program, int node, const pme__address_terms *list, int symbol,
                             bool *has_loop) {
  bool is_scattered = pme_program_node(program, node)->u.access.scattered > 0;
  int64_t unit = 0;
  for (int i = 0; i < list->count; i++) {
    const pme__address_term *t = &list->terms[i];
    bool is_alone = t->symbol_count == 1 && !t->has_other && t->loop == PME_NONE;
    if (pme__term_has_symbol(t, symbol) && (!is_alone || unit != 0))
      return 0;
    if (pme__term_has_symbol(t, symbol))
      unit = pme__gcd(t->coefficient, 0);
  }
  for (int i = 0; i < list->count && !is_scattered; i++) {
    const pme__address_term *t = &list->terms[i];
    *has_loop |= t->loop != PME_NONE;
    if (t->has_other_loop || (t->loop != PME_NONE && !is_of_records(t, unit)))
      return 0;
  }
  return unit;
}

/* x[id], as accesses without a loop have it, or such that touch what data choose of an array, or p[channels * x + id] of
 * records: which element it is, not how many there are. */
bool pme__is_element(const pme_program *program, const pme__address_terms *lists, int symbol) {
  int64_t unit = 0;
  bool has_loop = false, is_one_unit = true;
  for (int node = 0; node < pme_program_node_count(program); node++) {
    if (!pme__address_has_symbol(&lists[node], symbol))
      continue;
    int64_t here = unit_of_index(program, node, &lists[node], symbol, &has_loop);
    if (here == 0)
      return false;
    is_one_unit &= unit == 0 || here == unit; /* planes by number are some apart: plane, 2 * plane */
    unit = here;
  }
  return !has_loop || is_one_unit;
}

/* Bytes of one more of the symbol in an access where it stands by itself; 0: it does not. */
static int64_t unit_alone(const pme__address_terms *list, int symbol) {
  int64_t unit = 0;
  for (int i = 0; i < list->count; i++) {
    const pme__address_term *t = &list->terms[i];
    if (!pme__term_has_symbol(t, symbol))
      continue;
    if (unit != 0 || t->symbol_count != 1 || t->has_other || t->has_other_loop || t->loop != PME_NONE)
      return 0;
    unit = t->coefficient;
  }
  return unit;
}

bool pme__is_beginning(const pme_program *program, const pme__address_terms *lists, int symbol) {
  bool is_any = false;
  for (int node = 0; node < pme_program_node_count(program); node++) {
    if (!pme__address_has_symbol(&lists[node], symbol))
      continue;
    int64_t unit = unit_alone(&lists[node], symbol);
    int array = pme_program_node(program, node)->u.access.array;
    for (int other = 0; other < pme_program_node_count(program); other++) {
      const pme_node *n = pme_program_node(program, other);
      if (n->kind == PME_NODE_ACCESS && n->u.access.array == array && unit_alone(&lists[other], symbol) != unit)
        return false;
    }
    if (unit <= 0)
      return false;
    is_any = true;
  }
  return is_any;
}
