/* What a pass is told of an order that it asks about: legal or why not, its misses, or that nothing can be computed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/advise/loop_order/order_legality.h"
#include "analysis/advise/transform/library.h"
#include "pmecache/order.h"
#include "test/unit/advise/asked.h"

#define PRODUCT                                                                                                        \
  "loop j = 0 .. 299 work 4 chain 1 vector 4\nread a @ 2400*i + 8*k\nread b @ 2400*k + 8*j\n"                          \
  "read c @ 2400*i + 8*j\nwrite c @ 2400*i + 8*j\nend\nend\nend\n"

typedef struct asked_order {
  const char *name, *loops;
  pme_nest_order order;
  pme_status status;
  pme_order_legality legality;
  bool is_computed;
  double least, most; /* misses of L1 */
} asked_order;

static const asked_order orders[] = {
    {"the product as it stands: along the rows of b and c",
     "loop i = 0 .. 299 parallel\nloop k = 0 .. 899\n" PRODUCT,
     {3, {0, 1, 2}, {0, 1, 2}},
     PME_OK,
     PME_ORDER_LEGAL,
     true,
     9e6,
     25e6},
    {"down the columns of b",
     "loop i = 0 .. 299 parallel\nloop k = 0 .. 899\n" PRODUCT,
     {3, {0, 1, 2}, {0, 2, 1}},
     PME_OK,
     PME_ORDER_LEGAL,
     true,
     70e6,
     130e6},
    {"sums would be dealt out",
     "loop i = 0 .. 299 parallel\nloop k = 0 .. 899\n" PRODUCT,
     {3, {0, 1, 2}, {1, 0, 2}},
     PME_OK,
     PME_ORDER_REVERSED,
     true,
     9e6,
     130e6},
    {"an inner part of it, sequential",
     "loop i = 0 .. 299\nloop k = 0 .. 899\n" PRODUCT,
     {2, {1, 2}, {1, 0}},
     PME_OK,
     PME_ORDER_LEGAL,
     true,
     70e6,
     130e6},
    {"a trip count that nobody knows",
     "loop i = 0 .. n - 1 parallel\nloop k = 0 .. 899\n" PRODUCT,
     {3, {0, 1, 2}, {0, 2, 1}},
     PME_OK,
     PME_ORDER_HIDDEN,
     false,
     0,
     0},
    {"no order", "loop i = 0 .. 299\nloop k = 0 .. 899\n" PRODUCT, {2, {0, 1}, {0, 0}}, PME_BAD_ARGUMENT, 0, 0, 0, 0},
    {"no nest", "loop i = 0 .. 299\nloop k = 0 .. 899\n" PRODUCT, {2, {0, 2}, {1, 0}}, PME_BAD_ARGUMENT, 0, 0, 0, 0},
    {"something between",
     "loop i = 0 .. 299\nwrite c @ 8*i\nloop k = 0 .. 899\nwrite a @ 8*k\nend\nend\n",
     {2, {0, 2}, {1, 0}},
     PME_BAD_ARGUMENT,
     0,
     0,
     0,
     0},
};

static void ask_for(const asked_order *o, const pme_machine *machine) {
  static const char head[] = "pme 1\nfunction f\nparam n\narray a element 8 align 64\narray b element 8 align 64\n"
                             "array c element 8 align 64\n";
  char text[1000];
  pme_program *program;
  pme_order_answer answer;
  pme_what_if what_if = {.threads = 2};
  pme_error error = {0};
  snprintf(text, sizeof text, "%s%s", head, o->loops);
  if (pme_program_read(text, strlen(text), &program, &error))
    fail_msg("%s: %s", o->name, error.message);
  pme_order_question question = {program, machine, &what_if, 0};
  if (pme_advise_order(&question, &o->order, &answer) != o->status)
    fail_msg("%s: status", o->name);
  if (answer.legality != o->legality && pme__find_polyhedra())
    fail_msg("%s: legality %d", o->name, answer.legality);
  if (answer.is_computed != o->is_computed)
    fail_msg("%s: is it computed?", o->name);
  if (o->is_computed && (answer.levels[0].misses < o->least || answer.levels[0].misses > o->most))
    fail_msg("%s: %.0f misses", o->name, answer.levels[0].misses);
  pme_program_destroy(program);
}

static void test_orders(void **state) {
  (void)state;
  pme_machine machine;
  pme_error error = {0};
  assert_int_equal(pme_machine_resolve(FOUR_CORES, &machine, &error), PME_OK);
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
    ask_for(&orders[i], &machine);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_orders)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
