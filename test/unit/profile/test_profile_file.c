/* Profiles: building, sums, merging, the text form, and what is left of a damaged file. */
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

#include "analysis/reuse/distance.h"
#include "pmecache/arena.h"
#include "pmecache/profile.h"

static pme_profile_options options_of_test(void) {
  pme_profile_options o = pme_profile_default_options();
  o.sampling = PME_SAMPLING_HYBRID;
  o.window_lines = 64;
  o.sample_lines = 128;
  o.geometry_count = 3;
  o.geometries[0] = (pme_geometry){64, 8, false};
  o.geometries[1] = (pme_geometry){1000, 3, false};
  o.geometries[2] = (pme_geometry){512, 16, true};
  o.command = "./bfs \"a b\" \n\\";
  return o;
}

/* Two functions, a nest, three references, two threads. */
static pme_status build(pme_profile **out) {
  pme_profile *p;
  pme_profile_options o = options_of_test();
  pme_status status = pme_profile_create(&o, NULL, &p);
  if (status)
    return status;
  int f = pme_profile_add_function(
      p, &(pme_profile_function){.name = "bfs", .file = "bfs.c", .line = 10, .hash = 0x123456789abcdef0, .calls = 1});
  int g = pme_profile_add_function(p, &(pme_profile_function){.name = "main", .calls = 1});
  int outer = pme_profile_add_loop(p, &(pme_profile_loop){.function = f,
                                                          .number = 1,
                                                          .parent = PME_NONE,
                                                          .place = {.line = 12, .column = 3},
                                                          .variable = "v",
                                                          .parallel = true,
                                                          .schedule = PME_SCHEDULE_DYNAMIC,
                                                          .chunk = 16,
                                                          .threads = 2,
                                                          .executions = 3,
                                                          .iterations = 300});
  int inner = pme_profile_add_loop(p, &(pme_profile_loop){.function = f,
                                                          .number = 2,
                                                          .parent = outer,
                                                          .place = {.file = "edge.h", .line = 14, .column = 5},
                                                          .executions = 300,
                                                          .iterations = 4000});
  int b1 = pme_profile_add_block(p, &(pme_profile_block){.function = f, .number = 4, .loop = outer, .executions = 300});
  int b2 =
      pme_profile_add_block(p, &(pme_profile_block){.function = f, .number = 5, .loop = inner, .executions = 4000});
  int b3 =
      pme_profile_add_block(p, &(pme_profile_block){.function = g, .number = 0, .loop = PME_NONE, .executions = 1});
  int r[3] = {
      pme_profile_add_reference(p, &(pme_profile_reference){.block = b1, .number = 1, .array = "row", .size_bytes = 8}),
      pme_profile_add_reference(
          p, &(pme_profile_reference){.block = b2, .number = 2, .array = "seen", .is_write = true, .size_bytes = 4}),
      pme_profile_add_reference(p, &(pme_profile_reference){.block = b3, .number = 0})};
  pme_profile_add_symbol(p, f, PME_NONE, "n", 300, 1);
  pme_profile_add_symbol(p, f, outer, "grid_points[0]", -5, 1);
  pme_profile_add_symbol(p, f, outer, "grid_points[0]", 12, 2);
  pme_profile_add_symbol(p, f, outer, "grid_points[0]", -5, 3);
  pme_profile_add_other_values(p, f, outer, "grid_points[0]", 7);
  pme_profile_advice advice = {.loop = outer,
                               .machine = "cores=2;L1=1K,2,64",
                               .text = "nothing yet",
                               .threads = 2,
                               .schedule = PME_SCHEDULE_DYNAMIC,
                               .chunk = 4,
                               .ratio = 0.75,
                               .low = 0.5,
                               .high = 1};
  pme_profile_add_advice(p, &advice); /* which is replaced */
  advice.text = "use \"schedule(dynamic,4)\"\n";
  advice.pays = true;
  pme_profile_add_advice(p, &advice);
  advice.machine = "corei7";
  advice.pays = false;
  pme_profile_add_advice(p, &advice);
  for (int i = 0; i < 3000; i++) {
    pme_profile_stream *s = pme_profile_stream_of(p, r[i % 3], i % 2);
    uint8_t depths[] = {(uint8_t)(i % 11), (uint8_t)(i % 5), 0};
    uint64_t distance = i % 7 == 0   ? PME_DISTANCE_INFINITE
                        : i % 5 == 0 ? PME_DISTANCE_UNKNOWN
                                     : (uint64_t)(i * i % 5000);
    pme_profile_add_distance(p, s, distance, 1.3, 64, depths);
    if (s) {
      s->accesses += 1;
      s->set_sample[2] = (pme_set_sample){.hits = i,
                                          .expected = i / 3.,
                                          .variance = i / 7.,
                                          .weight = 1 + i % 5,
                                          .partly = i % 4 == 0,
                                          .met = i % 3 ? 2. * i : 0,
                                          .met_evenly = i % 3 ? i : 0};
    }
  }
  pme_profile_stream *open = pme_profile_stream_of(p, r[0], 0);
  pme_profile_range *range = open ? pme_profile_range_of(p, open) : NULL;
  for (uint64_t i = 0; range && i < 500; i++) {
    pme_histogram_add(&range->nearest, i, 1, UINT64_MAX, NULL);
    pme_histogram_add(&range->farthest, 3 * i, 1, UINT64_MAX, NULL);
  }
  status = pme_profile_status(p);
  if (status)
    pme_profile_destroy(p);
  else
    *out = p;
  return status;
}

