/* A loop by itself, with values in place of symbols as pme__bind_size binds them for it. */
#include "loop_excerpt.h"

typedef struct binder {
  const pme__size_search *search;
  int loop; /* whose choices hold */
} binder;

static pme__stand_in stand_in_of(const void *context, int id) {
  const binder *b = (const binder *)context;
  const pme__size_search *s = b->search;
  const pme_parameter *parameter = pme_program_parameter(s->program, id);
  const pme_binding *taken = s->bound[b->loop];
  pme__stand_in stand_in = {PME__SYMBOL, 0, pme__whole_size};
  if (pme__is_given(&s->what_if, parameter, &stand_in.value))
    stand_in.kind = PME__NUMBER;
  for (int i = 0; i < s->unknown.size_count; i++)
    if (s->unknown.sizes[i] == parameter->name)
      stand_in = (pme__stand_in){PME__SIZE, 0, s->unknown.forms[i]};
  for (int i = 0; i < s->unknown.taken_count; i++)
    if (taken[i].name == parameter->name && taken[i].origin != pme__not_asked)
      stand_in = (pme__stand_in){taken[i].origin == pme__as_asked_of_size ? PME__SIZE : PME__NUMBER, taken[i].value,
                                 pme__whole_size};
  return stand_in;
}

pme_status pme__excerpt_of_loop(const pme__size_search *search, int top, int loop, pme_program **out, int *nodes) {
  binder b = {search, loop};
  pme__stand_ins stand_ins = {stand_in_of, &b};
  return pme__program_excerpt(search->program, top, &stand_ins, out, nodes);
}
