/* Dependences of nests given as text, and the orders of their loops that these allow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/advise/transform/library.h"
#include "analysis/advise/transform/order.h"
#include "analysis/advise/transform/polyhedra/polyhedra.h"
#include "pmecache/program.h"

enum { MOST_TEXT = 2000 };
static const unsigned long MOST_OPERATIONS = 1000000;

/* "i0 j+" is what later iterations lie at: the same i, further on in j. `orders`: the legal ones beside the present. */
typedef struct nest_case {
  const char *name, *loops, *directions, *orders;
} nest_case;

static const nest_case cases[] = {
    {"no dependence", "loop i = 0 .. 99\nloop j = 0 .. 99\nread a @ 8*i + 800*j\nwrite b @ 8*i + 800*j\nend\nend\n", "",
     "j,i"},
    {"a product of matrices",
     "loop i = 0 .. 99\nloop j = 0 .. 99\nloop k = 0 .. 99\nread a @ 800*i + 8*k\nread b @ 800*k + 8*j\n"
     "read c @ 800*i + 8*j\nwrite c @ 800*i + 8*j\nend\nend\nend\n",
     "i0j0k+", "i,k,j j,i,k j,k,i k,i,j k,j,i"},
    {"a wavefront", "loop i = 1 .. 99\nloop j = 0 .. 98\nread a @ 800*i + 8*j - 792\nwrite a @ 800*i + 8*j\nend\nend\n",
     "i+j-", ""},
    {"a recurrence along rows",
     "loop i = 0 .. 99\nloop j = 1 .. 99\nread a @ 800*i + 8*j - 8\nwrite a @ 800*i + 8*j\nend\nend\n", "i0j+", "j,i"},
    {"both diagonals",
     "loop i = 1 .. 98\nloop j = 1 .. 98\nread a @ 800*i + 8*j - 792\nread a @ 800*i + 8*j - 808\n"
     "write a @ 800*i + 8*j\nend\nend\n",
     "i+j- i+j+", ""},
    {"rows are longer than the loop",
     "loop i = 0 .. 9\nloop j = 0 .. 99\nread a @ 1600*i + 8*j + 800\n"
     "write a @ 1600*i + 8*j\nend\nend\n",
     "", "j,i"},
    {"a row that all write", "loop i = 0 .. 9\nloop j = 0 .. 99\nread a @ 400*i + 8*j\nwrite b @ 8*j\nend\nend\n",
     "i+j0", "j,i"},
    {"rows overlap", "loop i = 0 .. 9\nloop j = 0 .. 99\nwrite a @ 400*i + 8*j\nend\nend\n", "i+j-", ""},
    {"down the columns: backwards is forwards",
     "loop i = 98 .. 0 step -1\nloop j = 0 .. 98\nread a @ 800*i + 8*j + 808\nwrite a @ 800*i + 8*j\nend\nend\n",
     "i+j-", ""},
    {"steps of two never meet the odd ones",
     "loop i = 0 .. 98 step 2\nloop j = 0 .. 98\nread a @ 800*i + 8*j + 808\nwrite a @ 800*i + 8*j\nend\nend\n", "",
     "j,i"},
    {"halves of an array",
     "loop i = 1 .. 49\nloop j = 0 .. 98\nread a @ 8*(j / 2) + 800*i\nwrite a @ 8*(j / 2) + 800*i + 400\nend\nend\n",
     "i0j+", "j,i"},
    {"a condition parts reader and writer",
     "loop i = 1 .. 98\nloop j = 0 .. 98\nif i - 50\nread a @ 800*i + 8*j - 792\nend\nif 20 - i\n"
     "write a @ 800*i + 8*j\nend\nend\nend\n",
     "", "j,i"},
    {"half an element",
     "loop i = 0 .. 9\nloop j = 0 .. 9\nwrite a @ 80*i + 8*j size 8\nread a @ 80*i + 8*j + 84 size 4\n"
     "end\nend\n",
     "i+j0", "j,i"},
    {"a triangle: the inner bound needs the outer loop",
     "loop i = 0 .. 99\nloop j = 0 .. i\nwrite b @ 800*j + 8*i\nend\nend\n", "", ""},
    {"the loop around stands still",
     "loop t = 0 .. 9\nloop i = 1 .. 99\nloop j = 0 .. 98\nread a @ 80000*t + 800*i + 8*j - 80000 - 792\n"
     "write a @ 80000*t + 800*i + 8*j\nend\nend\nend\n",
     "", "j,i"},
};

static const char head[] = "pme 1\nfunction f\narray a element 8\narray b element 8\narray c element 8\n";

typedef struct opened {
  pme_program *program;
  pme_concrete *concrete;
  pme_arena *arena;
  pme__nest_reading reading;
} opened;

static opened open_nest(const char *loops, int outermost) {
  char text[MOST_TEXT];
  opened o = {.arena = pme_arena_create()};
  pme_error error = {0};
  const pme_what_if nothing = {0};
  snprintf(text, sizeof text, "%s%s", head, loops);
  if (pme_program_read(text, strlen(text), &o.program, &error) ||
      pme_concrete_create(o.program, &nothing, &o.concrete, &error))
    fail_msg("%s", error.message);
  int innermost;
  for (innermost = outermost; innermost < pme_program_node_count(o.program); innermost++) {
    const pme_node *child = pme_program_node(o.program, pme_program_node(o.program, innermost)->first_child);
    if (child->kind != PME_NODE_LOOP)
      break;
  }
  assert_int_equal(pme__read_nest(o.concrete, outermost, innermost, o.arena, &o.reading), PME_OK);
  return o;
}

