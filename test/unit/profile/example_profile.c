#include "test/unit/profile/example_profile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/reuse/distance.h"
#include "pmecache/profile.h"

pme_profile_options options_of_test(void) {
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

typedef struct example {
  pme_profile *profile;
  int functions[2], outer, references[3];
} example;

static void add_functions(example *e) {
  e->functions[0] = pme_profile_add_function(
      e->profile,
      &(pme_profile_function){.name = "bfs", .file = "bfs.c", .line = 10, .hash = 0x123456789abcdef0, .calls = 1});
  e->functions[1] = pme_profile_add_function(e->profile, &(pme_profile_function){.name = "main", .calls = 1});
}

/* The number of the inner one. */
static int add_loops(example *e) {
  e->outer = pme_profile_add_loop(e->profile, &(pme_profile_loop){.function = e->functions[0],
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
  return pme_profile_add_loop(e->profile, &(pme_profile_loop){.function = e->functions[0],
                                                              .number = 2,
                                                              .parent = e->outer,
                                                              .place = {.file = "edge.h", .line = 14, .column = 5},
                                                              .executions = 300,
                                                              .iterations = 4000});
}

static int add_block(example *e, int function, int number, int loop, double executions) {
  return pme_profile_add_block(
      e->profile, &(pme_profile_block){.function = function, .number = number, .loop = loop, .executions = executions});
}

static void add_references(example *e, int inner) {
  int b1 = add_block(e, e->functions[0], 4, e->outer, 300);
  int b2 = add_block(e, e->functions[0], 5, inner, 4000);
  int b3 = add_block(e, e->functions[1], 0, PME_NONE, 1);
  const pme_profile_reference references[] = {
      {.block = b1, .number = 1, .array = "row", .size_bytes = 8},
      {.block = b2, .number = 2, .array = "seen", .is_write = true, .size_bytes = 4},
      {.block = b3, .number = 0}};
  for (int i = 0; i < 3; i++)
    e->references[i] = pme_profile_add_reference(e->profile, &references[i]);
}

/* What running times are made from. */
static void add_work(const example *e) {
  double part[PME_PROFILE_PARTS] = {1, 2.5, 0, 4};
  if (pme_profile_status(e->profile))
    return;
  pme_profile_set_work(e->profile, e->outer, &(pme_profile_work){5, 1, 2, 4, 3, 7, 4});
  pme_profile_count_parts(e->profile, e->outer, part);
  pme_profile_course course = {.is_run = true, .records = 300, .rounds = 4000, .surprises = 12.5};
  pme_profile_count_course(e->profile, pme_profile_reference_at(e->profile, e->references[1])->block, &course);
  pme_profile_moves moves = {.is_chained = true,
                             .first_address = 0xfedcba9876543210,
                             .span_bytes = 1e6,
                             .stride_bytes = -8,
                             .seen = 300,
                             .changes = 200,
                             .moves = 150,
                             .near = 50,
                             .follows = 7,
                             .leader = 1};
  pme_profile_count_moves(e->profile, e->references[1], &moves);
  moves.is_chained = false;
  moves.decides = true;
  pme_profile_count_moves(e->profile, e->references[0], &moves);
}

static void add_symbols(const example *e) {
  pme_profile_add_symbol(e->profile, e->functions[0], PME_NONE, "n", 300, 1);
  pme_profile_add_symbol(e->profile, e->functions[0], e->outer, "grid_points[0]", -5, 1);
  pme_profile_add_symbol(e->profile, e->functions[0], e->outer, "grid_points[0]", 12, 2);
  pme_profile_add_symbol(e->profile, e->functions[0], e->outer, "grid_points[0]", -5, 3);
  pme_profile_add_other_values(e->profile, e->functions[0], e->outer, "grid_points[0]", 7);
}

static void add_advice(const example *e) {
  pme_profile_advice advice = {.loop = e->outer,
                               .machine = "cores=2;L1=1K,2,64",
                               .text = "nothing yet",
                               .threads = 2,
                               .schedule = PME_SCHEDULE_DYNAMIC,
                               .chunk = 4,
                               .ratio = 0.75,
                               .low = 0.5,
                               .high = 1};
  pme_profile_add_advice(e->profile, &advice); /* which is replaced */
  advice.text = "use \"schedule(dynamic,4)\"\n";
  advice.pays = true;
  pme_profile_add_advice(e->profile, &advice);
  advice.machine = "corei7";
  advice.pays = false;
  pme_profile_add_advice(e->profile, &advice);
}

static void add_set_sample(pme_profile_stream *s, int i) {
  s->set_sample[2] = (pme_set_sample){.hits = i,
                                      .expected = i / 3.,
                                      .variance = i / 7.,
                                      .weight = 1 + i % 5,
                                      .partly = i % 4 == 0,
                                      .met = i % 3 ? 2. * i : 0,
                                      .met_evenly = i % 3 ? i : 0};
}

static void add_distances(const example *e) {
  for (int i = 0; i < 3000; i++) {
    pme_profile_stream *s = pme_profile_stream_of(e->profile, e->references[i % 3], i % 2);
    uint8_t depths[] = {(uint8_t)(i % 11), (uint8_t)(i % 5), 0};
    uint64_t distance = i % 7 == 0   ? PME_DISTANCE_INFINITE
                        : i % 5 == 0 ? PME_DISTANCE_UNKNOWN
                                     : (uint64_t)(i * i % 5000);
    pme_profile_add_distance(e->profile, s, distance, 1.3, 64, depths);
    if (s) {
      s->accesses += 1;
      add_set_sample(s, i);
    }
  }
}

/* Half of what one stream misses is open. */
static void add_range(const example *e) {
  pme_profile_stream *open = pme_profile_stream_of(e->profile, e->references[0], 0);
  pme_profile_range *range = open ? pme_profile_range_of(e->profile, open) : NULL;
  for (uint64_t i = 0; range && i < 500; i++) {
    pme_histogram_add(&range->nearest, i, 1, UINT64_MAX, NULL);
    pme_histogram_add(&range->farthest, 3 * i, 1, UINT64_MAX, NULL);
  }
}

pme_status build(pme_profile **out) {
  example e;
  pme_profile_options o = options_of_test();
  pme_status status = pme_profile_create(&o, NULL, &e.profile);
  if (status)
    return status;
  add_functions(&e);
  add_references(&e, add_loops(&e));
  add_work(&e);
  add_symbols(&e);
  add_advice(&e);
  add_distances(&e);
  add_range(&e);
  status = pme_profile_status(e.profile);
  if (status)
    pme_profile_destroy(e.profile);
  else
    *out = e.profile;
  return status;
}

static bool append(void *context, const char *bytes, size_t length) {
  text_buffer *t = (text_buffer *)context;
  t->bytes = (char *)realloc(t->bytes, t->length + length + 1);
  memcpy(t->bytes + t->length, bytes, length);
  t->length += length;
  t->bytes[t->length] = 0;
  return true;
}

text_buffer text_of(const pme_profile *p) {
  text_buffer t = {NULL, 0};
  assert_int_equal(pme_profile_write(p, &(pme_profile_writer){append, &t}), PME_OK);
  return t;
}

pme_profile *read_text(const char *text, size_t length, int expected_faults) {
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
