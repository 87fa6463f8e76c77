/* Profiles as text and as files: what is written is what is read, and what is left of a damaged file. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "pmecache/arena.h"
#include "pmecache/profile.h"
#include "test/unit/profile/example_profile.h"

static void round_trip(void **state) {
  (void)state;
  pme_profile *p;
  assert_int_equal(build(&p), PME_OK);
  text_buffer t = text_of(p);
  pme_profile *q = read_text(t.bytes, t.length, 0);
  text_buffer again = text_of(q);
  assert_string_equal(t.bytes, again.bytes);
  assert_string_equal(pme_profile_options_of(q)->command, "./bfs \"a b\" \n\\");
  assert_int_equal(pme_profile_loop_at(q, 1)->parent, 0);
  assert_int_equal(pme_profile_advice_count(q), 2);
  assert_string_equal(pme_profile_advice_at(q, 0)->text, "use \"schedule(dynamic,4)\"\n");
  assert_string_equal(pme_profile_advice_at(q, 1)->machine, "corei7");
  assert_true(pme_profile_advice_at(q, 0)->pays && !pme_profile_advice_at(q, 1)->pays);
  assert_int_equal(pme_profile_advice_at(q, 0)->schedule, PME_SCHEDULE_DYNAMIC);
  assert_int_equal(pme_profile_advice_at(q, 0)->chunk, 4);
  assert_true(pme_profile_advice_at(q, 0)->ratio == 0.75 && pme_profile_advice_at(q, 0)->low == 0.5);
  assert_int_equal(pme_profile_symbol_count(q), 4);
  assert_int_equal(pme_profile_symbol_at(q, 1)->value, -5);
  assert_true(pme_profile_symbol_at(q, 1)->times == 4);
  assert_int_equal(pme_profile_symbol_at(q, 2)->value, 12);
  assert_true(pme_profile_symbol_at(q, 3)->other && pme_profile_symbol_at(q, 3)->times == 7);
  assert_int_equal(pme_profile_loop_at(q, 0)->work.entry, 7);
  assert_true(pme_profile_loop_at(q, 0)->part[3] == 4 && pme_profile_loop_at(q, 1)->part[3] == 0);
  assert_true(pme_profile_block_at(q, 1)->course.is_run && pme_profile_block_at(q, 1)->course.surprises == 12.5);
  assert_true(pme_profile_reference_at(q, 1)->moves.is_chained && pme_profile_reference_at(q, 0)->moves.decides);
  assert_true(pme_profile_reference_at(q, 1)->moves.first_address == 0xfedcba9876543210);
  bool stale;
  assert_int_equal(pme_profile_find_function(q, "bfs", 0x123456789abcdef0, &stale), 0);
  assert_int_equal(pme_profile_find_function(q, "bfs", 1, &stale), PME_NONE);
  assert_true(stale);
  assert_int_equal(pme_profile_find_function(q, "dfs", 1, &stale), PME_NONE);
  assert_false(stale);
  free(t.bytes);
  free(again.bytes);
  pme_profile_destroy(p);
  pme_profile_destroy(q);
}

static pme_profile *with_mean(const pme_profile_options *options, double total, double times) {
  pme_profile *p = NULL;
  assert_int_equal(pme_profile_create(options, NULL, &p), PME_OK);
  int f = pme_profile_add_function(p, &(pme_profile_function){.name = "spmv"});
  pme_profile_add_mean(p, f, PME_NONE, "k.trips", total, times);
  return p;
}

/* How often a loop goes round: what several runs say adds up, and a loop that went round has one round at least. */
static void means(void **state) {
  (void)state;
  pme_profile_options options = {.line_bytes = 64, .threads = 1, .rate = 1};
  pme_profile *p = with_mean(&options, 27, 10), *more = with_mean(&options, 13, 5), *few = with_mean(&options, 1, 9);
  assert_int_equal(pme_profile_symbol_at(p, 0)->value, 3);
  assert_int_equal(pme_profile_symbol_at(few, 0)->value, 1);
  assert_int_equal(pme_profile_merge(p, more, NULL), PME_OK);
  text_buffer t = text_of(p);
  assert_non_null(strstr(t.bytes, "mean function 0 loop - name \"k.trips\" total 40 times 15"));
  pme_profile *q = read_text(t.bytes, t.length, 0);
  const pme_profile_symbol *symbol = pme_profile_symbol_at(q, 0);
  assert_true(symbol->mean && symbol->value == 3 && symbol->total == 40 && symbol->times == 15);
  free(t.bytes);
  for (pme_profile **each = (pme_profile *[]){p, more, few, q, NULL}; *each; each++)
    pme_profile_destroy(*each);
}

