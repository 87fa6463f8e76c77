/* Documents of a build put together: paths from here, ranks, what memory that runs out leaves behind. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "analysis/report/page/page.h"
#include "analysis/report/units/units.h"
#include "analysis/report/units/units_parts.h"
#include "analysis/report/units/units_values.h"
#include "test/unit/near.h"

/* ---- paths ---- */

typedef struct path_case {
  const char *here, *directory, *file, *expected;
} path_case;

static const path_case paths[] = {
    {"/p", "/p", "a.c", "a.c"},
    {"/p", "/p/build", "../src/a.c", "src/a.c"},
    {"/p", "/p/build/deep", "../../src/./x//a.c", "src/x/a.c"},
    {"/p", "/pq", "a.c", "/pq/a.c"},
    {"/p", "/p", "/usr/include/v.h", "/usr/include/v.h"},
    {"/p", "/p", "/p/src/a.c", "src/a.c"},
    {"/p", "", "a.c", "a.c"}, /* nobody knows from where */
    {"/p", "/p", "", ""},
    {"/p", "/p", "../../../a.c", "/a.c"},
    {"/", "/p", "a.c", "/p/a.c"},
};

static void test_paths(void **state) {
  (void)state;
  pme_arena *arena = pme_arena_create();
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
    assert_string_equal(pme__path_from_here(arena, paths[i].here, paths[i].directory, paths[i].file),
                        paths[i].expected);
  pme_arena_destroy(arena);
}

/* ---- documents ---- */

#define LOOP(LINE, MORE)                                                                                               \
  "{\"parallel\": true, \"file\": \"a.c\", \"line\": " LINE ", \"column\": 1, \"variable\": \"i\", " MORE "}"
#define LEVELS(MISSES) "\"levels\": [{\"name\": \"L1\", \"accesses\": 9, \"misses\": " MISSES "}]"
#define LAW(NUMBER, POWER, DATA)                                                                                       \
  "\"by_size\": {\"symbols\": [\"n\"], \"levels\": [{\"name\": \"L3\", \"laws\": [{\"to\": null, \"coefficient\": "    \
  "" NUMBER ", \"exponent\": " POWER "}]}], \"points\": [{\"size\": 100, \"data_accesses\": " DATA "}]}"

/* Cold up to 316; then a level was outgrown, and no law holds for the rest: neither n^4 nor more than there is. */
#define OUTGROWN                                                                                                       \
  "\"by_size\": {\"symbols\": [\"n\"], \"levels\": [{\"name\": \"L3\", \"laws\": [{\"to\": 316, \"coefficient\": 1, "  \
  "\"exponent\": 2}]}], \"points\": [" POINT("316", "1e8", "1e5") ", " POINT("999", "3e9", "1e9") ", " POINT(          \
      "1001", "3.01e9", "1.01e9") ", " POINT("3162", "9.5e10", "9e10") "]}"
#define POINT(SIZE, ACCESSES, MISSES)                                                                                  \
  "{\"size\": " SIZE ", \"accesses\": " ACCESSES ", \"levels\": [{\"name\": \"L3\", \"misses\": " MISSES "}]}"

#define ORDER(LEGALITY)                                                                                                \
  ", \"loop_order\": {\"legality\": \"" LEGALITY                                                                       \
  "\", \"pragma\": \"order\", \"text\": \"\", \"cycles_now\": 8, \"cycles_then\": "                                    \
  "4, \"misses_now\": 9, \"misses_then\": 9, \"tiles\": {\"pragma\": \"tiles\", \"misses_now\": 4, \"misses_then\": "  \
  "3}}"

/* As of Fortran: no directive makes them. */
#define TILES_BY_HAND                                                                                                  \
  ", \"loop_order\": {\"legality\": \"legal\", \"pragma\": null, \"text\": \"\", \"tiles\": {\"pragma\": null, "       \
  "\"misses_now\": 4, "                                                                                                \
  "\"misses_then\": 3}}"

/* Those of line 6 are instances of one loop. */
static const char document[] =
    "{\"version\": 1, \"producer\": \"predict\", \"machine\": {\"frequency_hz\": 1e9}, \"functions\": ["
    "{\"name\": \"f\", \"file\": \"a.c\", \"line\": 1, \"loops\": [" LOOP("1", "\"id\": 0") ", " //
    LOOP("2", LAW("7", "1", "9")) ", "                                                           //
    LOOP("3", LAW("0.5", "2", "0")) ", "                                                         //
    LOOP("8", OUTGROWN) ", "                                                                     //
    LOOP("4", LEVELS("5") ORDER("legal")) ", "                                                   //
    LOOP("6", LEVELS("3") ORDER("carried")) ", "                                                 //
    LOOP("6", LEVELS("8")) ", "                                                                  //
    LOOP("7", LEVELS("1") ", \"time_now\": {\"cycles\": 2e9}" TILES_BY_HAND) "]}]}";

static void no_fault(void *context, const char *path, const pme_error *error) {
  (void)context;
  fail_msg("%s: %s", path, error->message);
}

static char written[] = "/tmp/pmecache-units-XXXXXX";

