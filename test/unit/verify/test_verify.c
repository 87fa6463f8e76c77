/* Counters beside predictions, with a test in the place of the kernel: names of events, what a host lacks, a program that is
 * run, tables. */
#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tools/verify/answer.h"
#include "tools/verify/obstacle.h"

/* ---- names of events ---- */

static void test_names(void **state) {
  (void)state;
  event_list list;
  pme_error error = {0};
  assert_int_equal(event_list_read("page-faults,r01d1,L1-dcache-load-misses,LLC-loads=L3.write_misses", &list, &error),
                   PME_OK);
  assert_int_equal(list.count, 4);
  assert_int_equal(list.rows[0].code.type, PERF_TYPE_SOFTWARE);
  assert_false(event_is_hardware(&list.rows[0]));
  assert_int_equal(list.rows[1].code.config, 0x1d1);
  assert_int_equal(list.rows[2].code.config, 0x10000); /* L1D, read, miss: perf_event_open(2) */
  assert_int_equal(list.rows[2].quantity.place, EVENT_FIRST);
  assert_true(list.rows[2].quantity.reads && !list.rows[2].quantity.writes);
  assert_string_equal(list.rows[3].quantity.level, "L3");
  assert_true(list.rows[3].quantity.writes && !list.rows[3].quantity.reads);
}

typedef struct name_fault {
  const char *text, *message;
  int column;
} name_fault;

static const name_fault name_faults[] = {
    {"page-faults,page-fault", "did you mean 'page-faults'?", 13},
    {"", "expected the name of an event", 1},
    {"page-faults,", "expected the name of an event", 13},
    {"page-faults=L1", "expected a level and accesses", 13},
    {"page-faults=.misses", "found '.misses'", 13},
    {"page-faults=L1.hits", "found 'L1.hits'", 13},
    {"r", "no event 'r'", 1},
    {"r12345678901234567", "no event", 1},
    {"cycles,cycles,cycles,cycles,cycles,cycles,cycles,cycles,cycles,cycles,cycles,cycles,cycles,cycles,cycles,cycles,"
     "cycles",
     "more than 16 events", 113},
};

static void test_wrong_names(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof name_faults / sizeof *name_faults; i++) {
    event_list list;
    pme_error error = {0};
    assert_int_equal(event_list_read(name_faults[i].text, &list, &error), PME_BAD_INPUT);
    assert_non_null(strstr(error.message, name_faults[i].message));
    assert_int_equal(error.column, name_faults[i].column);
  }
}

/* ---- what a host lacks ---- */

typedef struct obstacle_case {
  const char *event;
  int fault;
  host_facts facts;
  const char *words;
} obstacle_case;

static const obstacle_case obstacles[] = {
    {"cycles", EACCES, {.paranoid = 4, .has_pmu = true}, "perf_event_paranoid=2` as root, or"},
    {"cycles",
     EACCES,
     {.paranoid = 3, .has_pmu = true, .is_contained = true},
     "on the host, outside of this container"},
    {"cycles",
     EPERM,
     {.paranoid = 2, .has_pmu = true, .is_contained = true, .is_filtered = true},
     "this container does not let"},
    {"cycles", EPERM, {.paranoid = 2, .has_pmu = true, .is_filtered = true}, "seccomp"},
    {"cycles", EPERM, {.paranoid = 1, .has_pmu = true}, "a security module"},
    {"cycles", ENOENT, {.paranoid = 2, .is_virtual = true}, "pmu=on"},
    {"cycles", ENOENT, {.paranoid = 2}, "firmware may have switched them off"},
    {"LLC-loads", ENOENT, {.paranoid = 2, .has_pmu = true}, "does not count it"},
    {"page-faults", EINVAL, {.paranoid = 2}, "does not count it"},
    {"cycles", ENOSYS, {.paranoid = 2, .is_filtered = true}, "--cap-add PERFMON"},
    {"cycles", EACCES, {.paranoid = PARANOID_NONE}, "CONFIG_PERF_EVENTS"},
    {"cycles", EBUSY, {.paranoid = 2, .has_pmu = true}, "nmi_watchdog"},
    {"cycles", EMFILE, {.paranoid = 2, .has_pmu = true}, "Too many open files"},
};