/* Every line lost in turn, every byte flipped in turn: the rest is used and something is said. */
static void damage(void **state) {
  (void)state;
  pme_profile *p;
  int count, total;
  assert_int_equal(build(&p), PME_OK);
  text_buffer t = text_of(p);
  for (size_t i = 0; i < t.length; i++) {
    t.bytes[i] ^= (char)(1 << i % 7);
    pme_profile *q = read_text(t.bytes, t.length, -1);
    const pme_profile_fault *faults = pme_profile_faults(q, &count, &total);
    if (total < 1 || faults[0].line < 1 || !faults[0].message[0])
      fail_msg("byte %zu of %zu: %d faults", i, t.length, total);
    assert_int_equal(pme_profile_options_of(q)->line_bytes, 64);
    assert_true(pme_profile_stream_count(q) > 0 || total > 5);
    pme_profile_destroy(q);
    t.bytes[i] ^= (char)(1 << i % 7);
  }
  /* Cut off anywhere; when only the last check sum and blanks are gone, nothing is lost. */
  for (size_t length = strlen(t.bytes) - sizeof " ~01234567"; length > 200; length--) {
    pme_profile *q = read_text(t.bytes, length - 1, -1);
    pme_profile_faults(q, &count, &total);
    assert_true(total >= 1);
    pme_profile_destroy(q);
  }
  free(t.bytes);
  pme_profile_destroy(p);
}

static void refused(const char *text, const char *message) {
  pme_profile *p;
  pme_error error = {0};
  assert_int_equal(pme_profile_read(text, strlen(text), &p, &error), PME_BAD_INPUT);
  if (!strstr(error.message, message))
    fail_msg("%s", error.message);
}

static void not_profiles(void **state) {
  (void)state;
  refused("", "empty");
  refused("pme 1\n", "no profile");
  refused("pmeprof 2\n", "version 2");
  refused("pmeprof x\n", "`run` is missing");
  refused("pmeprof 1\n", "`run` is missing");
  pme_profile *p;
  pme_error error = {0};
  assert_int_equal(pme_profile_read_file("no/such.pmeprof", &p, &error), PME_IO);
  assert_int_equal(pme_profile_read_file(".", &p, &error), PME_IO);
}

#define RUN "run version 1 line 64 sampling exact window 0 sample 0 threads 1 rate 1\n"

/* Written by a person: no check sums, comments, and mistakes that are told one by one. */
static void by_hand(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int faults;
  } cases[] = {
      {"# mine\n\nfunction 0 \"f\" at 1:1 hash 0 calls 1\nend 5\n", 0},
      {"function 0 \"f\" at 1:1 hash 0 calls -1\nend 3\n", 1},
      {"function 0 \"f\" at 1:1 hash 0 calls nan\nend 3\n", 1},
      {"function 0 \"f at 1:1 hash 0 calls 1\nend 3\n", 1},
      {"function 77 \"f\" at 1:1 hash 0 calls 1\nend 3\n", 1},
      {"loop 0 function 0 number 0 parent - at 1:1 threads 1 executions 1 iterations 1\nend 3\n", 1},
      {"mystery 5\nend 3\n", 1},
      {"end 77\n", 1},
      {"", 1},
      {"function 0 \"f\" at 1:1 hash 0 calls 1\nblock 0 function 0 number 0 loop - at 1:1 executions 1\n"
       "reference 0 block 0 number 0 at 1:1 read 8\n"
       "stream reference 0 thread 0 accesses 9 total 9 cold 1 far 0 bins 0 3 5 4 88 1 89\nend 6\n",
       0},
      {"function 0 \"f\" at 1:1 hash 0 calls 1\nblock 0 function 0 number 0 loop - at 1:1 executions 1\n"
       "reference 0 block 0 number 0 at 1:1 read 8\n"
       "stream reference 0 thread 0 accesses 9 total 9 cold 1 far 0 bins 0 3 5 4 88 1 9\nend 6\n",
       1}, /* a mean outside of its bin */
      {"function 0 \"f\" at 1:1 hash 0 calls 1\nblock 0 function 0 number 0 loop - at 1:1 executions 1\n"
       "reference 0 block 0 number 0 at 1:1 read 8\n"
       "stream reference 0 thread 0 accesses 9 total 9 cold 1 far 0 bins 0 3 5 4 89 1 89\nend 6\n",
       1}, /* no bin starts at 89 */
      {"function 0 \"f\" at 1:1 hash 0 calls 1\nblock 0 function 0 number 0 loop - at 1:1 executions 1\n"
       "reference 0 block 0 number 0 at 1:1 read 8\n"
       "nearest reference 0 thread 0 total 9 cold 1 far 0 bins 0 8\nend 6\n",
       1}, /* of what? */
      {"function 0 \"f\" at 1:1 hash 0 calls 1\nblock 0 function 0 number 0 loop - at 1:1 executions 1\n"
       "reference 0 block 0 number 0 at 1:1 read 8\n"
       "stream reference 0 thread 0 accesses 9 total 9 cold 1 far 0 bins 0 8\n"
       "nearest reference 0 thread 0 total 9 cold 1 far 0 bins 0 8\n"
       "nearest reference 0 thread 0 total 9 cold 1 far 0 bins 0 8\nend 8\n",
       1}, /* twice */
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[1000];
    int length = snprintf(text, sizeof text, "pmeprof 1\n" RUN "%s", cases[i].text);
    pme_profile_destroy(read_text(text, (size_t)length, cases[i].faults));
  }
}

