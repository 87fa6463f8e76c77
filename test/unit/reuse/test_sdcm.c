/* Hits of a set-associative cache from reuse distances (SDCM): the test vector of the specification (V4), and order. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/reuse/sdcm.h"
#include "test/unit/near.h"

/* ---- SDCM ---- */

static void vector_4(void **state) {
  (void)state;
  static const struct {
    double distance;
    int64_t ways, lines;
    double hit;
  } v[] = {{7, 8, 512, 1},
           {64, 8, 512, .999992786219},
           {256, 8, 512, .950269407022},
           {511, 8, 512, .45405886544},
           {512, 8, 512, .45186058987},
           {1024, 8, 512, .00958212893004},
           {4096, 8, 512, 1.04922974842e-19},
           {100, 1, 512, .822420478591},
           {512, 1, 512, .367519891255},
           {3, 4, 4, 1},
           {4, 4, 4, 0},
           {768, 12, 768, .460695787055},
           {300000, 20, 327680, .623168610977},
           {1e6, 16, 1 << 20, .5415996369},
           {1e9, 16, 1 << 30, .578213111940},
           {1e9, 16, 1 << 29, .00216080028148},
           {INFINITY, 8, 512, 0},
           {0, 1, 1, 1},
           {1, 1, 1, 0}};
  for (size_t i = 0; i < sizeof v / sizeof *v; i++)
    near(pme__sdcm_hit(v[i].distance, v[i].ways, v[i].lines), v[i].hit, 1e-10, "P(h|D)");
}

static void sdcm_is_monotone(void **state) {
  (void)state;
  static const int64_t caches[][2] = {{1, 512}, {8, 512}, {12, 768}, {16, 32768}, {20, 327680}, {8, 8}};
  for (size_t c = 0; c < sizeof caches / sizeof *caches; c++) {
    pme__sdcm cache = pme__sdcm_prepare(caches[c][0], caches[c][1]);
    double before = 1;
    for (double d = 0; d < 8. * (double)caches[c][1]; d = d < 64 ? d + 1 : d * 1.07) {
      double exact = pme__sdcm_hit(d, caches[c][0], caches[c][1]), quick = pme__sdcm_prepared_hit(&cache, d);
      assert_true(exact <= before + 1e-12);
      assert_true(fabs(exact - quick) <= 1e-11);
      before = exact;
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vector_4),
      cmocka_unit_test(sdcm_is_monotone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