static int write_document(void **state) {
  (void)state;
  int file = mkstemp(written);
  bool is_good = file >= 0 && write(file, document, sizeof document - 1) == (ssize_t)sizeof document - 1;
  return file < 0 || close(file) || !is_good;
}

static int remove_document(void **state) {
  (void)state;
  return unlink(written);
}

static void test_order(void **state) {
  (void)state;
  const char *const path = written;
  pme__units *units;
  assert_int_equal(pme__units_read(&path, 1, true, no_fault, NULL, &units), PME_OK);
  assert_int_equal(units->loop_count, 7);
  assert_int_equal(units->kind_counts[PME__LOOP_NUMBERS], 3);
  assert_true(fabs(units->loops[0].seconds - 2) < 1e-9);
  assert_true(units->loops[1].levels[0].misses == 8 && units->loops[2].levels[0].misses == 5);
  assert_string_equal(units->loops[2].order.change, "order"); /* and tiles */
  assert_string_equal(units->loops[0].order.change, "tiles of its loops");
  assert_true(fabs(units->loops[2].order.ratio - 0.375) < 1e-9);
  assert_string_equal(units->loops[1].order.change, "");
  assert_true(units->loops[4].law.exponent > units->loops[5].law.exponent);
  char law[PME__LAW_BYTES];
  pme__write_law(&units->loops[3].law, law, sizeof law);
  assert_string_equal(law, "L3 2.8 n^3 misses at large sizes, 1.0G at n = 1000");
  pme__write_law(&units->loops[4].law, law, sizeof law);
  assert_string_equal(law, "L3 0.5 n^2 misses, 500K at n = 1000");
  pme__write_law(&units->loops[5].law, law, sizeof law); /* data choose places */
  assert_string_equal(law, "L3 up to 7 n misses, 7000 at n = 1000");
  assert_int_equal(units->loops[6].kind, PME__LOOP_REFUSED);
  assert_true(pme__sizes_come_first(units));
  units->weighted_count = 1;
  assert_false(pme__sizes_come_first(units));
  pme__units_destroy(units);
}

/* ---- what is counted once, and what in no total ---- */

#define EXECUTED(TIMES, LINE, ACCESSES, MISSES, MORE)                                                                  \
  "{\"id\": 0, \"parent\": null, \"parallel\": true, \"file\": \"a.c\", \"line\": " LINE ", \"column\": 1, "           \
  "\"variable\": \"i\", \"executions\": " TIMES ", " MORE "\"levels\": [" LEVEL(ACCESSES, MISSES) "]}"
#define LEVEL(ACCESSES, MISSES)                                                                                        \
  "{\"name\": \"L1\", \"accesses\": " ACCESSES ", \"misses\": " MISSES ", \"low\": 2, \"cold\": 0}"

/* `leaf` is inlined in `step`, both in main; `leaf` is called 50 times, 40 of them by main. Of `data` places are data. */
static const char inlined[] =
    "{\"version\": 1, \"producer\": \"predict\", \"machine\": {}, \"functions\": ["
    "{\"name\": \"leaf\", \"file\": \"a.c\", \"line\": 1, \"inlined_in\": [\"step\", \"main\"], "
    "\"weight\": {\"calls\": 50}, \"levels\": [" LEVEL(
        "10",
        "2") "], " //
             "\"loops\": [" EXECUTED(
                 "1", "2", "10", "2",
                 "") "]}, "                                                                              //
                     "{\"name\": \"step\", \"file\": \"a.c\", \"line\": 3, \"inlined_in\": [\"main\"], " //
                     "\"weight\": {\"calls\": 20}, \"levels\": [" LEVEL(
                         "20",
                         "4") "], " //
                              "\"loops\": [" EXECUTED(
                                  "2", "2", "20", "4",
                                  "") "]}, " //
                                      "{\"name\": \"main\", \"file\": \"a.c\", \"line\": 9, \"weight\": {\"calls\": "
                                      "1}, \"levels\": [" LEVEL("400", "80") "], \"loops\": [" EXECUTED(
                                          "40", "2", "400", "80",
                                          "") "]}, " //
                                              "{\"name\": \"data\", \"file\": \"a.c\", \"line\": 20, \"weight\": "
                                              "{\"calls\": 2}, \"levels\": [" LEVEL(
                                                  "5",
                                                  "2") "], \"loops\": [" EXECUTED("1", "21", "9", "6",
                                                                                  "\"data_accesses\": 4, "
                                                                                  "\"supposed_accesses\": 3, ") "]}]}";