static void files(void **state) {
  (void)state;
  char path[] = "/tmp/pme-profile-XXXXXX", inside[64];
  pme_profile *p, *q;
  pme_error error = {0};
  assert_non_null(mkdtemp(path));
  snprintf(inside, sizeof inside, "%s/run.pmeprof", path);
  assert_int_equal(build(&p), PME_OK);
  assert_int_equal(pme_profile_save(p, inside, &error), PME_OK);
  assert_int_equal(pme_profile_read_file(inside, &q, &error), PME_OK);
  assert_int_equal(pme_profile_stream_count(q), pme_profile_stream_count(p));
  assert_int_equal(pme_profile_save(p, "/no/such/folder/x", &error), PME_IO);
  assert_non_null(strstr(error.message, "No such file"));
  if (access("/dev/full", W_OK) == 0)
    assert_int_equal(pme_profile_save(p, "/dev/full/x", &error), PME_IO);
  pme_profile_destroy(p);
  pme_profile_destroy(q);
  unlink(inside);
  rmdir(path);
}

/* A pipe (or /dev/null) gets the text, and stays what it is. */
static void pipes(void **state) {
  (void)state;
  char path[] = "/tmp/pme-profile-XXXXXX", inside[64], start[8] = "";
  pme_profile *p;
  struct stat there;
  pme_error error = {0};
  assert_non_null(mkdtemp(path));
  snprintf(inside, sizeof inside, "%s/pipe", path);
  assert_int_equal(mkfifo(inside, 0600), 0);
  int end = open(inside, O_RDWR | O_CLOEXEC); /* holds what is written: less than a pipe takes */
  assert_true(end >= 0);
  assert_int_equal(build(&p), PME_OK);
  assert_int_equal(pme_profile_save(p, inside, &error), PME_OK);
  assert_int_equal(stat(inside, &there), 0);
  assert_true(S_ISFIFO(there.st_mode));
  assert_int_equal(read(end, start, sizeof start - 1), sizeof start - 1);
  assert_string_equal(start, "pmeprof");
  close(end);
  pme_profile_destroy(p);
  unlink(inside);
  rmdir(path);
}

static void no_memory(void **state) {
  (void)state;
  pme_profile *p, *q;
  assert_int_equal(build(&p), PME_OK);
  text_buffer t = text_of(p);
  pme_status status = PME_NO_MEMORY;
  for (long n = 1; status; n++) {
    pme_fail_allocation_after(n);
    status = build(&q);
    if (!status) {
      status = pme_profile_merge(q, p, NULL);
      pme_profile_destroy(q);
    }
    pme_fail_allocation_after(0);
    assert_true(status == PME_OK || status == PME_NO_MEMORY);
  }
  status = PME_NO_MEMORY;
  for (long n = 1; status; n++) {
    pme_fail_allocation_after(n);
    status = pme_profile_read(t.bytes, t.length, &q, NULL);
    if (!status)
      pme_profile_destroy(q);
    pme_fail_allocation_after(0);
    assert_true(status == PME_OK || status == PME_NO_MEMORY);
  }
  free(t.bytes);
  pme_profile_destroy(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(round_trip), cmocka_unit_test(damage),    cmocka_unit_test(not_profiles),
      cmocka_unit_test(by_hand),    cmocka_unit_test(means),     cmocka_unit_test(files),
      cmocka_unit_test(pipes),      cmocka_unit_test(no_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
