/* Programs run for the lines of one residue, beside all of their accesses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/model/windows/forward.h"

enum { MOST = 1 << 20, MOST_REFERENCES = 8 };

typedef struct run {
  const pme__loop_tree *program;
  const pme__residue *only; /* of what comes, that is kept; NULL: all of it */
  int64_t *addresses;
  int *references;
  int count;
  int64_t left_out[MOST_REFERENCES];
} run;

static bool keep(void *context, int reference, int64_t address) {
  run *r = (run *)context;
  if (r->only && !pme__residue_touches(r->only, address, r->program->references[reference].size_bytes))
    return true;
  assert_true(r->count < MOST);
  r->addresses[r->count] = address;
  r->references[r->count++] = reference;
  return true;
}

/* Pages that references come to, whose entries of the page table are in lines of the residue. */
typedef struct pages {
  const pme__loop_tree *program;
  const pme__residue *residue;
  int64_t latest[MOST_REFERENCES], *at;
  int count;
} pages;

static void come_to_page(void *context, int reference, int64_t page) {
  pages *p = (pages *)context;
  assert_true(p->count < MOST);
  p->at[p->count++] = page * MOST_REFERENCES + reference;
}

static bool look_at_page(void *context, int reference, int64_t address) {
  pages *p = (pages *)context;
  int64_t page = address >> p->residue->page_shift;
  bool is_other = page != p->latest[reference];
  p->latest[reference] = page;
  if (is_other && pme__residue_has_entry(p->residue, address))
    come_to_page(p, reference, page);
  return true;
}

static bool pass(void *context, int reference, int64_t address) {
  (void)context, (void)reference, (void)address;
  return true;
}

static void compare_pages(const pme__loop_tree *program, pme__residue *residue, int64_t chosen, pme_arena *arena) {
  pages all = {.program = program, .residue = residue}, some = all;
  int64_t latest[MOST_REFERENCES];
  residue->chosen = chosen;
  all.at = PME_ARENA_NEW(arena, int64_t, MOST);
  some.at = PME_ARENA_NEW(arena, int64_t, MOST);
  assert_true(all.at && some.at);
  for (int i = 0; i < MOST_REFERENCES; i++)
    all.latest[i] = latest[i] = INT64_MIN;
  pme__forward whole = {.program = program, .sink = look_at_page, .context = &all};
  pme__forward_all(&whole);
  pme__forward of_residue = {.program = program,
                             .sink = pass,
                             .residue = residue,
                             .page = come_to_page,
                             .latest_pages = latest,
                             .context = &some};
  pme__forward_all(&of_residue);
  assert_int_equal(all.count, some.count);
  assert_memory_equal(all.at, some.at, (size_t)all.count * sizeof *all.at);
}

static int64_t leave_out(void *context, const pme__tree_node *body, uint64_t told, int64_t iterations) {
  run *r = (run *)context;
  for (int i = 0; i < body->reference_count; i++)
    r->left_out[body->reference_first + i] += told >> i & 1 ? iterations : 0;
  return iterations;
}

static void begin(run *r, const pme__loop_tree *program, pme_arena *arena) {
  *r = (run){.program = program,
             .addresses = PME_ARENA_NEW(arena, int64_t, MOST),
             .references = PME_ARENA_NEW(arena, int, MOST)};
  assert_non_null(r->addresses);
  assert_non_null(r->references);
}

static void assert_same(const run *a, const run *b) {
  assert_int_equal(a->count, b->count);
  for (int i = 0; i < a->count; i++)
    if (a->addresses[i] != b->addresses[i] || a->references[i] != b->references[i])
      fail_msg("access %d: reference %d at %jd, not %d at %jd", i, b->references[i], (intmax_t)b->addresses[i],
               a->references[i], (intmax_t)a->addresses[i]);
}

/* What is left out and what is told are all accesses of each reference. */
static void assert_all_counted(const run *all, const run *some) {
  int64_t wanted[MOST_REFERENCES] = {0}, counted[MOST_REFERENCES] = {0};
  for (int i = 0; i < all->count; i++)
    wanted[all->references[i]]++;
  for (int i = 0; i < some->count; i++)
    counted[some->references[i]]++;
  for (int k = 0; k < MOST_REFERENCES; k++)
    assert_int_equal(wanted[k], counted[k] + some->left_out[k]);
}

