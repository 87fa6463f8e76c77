/* Conditions that ask for several symbols at once. */
#include "together.h"

#include <stdlib.h>

/* Longer ones are asked whether they do for larger sizes, too. */
enum { MOST_SURE_STEP = 1024 };
/* A size that is to be less than a share of another one. */
enum { TAKEN_SMALL = 16 };

/* `nrows == ncols`, `source < nrows`: what each symbol is given by itself need not do for all of them together. */
typedef struct joint {
  pme__chooser all; /* every symbol has its value */
  const pme__condition_list *list;
  pme_binding *choices;
  int count;
} joint;

static bool fails(joint *j, pme_expr condition) {
  j->all.is_open = j->all.is_void = false;
  int64_t value = pme__evaluate_chosen(&j->all, condition);
  return j->all.is_void || (!j->all.is_open && value < 0);
}

/* Of the conditions around the loop, those that certainly do not hold; only those with this symbol, unless NULL. */
static int count_failing(joint *j, const char *symbol) {
  int count = 0;
  for (int i = 0; i < j->list->count; i++) {
    pme__chooser met = j->all;
    met.symbol = symbol ? symbol : "";
    if (symbol)
      pme__evaluate_chosen(&met, j->list->conditions[i].expr);
    if (j->list->conditions[i].around && (!symbol || met.is_met) && fails(j, j->list->conditions[i].expr))
      count++;
  }
  return count;
}

static int count_failing_at(joint *j, int64_t size) {
  j->all.size = size;
  int count = count_failing(j, NULL);
  j->all.size = 0;
  return count;
}

/* What does for one size and not for larger ones (`process <= processes`, where the process is one) does for none. */
static bool does_for_sizes(joint *j, int before) {
  const int64_t much_larger = 1000 * pme__large_size;
  return count_failing_at(j, much_larger) < before;
}

/* Moves one choice, or two alike. Whether fewer conditions fail; else all is as it was. */
static bool move(joint *j, pme_binding *a, pme_binding *b, int64_t by) {
  int before = count_failing(j, NULL);
  a->value += by;
  if (b)
    b->value += by;
  if (count_failing(j, NULL) < before && (llabs(by) <= MOST_SURE_STEP || does_for_sizes(j, before)))
    return true;
  a->value -= by;
  if (b)
    b->value -= by;
  return false;
}

static bool is_free(const pme_binding *choice) { return choice->origin == pme__as_asked; }

static bool move_one_or_two(joint *j, pme_binding *a, int64_t by) {
  if (move(j, a, NULL, by))
    return true;
  for (int i = 0; i < j->count; i++)
    if (&j->choices[i] != a && is_free(&j->choices[i]) && move(j, a, &j->choices[i], by))
      return true;
  return false;
}

/* One step up or down of a symbol that stands in a condition that fails. */
static bool mend_one(joint *j) {
  static const int64_t steps[] = {1, 2, 8, 64, 1024, 1 << 14, 1 << 17, 1 << 20};
  for (int way = 1; way >= -1; way -= 2)
    for (size_t step = 0; step < sizeof steps / sizeof *steps; step++)
      for (int i = 0; i < j->count; i++)
        if (is_free(&j->choices[i]) && count_failing(j, j->choices[i].name) > 0 &&
            move_one_or_two(j, &j->choices[i], way * steps[step]))
          return true;
  return false;
}

/* By how much the choice has to move for the condition to hold, if that goes in even steps; 0: it does not. */
static int64_t exact_step(joint *j, pme_binding *choice, pme_expr condition) {
  int64_t now = pme__evaluate_chosen(&j->all, condition);
  choice->value++;
  int64_t each = pme__evaluate_chosen(&j->all, condition) - now;
  choice->value--;
  int64_t steps = each != 0 ? (-now + llabs(each) - 1) / llabs(each) : 0;
  return each < 0 ? -steps : steps;
}

/* `if (direction + 2 * sweep == 5)`: one of them alone makes the sum, where no usual step does. */
static bool mend_exactly(joint *j) {
  for (int c = 0; c < j->list->count; c++)
    for (int i = 0; i < j->count && j->list->conditions[c].around && fails(j, j->list->conditions[c].expr); i++) {
      int64_t by = is_free(&j->choices[i]) ? exact_step(j, &j->choices[i], j->list->conditions[c].expr) : 0;
      if (by != 0 && llabs(by) <= MOST_SURE_STEP && move(j, &j->choices[i], NULL, by))
        return true;
    }
  return false;
}

/* Whether fewer conditions fail with another choice in place of a size, for large sizes, too. */
static bool try_choice(joint *j, pme_binding *choice, pme_binding tried) {
  *choice = (pme_binding){choice->name, 0, pme__not_asked};
  int before = count_failing(j, NULL);
  *choice = tried;
  return count_failing(j, NULL) < before && does_for_sizes(j, before);
}

/* `if (rows > columns)`: of two sizes that would be equal one is as much more than the other as that asks for; of
 * `rows >= 4 * columns` one is small. */
static bool mend_size(joint *j) {
  for (int c = 0; c < j->list->count; c++)
    for (int i = 0; i < j->count && j->list->conditions[c].around && fails(j, j->list->conditions[c].expr); i++) {
      pme_binding *choice = &j->choices[i];
      if (choice->origin != pme__not_asked)
        continue;
      *choice = (pme_binding){choice->name, 0, pme__as_asked_of_size};
      int64_t by = exact_step(j, choice, j->list->conditions[c].expr);
      bool may_move = by > 0 && by <= MOST_SURE_STEP;
      if (may_move && try_choice(j, choice, (pme_binding){choice->name, by, pme__as_asked_of_size}))
        return true;
      if (try_choice(j, choice, (pme_binding){choice->name, TAKEN_SMALL, pme__as_asked}))
        return true;
      *choice = (pme_binding){choice->name, 0, pme__not_asked};
    }
  return false;
}

void pme__choose_together(const pme_program *program, const pme__condition_list *list, pme__unknown_symbols *unknown) {
  joint j = {.all = {.program = program, .symbol = "", .taken = unknown},
             .list = list,
             .choices = unknown->taken + (unknown->taken_count - unknown->choice_count),
             .count = unknown->choice_count};
  while (j.count > 0 && count_failing(&j, NULL) > 0 && (mend_one(&j) || mend_exactly(&j) || mend_size(&j)))
    ; /* each time fewer fail */
}
