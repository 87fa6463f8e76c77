/* Symbols that are taken off where loops end. */
#include "widths.h"
#include "expressions.h"

enum { PARTS_OF_WIDTH = 8 };
const char pme__of_margin[] = "taken: a margin";

/* Whether it is no more than this that is taken off: margins before what ends loops of its own. */
static bool may_be_width(unsigned uses, int round) {
  if (!(uses & PME__TAKEN_OFF))
    return false;
  return round > 1 || (!(uses & PME__ONLY_END) && (round > 0 || !(uses & PME__ADDED)));
}

/* The n and the offset of (n + team - offset - 1) / team stand alike: which one is less is what the loop runs with. */
static bool runs_with_margin(const pme__uses *u, int id, pme__unknown_symbols *out, int size) {
  pme_size_form whole = out->forms[size];
  out->forms[size] = (pme_size_form){.parts = 1, .power = 0, .factor = PME__TAKEN_MARGIN};
  bool runs = !pme__is_empty_loop(u->program, id, out);
  out->forms[size] = whole;
  return runs;
}

static void make_width(const pme__uses *u, int parameter, pme__unknown_symbols *out, int size) {
  if (u->of[parameter] & PME__ONLY_END) {
    out->forms[size].parts = PARTS_OF_WIDTH;
    return;
  }
  pme__take_size(out, size, PME__TAKEN_MARGIN, pme__of_margin);
}

/* Were all sizes equal, `n - 2 * halo` would leave nothing to do: what is taken off is less. */
static void find_widths_of(const pme__uses *u, int id, pme__unknown_symbols *out) {
  const pme_loop *loop = &pme_program_node(u->program, id)->u.loop;
  enum { KINDS = 3 }; /* of those with which the loop runs, then of any */
  for (int round = 0; round < 2 * KINDS; round++)
    for (int i = 0; i < pme_program_parameter_count(u->program); i++) {
      int size = pme__size_named(out, pme_program_parameter(u->program, i)->name);
      if (size != PME_NONE && out->forms[size].parts == 1 && out->size_count > 1 &&
          may_be_width(u->of[i], round % KINDS) && pme__bounds_mention(u->program, loop, i) &&
          pme__is_empty_loop(u->program, id, out) && (round >= KINDS || runs_with_margin(u, id, out, size)))
        make_width(u, i, out, size);
    }
}

void pme__find_widths(const pme__uses *uses, pme__unknown_symbols *out) {
  for (int id = 0; id < pme_program_node_count(uses->program); id++)
    if (pme_program_node(uses->program, id)->kind == PME_NODE_LOOP && pme__is_empty_loop(uses->program, id, out))
      find_widths_of(uses, id, out);
}