static void test_obstacles(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof obstacles / sizeof *obstacles; i++) {
    event_list list;
    char text[512];
    assert_int_equal(event_list_read(obstacles[i].event, &list, NULL), PME_OK);
    obstacle_write(&list.rows[0], obstacles[i].fault, &obstacles[i].facts, text, sizeof text);
    assert_non_null(strstr(text, obstacles[i].words));
  }
  host_facts here = host_facts_now(); /* whatever it is, looking does no harm */
  assert_true(here.paranoid >= PARANOID_NONE);
}

/* ---- a program that is run ---- */

enum { FIRST_COUNTER = 100 };
static int opened, closed;

/* Cycles cannot be counted here. */
static int open_fake(const event_code *code, pid_t process, bool is_whole) {
  (void)process, (void)is_whole;
  if (code->type == PERF_TYPE_HARDWARE)
    return -ENOENT;
  opened++;
  return FIRST_COUNTER + (int)code->config;
}

static bool read_fake(int counter, counted *out) {
  *out = (counted){(uint64_t)counter, 1000, 250}; /* it counted in a quarter of the time */
  return true;
}

static void close_fake(int counter) {
  assert_true(counter >= FIRST_COUNTER);
  closed++;
}

static const counting fake_counting = {open_fake, read_fake, close_fake};

static void test_run(void **state) {
  (void)state;
  event_list list;
  int faults[EVENT_MOST];
  run_counts counts;
  char *fails[] = {"sh", "-c", "exit 5", NULL}, *none[] = {"./there-is-no-such-program", NULL};
  assert_int_equal(event_list_read("task-clock,cycles,page-faults", &list, NULL), PME_OK);
  run_probe(&fake_counting, &list, faults);
  assert_true(faults[0] == 0 && faults[1] == ENOENT && faults[2] == 0);
  assert_true(run_counted(&fake_counting, &list, fails, NULL, &counts));
  assert_int_equal(counts.status, 5);
  assert_true(counts.is_counted[0] && !counts.is_counted[1] && counts.is_counted[2]);
  assert_true(counts.counts[0] == 4 * (FIRST_COUNTER + PERF_COUNT_SW_TASK_CLOCK));
  assert_true(counts.least_share == 0.25);
  assert_false(run_counted(&fake_counting, &list, none, NULL, &counts));
  assert_int_equal(opened, closed);
}

/* ---- tables ---- */

static const char document[] =
    "{\"version\": 1, \"producer\": \"predict\", \"unit\": {\"source\": \"k.c\", \"directory\": \"/no/where\"}, "
    "\"machine\": {},"
    "\"functions\": [{\"name\": \"k\", \"file\": \"k.c\", \"line\": 1, \"reasons\": [], \"assumptions\": [],"
    "\"levels\": [{\"name\": \"L1\", \"accesses\": 1000, \"misses\": 100, \"cold\": 100}],"
    "\"loops\": [{\"id\": 0, \"parent\": null, \"file\": \"k.c\", \"line\": 8, \"column\": 1, \"variable\": \"i\","
    "\"parallel\": true, \"executions\": 2, \"status\": \"modelled\", \"reasons\": [], \"assumptions\": [],"
    "\"levels\": [{\"name\": \"L1\", \"accesses\": 1000, \"misses\": 100, \"cold\": 100}], \"references\": ["
    "{\"id\": 0, \"access\": \"read\", \"levels\": [{\"name\": \"L1\", \"accesses\": 750, \"misses\": 80}]},"
    "{\"id\": 1, \"access\": \"write\", \"levels\": [{\"name\": \"L1\", \"accesses\": 250, \"misses\": 20}]}]}]}]}";

static pme__units *read_document(void) {
  char path[] = "/tmp/test-verify-XXXXXX";
  const char *const paths[] = {path};
  pme__units *units = NULL;
  int file = mkstemp(path);
  assert_true(file >= 0 && write(file, document, sizeof document - 1) == (ssize_t)sizeof document - 1);
  close(file);
  assert_int_equal(pme__units_read(paths, 1, true, NULL, NULL, &units), PME_OK);
  unlink(path);
  return units;
}