static void compare_residue(const pme__loop_tree *program, pme__residue *residue, int64_t chosen, pme_arena *arena) {
  run all, some, fewer;
  residue->chosen = chosen;
  begin(&all, program, arena);
  begin(&some, program, arena);
  begin(&fewer, program, arena);
  all.only = residue;
  pme__forward whole = {.program = program, .sink = keep, .context = &all};
  pme__forward_all(&whole);
  pme__forward of_residue = {.program = program, .sink = keep, .context = &some, .residue = residue};
  pme__forward_all(&of_residue);
  assert_same(&all, &some);
  of_residue.line_shift = residue->line_shift;
  of_residue.context = &fewer;
  of_residue.alike = leave_out;
  pme__forward_all(&of_residue);
  assert_all_counted(&all, &fewer);
}

static void compare(const char *body, const char *text) {
  char source[1024];
  pme_error error = {0};
  pme_program *program;
  pme_concrete *concrete;
  pme_machine machine;
  pme__loop_tree *tree;
  pme__residue residue;
  pme_arena *arena = pme_arena_create();
  snprintf(source, sizeof source, "pme 1\nfunction f\n%s", body);
  assert_int_equal(pme_program_read(source, strlen(source), &program, &error), PME_OK);
  assert_int_equal(pme_machine_read(text, strlen(text), &machine, &error), PME_OK);
  assert_int_equal(pme_concrete_create(program, &(pme_what_if){0}, &concrete, &error), PME_OK);
  assert_int_equal(pme__loop_tree_create(concrete, arena, &tree), PME_OK);
  assert_true(pme__residue_prepare(tree, &machine, arena, &residue));
  for (int64_t chosen = 0; chosen < residue.count; chosen += 7)
    compare_residue(tree, &residue, chosen, arena);
  for (int64_t chosen = 0; chosen < residue.count; chosen += 7)
    compare_pages(tree, &residue, chosen, arena);
  pme_arena_destroy(arena);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
}

#define MACHINE "cores=1;L1=32K,8,64;L2=1M,16,64"

static void test_rows(void **state) {
  (void)state;
  compare("array A element 8 base 0\narray B element 4 base 999936\nloop i = 0 .. 99\nloop j = 0 .. 998\n"
          "read A @ 8000*i + 8*j\nread A @ 8*j\nwrite B @ 4*j - 4*i + 4000\nread B @ 4*i\nend\nend\n",
          MACHINE);
}

static void test_columns(void **state) {
  (void)state;
  compare("array A element 8 base 64\nloop i = 0 .. 99\nloop j = 0 .. 499\nread A @ 4104*j + 8*i\n"
          "write A @ 4096*j - 8*i + 800\nread A @ 0 - 72*j + 36000\nread A @ 192*j\nend\nend\n",
          MACHINE);
}

/* Accesses that are not in rows, triangles, accesses that cross lines or have more than one. */
static void test_others(void **state) {
  (void)state;
  compare(
      "array A element 8 base 0\nloop i = 0 .. 199\nread A @ 72*i\nloop j = 0 .. i\nread A @ 8*j - 4 + 1600*i size 8\n"
      "end\nwrite A @ 96*i size 200\nloop k = i .. 199\nwrite A @ 8*k size 100\nread A @ 12*k + 60 size 8\nend\nend\n",
      MACHINE);
  compare("array A element 8 base 0\nloop i = 0 .. 9\nloop j = 0 .. 199\nread A @ 8*j + 1600*i size 5000\nend\nend\n",
          MACHINE);
}

/* Rows that go over many pages: by less than one, by several, by more than one line has the entries of. */
static void test_pages(void **state) {
  (void)state;
  compare("array A element 8 base 64\narray B element 8 base 100000000\nloop i = 0 .. 2\nloop j = 0 .. 1999\n"
          "read A @ 1000*j + 8*i\nread A @ 9600*j\nwrite B @ 40000*j - 8*i + 800\n"
          "read B @ 0 - 5000*j + 10000000\nread B @ 32768*j\nread A @ 262144*i + 8\nend\nend\n",
          MACHINE ";pages=64,4K,ways=4");
}

static void test_how_many(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int64_t residues;
  } cases[] = {{"cores=1;L1=32K,8,64", 64},
               {"cores=1;L1=48K,12,64;L2=1280K,20,64;L3=25344K,11,64", 64},
               {"cores=1;L1=24K,6,64;L2=96K,4,64", 64},
               {"cores=1;L1=24K,8,64;L2=96K,4,64", 16},
               {"cores=1;L1=64K,4,64;pages=64,4K,ways=4,frames=random", 64}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pme_machine machine;
    assert_int_equal(pme_machine_read(cases[i].text, strlen(cases[i].text), &machine, NULL), PME_OK);
    assert_int_equal(pme__residues_of(&machine), cases[i].residues);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_columns),
                                     cmocka_unit_test(test_others), cmocka_unit_test(test_pages),
                                     cmocka_unit_test(test_how_many)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
