#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "test/unit/by_size/asked.h"

const char machine_text[] = "cores=4;L1=32K,8,64;L2=256K,8,64;L3=8M,16,64,shared=4";

void open_program(asked *a, const char *text) {
  pme_error error = {0};
  pme_predict_options options = {.coherence = true};
  *a = (asked){.arena = pme_arena_create(), .what_if = {.default_threads = 4}};
  if (pme_program_read(text, strlen(text), &a->program, &error) ||
      pme_machine_resolve(machine_text, &a->machine, &error) ||
      pme_concrete_create(a->program, &a->what_if, &a->concrete, &error) ||
      pme_predict(a->concrete, &a->machine, &options, a->arena, &a->prediction, &error))
    fail_msg("%s", error.message);
}

void close_program(asked *a) {
  pme_concrete_destroy(a->concrete);
  pme_program_destroy(a->program);
  pme_arena_destroy(a->arena);
}

static const pme_by_size *ask_with(asked *a, const char *text, double budget_ms, bool rough) {
  const pme_by_size *answer;
  pme_error error = {0};
  open_program(a, text);
  pme_by_size_question question = {a->prediction, &a->what_if, budget_ms, true, false, rough, 0};
  if (pme_predict_by_size(&question, a->arena, &answer, &error))
    fail_msg("%s", error.message);
  return answer;
}

const pme_by_size *ask(asked *a, const char *text, double budget_ms) { return ask_with(a, text, budget_ms, false); }

const pme_by_size *ask_roughly(asked *a, const char *text, double budget_ms) {
  return ask_with(a, text, budget_ms, true);
}

int count_late(const pme_by_size *answer) {
  int count = 0;
  for (int i = 0; i < answer->prediction->reason_count; i++)
    count += answer->prediction->reasons[i].code == PME_REASON_OVER_BUDGET;
  return count;
}

const pme_by_size *ask_address(asked *a, const char *symbols, const char *loops, const char *address) {
  static char text[1000];
  int ends = 0;
  for (const char *at = loops; (at = strstr(at, "loop ")); at++)
    ends++;
  for (const char *at = loops; (at = strstr(at, "\nif ")); at++)
    ends++;
  int length = snprintf(text, sizeof text, "pme 1\nfunction f\nparam n\n%sarray a element 8\n%sread a @ %s\n", symbols,
                        loops, address);
  while (ends-- > 0)
    length += snprintf(text + length, sizeof text - (size_t)length, "end\n");
  return ask(a, text, 0);
}

void read_symbols(asked *a, pme__unknown_symbols *out, char sizes[SYMBOLS_TEXT], char taken[SYMBOLS_TEXT]) {
  assert_int_equal(pme__find_unknown_symbols(a->program, &a->what_if, a->arena, out), PME_OK);
  *sizes = *taken = 0;
  for (int i = 0; i < out->size_count; i++)
    snprintf(sizes + strlen(sizes), SYMBOLS_TEXT - strlen(sizes), "%s%s", i ? " " : "", out->sizes[i]);
  for (int i = 0; i < out->taken_count; i++)
    snprintf(taken + strlen(taken), SYMBOLS_TEXT - strlen(taken), "%s%s = %lld", i ? " " : "", out->taken[i].name,
             (long long)out->taken[i].value);
}

void expect_symbols(const char *body, const char *sizes, const char *taken) {
  char text[600], own_sizes[SYMBOLS_TEXT], own_taken[SYMBOLS_TEXT];
  asked a;
  pme__unknown_symbols unknown;
  snprintf(text, sizeof text, "pme 1\nfunction f\n%s", body);
  open_program(&a, text);
  read_symbols(&a, &unknown, own_sizes, own_taken);
  assert_string_equal(own_sizes, sizes);
  assert_string_equal(own_taken, taken);
  close_program(&a);
}

const pme_binding *taken_for(const pme_by_size *answer, const char *symbol) {
  for (int i = 0; i < answer->taken_count; i++)
    if (!strcmp(answer->taken[i].name, symbol))
      return &answer->taken[i];
  return NULL;
}
