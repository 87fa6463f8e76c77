/* Symbols that divide a size into three sections or more. */
#include "sections.h"
#include "analysis/core/tree.h"
#include "expressions.h"

enum { PARTS_OF_SECTION = 4, MOST_PARTS = 64 };

/* Which size this is where a loop begins or ends, the only symbol there and a part; PME_NONE: it is another. */
static int border_at(const pme__uses *u, const pme__unknown_symbols *out, const pme_expr *bounds, int count) {
  int found = PME_NONE;
  for (int i = 0; i < pme_program_parameter_count(u->program); i++) {
    if (count != 1 || !pme__mentions(u->program, bounds[0], i))
      continue;
    int size = pme__size_named(out, pme_program_parameter(u->program, i)->name);
    if (found != PME_NONE || size == PME_NONE || out->forms[size].parts == 1 || out->forms[size].power != 1)
      return PME_NONE;
    found = size;
  }
  return found;
}

/* Whether that made a border less than another one. */
static bool order_of(const pme__uses *u, int id, pme__unknown_symbols *out) {
  const pme_loop *loop = &pme_program_node(u->program, id)->u.loop;
  int first = border_at(u, out, loop->firsts, loop->first_count);
  int last = border_at(u, out, loop->lasts, loop->last_count);
  if (first == PME_NONE || last == PME_NONE || first == last || out->forms[first].parts != out->forms[last].parts ||
      out->forms[first].parts >= MOST_PARTS || !pme__is_empty_loop(u->program, id, out))
    return false;
  out->forms[first].parts *= PARTS_OF_SECTION;
  bool runs = !pme__is_empty_loop(u->program, id, out);
  if (!runs)
    out->forms[first].parts /= PARTS_OF_SECTION;
  return runs;
}

void pme__order_sections(const pme__uses *uses, pme__unknown_symbols *out) {
  int count = pme_program_node_count(uses->program);
  for (bool again = true; again;) {
    again = false;
    for (int id = 0; id < count; id++)
      if (pme_program_node(uses->program, id)->kind == PME_NODE_LOOP)
        again |= order_of(uses, id, out);
  }
}