static void test_totals(void **state) {
  (void)state;
  char path[] = "/tmp/pmecache-units-XXXXXX";
  int file = mkstemp(path);
  assert_true(file >= 0 && write(file, inlined, sizeof inlined - 1) == (ssize_t)sizeof inlined - 1);
  close(file);
  const char *const paths_read[] = {path};
  pme__units *units;
  assert_int_equal(pme__units_read(paths_read, 1, false, no_fault, NULL, &units), PME_OK);
  pme__totals all = pme__totals_of(units, NULL);
  near(all.levels[0].accesses, 10 * 10 + 400 + 2 * 5, 1e-12,
       "accesses"); /* ten calls of `leaf` are nobody's, `step` is main's */
  near(all.levels[0].misses, 10 * 2 + 80 + 2 * 2, 1e-12, "misses");
  near(all.data_accesses, 2 * 4, 1e-12, "data_accesses");
  near(all.supposed_accesses, 2 * 3, 1e-12, "supposed_accesses");
  char text[PME__SUPPOSED_BYTES];
  assert_false(pme__write_supposed(&all, text, sizeof text)); /* of 510 */
  all.supposed_accesses = 30;
  assert_true(pme__write_supposed(&all, text, sizeof text));
  near(all.levels[0].data_misses, 2 * (6 - 2), 1e-12, "data_misses");
  assert_int_equal(units->inlined_count, 2);
  assert_int_equal(units->loop_count, 3);
  pme__units_destroy(units);
  unlink(path);
}

/* ---- what is left out before documents are parsed ---- */

typedef struct slim_case {
  const char *given, *left; /* "": it is no JSON */
} slim_case;

static const slim_case slims[] = {
    {"{}", "{}"},
    {" [1, -2e3, true, null]\n", "[1,-2e3,true,null]"},
    {"{\"a\": {\"references\": [{\"b\": [\"]}\"]}], \"c\": 1}}", "{\"a\":{\"c\":1}}"},
    {"{\"references\": [], \"a\": 1, \"hint\": \"x\"}", "{\"a\":1}"},
    {"{\"hint\": \"\\\\\\\"}\", \"references\": 3}", "{}"},
    {"{\"text\": \"references\", \"reference\": []}", "{\"text\":\"references\",\"reference\":[]}"},
    {"{\"a\": \"\\\" ,\"}", "{\"a\":\"\\\" ,\"}"},
    {"", ""},
    {"[1", ""},
    {"{\"a\" 1}", ""},
    {"{\"references\": [}", ""},
    {"{\"references\": \"", ""},
    {"[] x", ""},
    {"{1: 2}", ""},
    {"{\"\x7f"
     "ersi /x",
     ""},
    {"{\"a\\", ""},
    {"[{\"a\"", ""},
};

static void test_slim(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof slims / sizeof *slims; i++) {
    size_t length = strlen(slims[i].given);
    char *text = (char *)malloc(length + !length); /* its end is watched by sanitizers */
    assert_non_null(text);
    memcpy(text, slims[i].given, length);
    size_t left = pme__slim(text, length);
    assert_int_equal(left, strlen(slims[i].left));
    assert_memory_equal(text, slims[i].left, left);
    free(text);
  }
}

static void test_no_memory(void **state) {
  (void)state;
  const char *const path = written;
  pme__units *units = NULL;
  pme_status status = PME_NO_MEMORY;
  for (long countdown = 1; status == PME_NO_MEMORY && countdown < 10000; countdown++) {
    pme_fail_allocation_after(countdown);
    bool is_told = false;
    status = pme__units_read(&path, 1, false, (pme__document_fault *)no_fault, &is_told, &units);
    pme_fail_allocation_after(0);
    assert_true((status == PME_OK) == (units != NULL));
  }
  assert_int_equal(status, PME_OK);
  pme__units_destroy(units);
}

/* ---- forms ---- */

static void test_costs(void **state) {
  (void)state;
  char text[PME__COST_BYTES];
  pme__unit_loop loop = {.level_count = 1, .levels = {{"L2", 9, 7}}, .cycles = -1, .seconds = -1};
  pme__write_cost(&loop, pme__loop_cost(&loop), text, sizeof text);
  assert_string_equal(text, "7 L2 misses");
  loop.cycles = 2.5e6;
  pme__write_cost(&loop, pme__loop_cost(&loop), text, sizeof text);
  assert_string_equal(text, "2.5M cycles");
  loop.seconds = 0.0025;
  pme__write_cost(&loop, pme__loop_cost(&loop), text, sizeof text);
  assert_string_equal(text, "2.5 ms");
}

static void test_page(void **state) {
  (void)state;
  const char *const path = written;
  pme__units *units;
  char *page = NULL;
  size_t bytes = 0;
  assert_int_equal(pme__units_read(&path, 1, true, no_fault, NULL, &units), PME_OK);
  FILE *stream = open_memstream(&page, &bytes);
  assert_int_equal(pme__page_write(units, stream), PME_OK);
  fclose(stream);
  assert_non_null(strstr(page, "<p id=L6>"));
  assert_string_equal(page + bytes - 15, "</body></html>\n");
  free(page);
  stream = open_memstream(&page, &bytes);
  pme_fail_allocation_after(1);
  assert_int_equal(pme__page_write(units, stream), PME_NO_MEMORY);
  pme_fail_allocation_after(0);
  fclose(stream);
  free(page);
  pme__units_destroy(units);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_paths),     cmocka_unit_test(test_order),
                                     cmocka_unit_test(test_totals),    cmocka_unit_test(test_slim),
                                     cmocka_unit_test(test_no_memory), cmocka_unit_test(test_costs),
                                     cmocka_unit_test(test_page)};
  return cmocka_run_group_tests(tests, write_document, remove_document);
}
