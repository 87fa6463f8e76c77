#include "test/unit/profile/kernel_profile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/reuse/distance.h"
#include "analysis/reuse/set_stacks.h"
#include "test/reference/one_reference.h"

static const pme_geometry geometry = {64, 8, false};

void record(recorder *r, int reference, uint64_t address) {
  uint8_t depth[1];
  uint64_t line = address / 64;
  uint64_t distance = pme_distance_reference(r->distances, line);
  pme__set_stacks_reference(r->sets, line, depth);
  pme_profile_add_distance(r->profile, r->streams[reference], distance, pme__distance_weight(r->distances),
                           pme__distance_window(r->distances), depth);
  r->streams[reference]->accesses++;
}

recorder start(int references) {
  recorder r = {.profile = NULL};
  pme_profile_options o = pme_profile_default_options();
  o.geometry_count = 1;
  o.geometries[0] = geometry;
  assert_int_equal(pme_profile_create(&o, NULL, &r.profile), PME_OK);
  assert_int_equal(pme__distance_open(NULL, &r.distances), PME_OK);
  assert_int_equal(pme__set_stacks_open(&geometry, 1, NULL, &r.sets), PME_OK);
  int f = pme_profile_add_function(r.profile, &(pme_profile_function){.name = "kernel", .hash = 7, .calls = 1});
  int l = pme_profile_add_loop(
      r.profile,
      &(pme_profile_loop){
          .function = f, .parent = PME_NONE, .variable = "i", .place = {.line = 3}, .executions = 1, .iterations = 1});
  int b = pme_profile_add_block(r.profile, &(pme_profile_block){.function = f, .loop = l, .executions = 1});
  for (int i = 0; i < references; i++) {
    int reference = pme_profile_add_reference(
        r.profile, &(pme_profile_reference){.block = b, .number = i, .array = &"abcd"[i], .size_bytes = 8});
    r.streams[i] = pme_profile_stream_of(r.profile, reference, 0);
  }
  return r;
}

pme_profile *finish(recorder *r, double n) {
  pme_profile_add_symbol(r->profile, 0, PME_NONE, "n", (int64_t)n, 1);
  assert_int_equal(pme_profile_status(r->profile), PME_OK);
  pme__distance_close(r->distances);
  pme__set_stacks_close(r->sets);
  return r->profile;
}

pme_profile *matmul(uint64_t n) {
  recorder r = start(3);
  for (uint64_t i = 0; i < n; i++)
    for (uint64_t j = 0; j < n; j++) {
      for (uint64_t k = 0; k < n; k++) {
        record(&r, 0, (1 << 20) + 8 * (i * n + k));
        record(&r, 1, (2 << 20) + 8 * (k * n + j));
      }
      record(&r, 2, (3 << 20) + 8 * (i * n + j));
    }
  return finish(&r, (double)n);
}

pme_profile *tree_search(uint64_t n) {
  recorder r = start(2);
  uint64_t levels = n < 40 ? 6 : 12;
  for (uint64_t i = 0; i < 20 * n; i++) {
    record(&r, 0, (1 << 20) + 8 * i);
    for (uint64_t level = 0; level < levels; level++)
      record(&r, 1, (1 << 10) + 64 * level);
  }
  return finish(&r, (double)n);
}

pme_machine machine_of(const char *text) {
  pme_machine machine;
  assert_int_equal(pme_machine_read(text, strlen(text), &machine, NULL), PME_OK);
  return machine;
}