static void write_table(void (*form)(const verified *, FILE *), const verified *v, char *text, size_t bytes) {
  FILE *stream = tmpfile();
  assert_non_null(stream);
  form(v, stream);
  rewind(stream);
  text[fread(text, 1, bytes - 1, stream)] = 0;
  fclose(stream);
}

/* Ten executions where one call has two: five calls. */
static void test_tables(void **state) {
  (void)state;
  event_list events;
  char text[4096];
  assert_int_equal(event_list_read("L1-dcache-load-misses,page-faults=L1.accesses,task-clock", &events, NULL), PME_OK);
  run_counts counts = {.is_counted = {true, true, true}, .counts = {160, 2000, 1234567}, .least_share = 0.5};
  counted_loop rows[] = {{.executions = 10, .threads = 2, .counts = {500, 4000, 7}, .file = "/there/k.c", .line = 9},
                         {.executions = 1, .threads = 1, .counts = {900, 1, 1}, .file = "other.c", .line = 3},
                         {.executions = 1, .threads = 1, .file = ""}};
  counted_loops loops = {rows, 3};
  pme__units *units = read_document();
  const verified v = {&events, &counts, &loops, units, "./k"};
  write_table(verified_text, &v, text, sizeof text);
  assert_non_null(strstr(
      text, "  L1-dcache-load-misses                       160                 80      -50.0%  read misses of L1\n"));
  assert_non_null(strstr(text, "  task-clock                            1,234,567                  -           -\n"));
  assert_non_null(strstr(text, ":8:1: i in k, 10 executions by 2 threads\n"));
  assert_non_null(strstr(text, "  L1-dcache-load-misses                       500                400      -20.0%"));
  assert_non_null(strstr(
      text, "  page-faults                               4,000              5,000      +25.0%  accesses of L1\n"));
  assert_non_null(strstr(text, "other.c:3: 1 execution by 1 thread, in no document\n"));
  assert_non_null(strstr(text, "1 loop without a place in a source: build with -g"));
  assert_non_null(strstr(text, "in 50% of the time at least"));
  write_table(verified_csv, &v, text, sizeof text);
  assert_non_null(strstr(text, "\r\n,,,,,,L1-dcache-load-misses,160,80\r\n"));
  assert_non_null(strstr(text, ",8,\"i\",\"k\",10,2,page-faults,4000,5000\r\n"));
  assert_non_null(strstr(text, ",3,\"\",\"\",1,1,task-clock,1,\r\n"));
  const verified alone = {&events, &counts, &(counted_loops){NULL, 0}, NULL, "./k"};
  write_table(verified_text, &alone, text, sizeof text);
  assert_non_null(strstr(text, "  L1-dcache-load-misses                       160                  -           -\n"));
  pme__units_destroy(units);
}

/* What the library inside of a program writes; the loops of a program that starts itself are the same. */
static void test_lines(void **state) {
  (void)state;
  char path[] = "/tmp/test-verify-XXXXXX";
  static const char lines[] =
      "1a2b 4 2 100 7 /a program\n1a2b 2 3 50 1 /a program\nff 1 1 3 3 /lib/x.so\nbroken\n\n1 2\n";
  int file = mkstemp(path);
  assert_true(file >= 0 && write(file, lines, sizeof lines - 1) == (ssize_t)sizeof lines - 1);
  close(file);
  pme_arena *arena = pme_arena_create();
  counted_loops loops;
  assert_int_equal(counted_loops_read(path, 2, arena, &loops), PME_OK);
  assert_int_equal(loops.count, 2);
  assert_string_equal(loops.rows[0].module, "/a program");
  assert_true(loops.rows[0].offset == 0x1a2b && loops.rows[0].executions == 6 && loops.rows[0].threads == 3);
  assert_true(loops.rows[0].counts[0] == 150 && loops.rows[0].counts[1] == 8);
  unlink(path);
  assert_int_equal(counted_loops_read(path, 2, arena, &loops), PME_OK);
  assert_int_equal(loops.count, 0);
  pme_arena_destroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names), cmocka_unit_test(test_wrong_names), cmocka_unit_test(test_obstacles),
      cmocka_unit_test(test_run),   cmocka_unit_test(test_tables),      cmocka_unit_test(test_lines),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