static void close_nest(opened *o) {
  pme_arena_destroy(o->arena);
  pme_concrete_destroy(o->concrete);
  pme_program_destroy(o->program);
}

static const char *variable(const opened *o, int loop) {
  return pme_program_node(o->program, o->reading.loops[loop])->u.loop.variable;
}

static void write_directions(const opened *o, const pme__directions *directions, char *text) {
  *text = '\0';
  for (int i = 0; i < directions->count; i++) {
    text += sprintf(text, "%s", i ? " " : "");
    for (int l = 0; l < o->reading.nest.loop_count; l++)
      text += sprintf(text, "%s%c", variable(o, l), "-0+"[directions->all[i].signs[l] + 1]);
  }
}

static void write_orders(const opened *o, const pme__directions *directions, char *text) {
  pme_nest_order order = {.count = o->reading.nest.loop_count};
  const char *start = text;
  *text = '\0';
  for (int i = 0; i < order.count; i++)
    order.at[i] = i;
  while (pme__next_order(&order)) {
    if (pme__find_reversed(directions, &order, 0) || !pme__keeps_bounds(&o->reading.nest, &order))
      continue;
    text += sprintf(text, "%s", text == start ? "" : " ");
    for (int p = 0; p < order.count; p++)
      text += sprintf(text, "%s%s", p ? "," : "", variable(o, order.at[p]));
  }
}

static const pme__polyhedra *polyhedra(void) {
  const pme__polyhedra *found = pme__find_polyhedra();
  if (!found)
    skip(); /* built without isl */
  return found;
}

static void test_nests(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[MOST_TEXT];
    pme__directions directions;
    int outermost = cases[i].loops[5] == 't';
    opened o = open_nest(cases[i].loops, outermost);
    assert_int_equal(o.reading.obstacle, PME__NEST_FREE);
    assert_int_equal(polyhedra()->find_directions(&o.reading.nest, MOST_OPERATIONS, &directions), PME__EXAMINED);
    write_directions(&o, &directions, text);
    if (strcmp(text, cases[i].directions) != 0)
      fail_msg("%s: directions %s", cases[i].name, text);
    write_orders(&o, &directions, text);
    if (strcmp(text, cases[i].orders) != 0)
      fail_msg("%s: orders %s", cases[i].name, text);
    close_nest(&o);
  }
}

static void test_dealt(void **state) {
  (void)state;
  pme__directions directions = {.count = 1, .all = {{.signs = {0, 0, 1}}}};
  pme_nest_order ikj = {.count = 3, .at = {0, 2, 1}}, kij = {.count = 3, .at = {2, 0, 1}};
  assert_null(pme__find_reversed(&directions, &ikj, 1));
  assert_null(pme__find_reversed(&directions, &kij, 0));
  assert_ptr_equal(pme__find_reversed(&directions, &kij, 1), &directions.all[0]);
  assert_ptr_equal(pme__find_reversed(&directions, &ikj, 2), &directions.all[0]);
}

typedef struct obstacle_case {
  const char *name, *loops;
  pme__nest_obstacle obstacle;
} obstacle_case;

static const obstacle_case obstacles[] = {
    {"a sum in a variable", "loop i = 0 .. 9\nloop j = 0 .. 9 carries\nread a @ 80*j + 8*i\nend\nend\n",
     PME__NEST_CARRIED},
    {"data choose what is written",
     "loop i = 0 .. 9\nloop j = 0 .. 9\nread a @ 80*j + 8*i\nwrite b scattered 1 @ 0\nend\nend\n", PME__NEST_CODE},
    {"data choose what is read, nobody writes it",
     "loop i = 0 .. 9\nloop j = 0 .. 9\nread b scattered 1 @ 0\nwrite a @ 80*j + 8*i\nend\nend\n", PME__NEST_FREE},
    {"one thread", "loop i = 0 .. 9\nloop j = 0 .. 9\nif one-thread\nwrite a @ 80*j + 8*i\nend\nend\nend\n",
     PME__NEST_CODE},
    {"more loops than are looked at",
     "loop i = 0 .. 1\nloop j = 0 .. 1\nloop k = 0 .. 1\nloop l = 0 .. 1\nloop m = 0 .. 1\nloop n = 0 .. 1\n"
     "write a @ 8*i\nend\nend\nend\nend\nend\nend\n",
     PME__NEST_DEPTH},
};

static void test_obstacles(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof obstacles / sizeof *obstacles; i++) {
    opened o = open_nest(obstacles[i].loops, 0);
    if (o.reading.obstacle != obstacles[i].obstacle)
      fail_msg("%s: %d", obstacles[i].name, o.reading.obstacle);
    close_nest(&o);
  }
}

/* An answer costs operations; too few of them give none. */
static void test_budget(void **state) {
  (void)state;
  pme__directions directions;
  opened o = open_nest(cases[1].loops, 0);
  assert_int_equal(polyhedra()->find_directions(&o.reading.nest, 10, &directions), PME__EXAMINED_OVER_BUDGET);
  close_nest(&o);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nests),
      cmocka_unit_test(test_dealt),
      cmocka_unit_test(test_obstacles),
      cmocka_unit_test(test_budget),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