typedef struct text_buffer {
  char *bytes;
  size_t length;
} text_buffer;

static bool append(void *context, const char *bytes, size_t length) {
  text_buffer *t = (text_buffer *)context;
  t->bytes = (char *)realloc(t->bytes, t->length + length + 1);
  memcpy(t->bytes + t->length, bytes, length);
  t->length += length;
  t->bytes[t->length] = 0;
  return true;
}

static text_buffer text_of(const pme_profile *p) {
  text_buffer t = {NULL, 0};
  assert_int_equal(pme_profile_write(p, &(pme_profile_writer){append, &t}), PME_OK);
  return t;
}

static pme_profile *read_text(const char *text, size_t length, int expected_faults) {
  pme_profile *p;
  pme_error error = {0};
  int count, total;
  if (pme_profile_read(text, length, &p, &error))
    fail_msg("line %d: %s", error.line, error.message);
  const pme_profile_fault *faults = pme_profile_faults(p, &count, &total);
  if (expected_faults >= 0 && total != expected_faults)
    fail_msg("%d faults; the first at %d: %s", total, count ? faults->line : 0, count ? faults->message : "");
  return p;
}

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

static void sums(void **state) {
  (void)state;
  pme_profile *p;
  assert_int_equal(build(&p), PME_OK);
  pme_profile_part part = PME_PROFILE_WHOLE;
  pme_histogram whole = {0}, loop = {0};
  double accesses;
  assert_int_equal(pme_profile_sum(p, &part, &whole, &accesses), PME_OK);
  assert_true(accesses == 3000 && whole.total == 3000);
  part.loop = 0; /* the outer one: with the inner one, without main */
  assert_int_equal(pme_profile_sum(p, &part, &loop, &accesses), PME_OK);
  assert_true(accesses == 2000 && loop.total == 2000);
  part.thread = 1;
  assert_int_equal(pme_profile_sum(p, &part, NULL, &accesses), PME_OK);
  assert_true(accesses == 1000);
  part = PME_PROFILE_WHOLE;
  part.reference = 2;
  assert_int_equal(pme_profile_sum(p, &part, NULL, &accesses), PME_OK);
  assert_true(accesses == 1000);
  pme_histogram_destroy(&whole, NULL);
  pme_histogram_destroy(&loop, NULL);
  pme_profile_destroy(p);
}

/* Of 1000 references with thread 0 of `row`, half of which have a range: misses of a cache of 256 lines. */
static double misses_at(const pme_profile *p, pme_range_end end, bool *open) {
  pme_profile_part part = PME_PROFILE_WHOLE;
  part.reference = 0;
  part.thread = 0;
  pme_histogram h = {0};
  assert_int_equal(pme_profile_sum_range(p, &part, end, &h, open), PME_OK);
  double misses = pme_histogram_miss_rate(&h, 0, 256) * h.total;
  pme_histogram_destroy(&h, NULL);
  return misses;
}

/* What is open in a profile, is open in the sum of it and one where all is known. */
static void ranges(void **state) {
  (void)state;
  pme_profile *p, *q;
  bool open = false;
  assert_int_equal(build(&p), PME_OK);
  assert_int_equal(build(&q), PME_OK);
  assert_int_equal(pme_profile_merge(q, p, NULL), PME_OK);
  assert_true(misses_at(p, PME_RANGE_NEAREST, &open) == 500 - 256 && open);
  assert_true(misses_at(p, PME_RANGE_FARTHEST, &open) == 500 - 86 && open);
  assert_true(misses_at(q, PME_RANGE_NEAREST, &open) == 2 * (500 - 256));
  text_buffer t = text_of(p);
  char *at = strstr(t.bytes, "\nfarthest");
  assert_non_null(at);
  memset(at + 1, '#', 1); /* one end is lost: what was found stands for it */
  pme_profile *hurt = read_text(t.bytes, t.length, -1);
  assert_true(misses_at(hurt, PME_RANGE_NEAREST, &open) == 500 - 256 && open);
  pme_profile_part part = PME_PROFILE_WHOLE;
  part.thread = 1;
  pme_histogram h = {0};
  assert_int_equal(pme_profile_sum_range(p, &part, PME_RANGE_NEAREST, &h, &open), PME_OK);
  assert_true(!open && h.total > 0);
  pme_histogram_destroy(&h, NULL);
  free(t.bytes);
  pme_profile_destroy(p);
  pme_profile_destroy(q);
  pme_profile_destroy(hurt);
}

