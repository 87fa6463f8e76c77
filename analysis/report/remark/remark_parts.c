/* Pieces of remarks: numbers, names and places in words, and the list of remarks that grows. */
#include "remark_parts.h"

#include <string.h>

#include "analysis/report/words/by_size_words.h"
#include "analysis/report/words/facts.h"

enum { FIRST_CAPACITY = 16 };

/* A remark stays on its line whatever the names hold. */
static void make_printable(char *text) {
  for (; *text; text++)
    if ((unsigned char)*text < ' ' || *text == 127)
      *text = ' ';
}

void pme__say_share(pme__words *l, double part, double whole) {
  char share[24];
  pme_format_share(part, whole, share, sizeof share);
  pme__say(l, "%s", share);
}

void pme__say_misses(pme__words *l, const pme_misses *misses) {
  if (misses->precision == PME_PRECISION_ESTIMATE && misses->misses > 0)
    pme__say(l, "about ");
  if (misses->precision == PME_PRECISION_BOUND && misses->low >= 0.5) {
    pme__say_count(l, misses->low);
    pme__say(l, " to ");
  } else if (misses->precision == PME_PRECISION_BOUND) {
    pme__say(l, "up to ");
  }
  pme__say_count(l, misses->misses);
  pme__say_reach(l, misses);
}

void pme__say_place(pme__words *l, const pme__remark_builder *b, pme_place place) {
  const char *file = pme__base_name(pme__file_of(b->subject, place, NULL));
  if (place.line <= 0)
    return;
  pme__say(l, file[0] ? " (%.*s:%d" : " (%.*sline %d", PME__REMARK_NAME_BYTES, file, place.line);
  if (place.column > 0)
    pme__say(l, ":%d", place.column);
  pme__say(l, ")");
}

bool pme__is_shown(const pme__remark_builder *b, const pme_loop_prediction *loop) {
  return pme__is_parallel(b->prediction, loop) || (b->sequential && pme__is_sequential(b->prediction, loop));
}

void pme__say_subject(pme__words *l, const pme__remark_builder *b, int loop_node) {
  if (loop_node == PME_NONE) {
    pme__say(l, "function '%.*s'", PME__REMARK_NAME_BYTES, b->subject->function);
    return;
  }
  const pme_subject_loop *loop = &pme_subject_at(b->subject, loop_node)->u.loop;
  pme__say(l, "%s '%.*s'", pme__kind_of_loop(loop), PME__REMARK_NAME_BYTES, loop->variable);
}

void pme__say_access(pme__words *l, const pme__remark_builder *b, int node) {
  bool is_write = pme_subject_at(b->subject, node)->u.access.is_write;
  pme__say(l, "%s '%.*s'", is_write ? "writing" : "reading", PME__REMARK_NAME_BYTES, pme__array_name(b->subject, node));
  pme__say_place(l, b, pme_subject_at(b->subject, node)->place);
}

void pme__say_texts(pme__words *l, pme__two_texts texts) {
  const char *between = texts.general[0] && texts.particular[0] ? ": " : "";
  pme__say(l, "%s%s%.*s", texts.general, between, 3 * PME__REMARK_NAME_BYTES, texts.particular);
}

void pme__remark_add(pme__remark_builder *b, pme_remark_kind kind, const char *name, int node, pme_place place,
                     pme__words *l) {
  if (b->count == b->capacity) {
    int capacity = b->capacity ? 2 * b->capacity : FIRST_CAPACITY;
    pme_remark *grown = PME_ARENA_NEW(b->arena, pme_remark, capacity);
    if (!grown) {
      b->failed = true;
      return;
    }
    if (b->count)
      memcpy(grown, b->remarks, (size_t)b->count * sizeof *grown);
    b->remarks = grown;
    b->capacity = capacity;
  }
  make_printable(l->buffer);
  const char *text = pme_arena_copy_text(b->arena, l->buffer);
  if (!text)
    b->failed = true;
  else
    b->remarks[b->count++] = (pme_remark){.kind = kind, .name = name, .node = node, .place = place, .text = text};
}

static const char not_counted[] = "; a part of the loop is not modelled and not counted (-Rpass-missed=cache says why)";
static const char may_miss[] =
    " more accesses, whose addresses data decide, may each miss (-Rpass-missed=cache says which)";

void pme__say_partly(pme__words *l, const pme_loop_prediction *loop) {
  if (loop->left_out_accesses <= 0) {
    pme__say(l, "%s", not_counted);
    return;
  }
  pme__say(l, "; up to ");
  pme__say_count(l, loop->left_out_accesses);
  pme__say(l, "%s", may_miss);
}

bool pme__is_chosen_by_data(const pme__remark_builder *b, const pme_reference_prediction *reference) {
  const pme_concrete *concrete = b->prediction->concrete;
  return concrete && pme_concrete_node_at(concrete, reference->node)->u.access.scattered > 0;
}

bool pme__is_counted(const pme__remark_builder *b, const pme_loop_prediction *loop,
                     const pme_reference_prediction *reference) {
  return reference->modelled && pme_subject_is_below(b->subject, reference->node, loop->node) &&
         (loop->data_accesses > 0 || !pme__is_chosen_by_data(b, reference));
}

static const char chosen_places[] = " of the accesses are at places that data choose, and may each miss or hit"
                                    " (a run tells: PMECACHE_INSTRUMENT=irregular)";

void pme__say_data(pme__words *l, const pme_loop_prediction *loop) {
  pme__say(l, "; ");
  pme__say_share(l, loop->data_accesses, loop->levels[0].accesses);
  pme__say(l, "%s", chosen_places);
}

static bool supposes(const pme__remark_builder *b, int loop, pme_assumption_code code) {
  for (int i = 0; i < b->subject->assumption_count; i++)
    if (b->subject->assumptions[i].code == code &&
        (pme_subject_is_below(b->subject, b->subject->assumptions[i].node, loop) ||
         pme_subject_is_below(b->subject, loop, b->subject->assumptions[i].node)))
      return true;
  return false;
}

void pme__say_supposed(pme__words *l, const pme__remark_builder *b, const pme_loop_prediction *loop) {
  double supposed = pme__supposed_accesses(b->prediction, loop->node);
  if (supposed <= 0 || supposed < PME__NOTABLE_SUPPOSED * loop->levels[0].accesses)
    return;
  pme__say(l, "; %s",
           supposes(b, loop->node, PME_ASSUMPTION_BRANCH_TAKEN) ? "branches on data are counted as always taken"
                                                                : "early exits are counted as never taken");
}

void pme__say_data_by_size(pme__words *l, const pme_by_size_loop *loop) {
  const pme_size_point *last = &loop->points[loop->point_count - 1];
  if (last->data_accesses <= 0)
    return;
  pme__say(l, "; ");
  pme__say_share(l, last->data_accesses, last->levels[0].accesses);
  pme__say(l, "%s", chosen_places);
}

void pme__say_partly_by_size(pme__words *l, const pme_by_size *answer, const pme_by_size_loop *loop) {
  if (loop->points[loop->point_count - 1].left_out_accesses <= 0) {
    pme__say(l, "%s", not_counted);
    return;
  }
  pme__say(l, "; up to ");
  pme__say_left_out(l, answer, loop);
  pme__say(l, "%s", may_miss);
}