/* A profile of these options with a stream, or with values alone. */
static pme_profile *with_options(pme_profile_options o, bool streams) {
  pme_profile *p;
  assert_int_equal(pme_profile_create(&o, NULL, &p), PME_OK);
  int f = pme_profile_add_function(p, &(pme_profile_function){.name = "other"});
  int b = pme_profile_add_block(p, &(pme_profile_block){.function = f, .loop = PME_NONE, .executions = 1});
  int r = pme_profile_add_reference(p, &(pme_profile_reference){.block = b, .size_bytes = 8});
  pme_profile_add_symbol(p, f, PME_NONE, "n", 300, 1);
  if (streams)
    assert_non_null(pme_profile_stream_of(p, r, 0));
  return p;
}

/* Values do not depend on how distances are measured. */
static void merging_values(void **state) {
  (void)state;
  pme_profile_options o = options_of_test();
  o.geometry_count = 0;
  pme_profile *values = with_options(o, false), *more = with_options(o, false), *p;
  assert_int_equal(build(&p), PME_OK);
  assert_int_equal(pme_profile_merge(p, values, NULL), PME_OK);
  assert_int_equal(pme_profile_options_of(p)->geometry_count, 3);
  assert_int_equal(pme_profile_merge(more, p, NULL), PME_OK);
  assert_int_equal(pme_profile_options_of(more)->geometry_count, 3);
  assert_int_equal(pme_profile_stream_count(more), pme_profile_stream_count(p));
  assert_true(pme_profile_stream_at(more, 1)->set_sample[2].hits > 0);
  pme_profile_destroy(p);
  pme_profile_destroy(values);
  pme_profile_destroy(more);
}

static void merging(void **state) {
  (void)state;
  pme_profile *p, *q, *other;
  pme_error error = {0};
  assert_int_equal(build(&p), PME_OK);
  assert_int_equal(build(&q), PME_OK);
  assert_int_equal(pme_profile_merge(p, q, &error), PME_OK);
  assert_int_equal(pme_profile_stream_count(p), pme_profile_stream_count(q));
  assert_int_equal(pme_profile_symbol_count(p), pme_profile_symbol_count(q));
  assert_true(pme_profile_loop_at(p, 1)->iterations == 8000);
  const pme_set_sample *sum = &pme_profile_stream_at(p, 1)->set_sample[2],
                       *one = &pme_profile_stream_at(q, 1)->set_sample[2];
  assert_true(one->hits > 0 && sum->hits == 2 * one->hits && sum->expected == 2 * one->expected);
  assert_true(sum->variance == 2 * one->variance && sum->weight == one->weight);
  assert_true(one->met > 0 && sum->met == 2 * one->met && sum->met_evenly == 2 * one->met_evenly);
  pme_profile_part part = PME_PROFILE_WHOLE;
  pme_histogram h = {0};
  double accesses;
  assert_int_equal(pme_profile_sum(p, &part, &h, &accesses), PME_OK);
  assert_true(accesses == 6000 && h.total == 6000);
  pme_histogram_destroy(&h, NULL);
  pme_profile_options o = options_of_test();
  o.geometries[2].sampled = false;
  other = with_options(o, true);
  assert_int_equal(pme_profile_merge(p, other, &error), PME_BAD_INPUT);
  assert_non_null(strstr(error.message, "numbers of sets"));
  pme_profile_destroy(other);
  o.line_bytes = 128;
  other = with_options(o, true);
  assert_int_equal(pme_profile_merge(p, other, &error), PME_BAD_INPUT);
  assert_non_null(strstr(error.message, "line sizes"));
  pme_profile_destroy(p);
  pme_profile_destroy(q);
  pme_profile_destroy(other);
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
      cmocka_unit_test(round_trip),   cmocka_unit_test(sums),           cmocka_unit_test(ranges),
      cmocka_unit_test(merging),      cmocka_unit_test(merging_values), cmocka_unit_test(damage),
      cmocka_unit_test(not_profiles), cmocka_unit_test(by_hand),        cmocka_unit_test(files),
      cmocka_unit_test(pipes),        cmocka_unit_test(no_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
