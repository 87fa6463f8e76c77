/* Sizes that quick looks leave open. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/by_size/looks/open_points.h"
#include "analysis/core/tree.h"
#include "test/unit/by_size/asked.h"

/* A star of nine points over rows in a loop over time, and what changes its input in between. */
static const char star[] = "pme 1\nfunction stencil\nparam n\nparam iterations\n"
                           "array weight element 8 extents 5 5 align 16\narray in element 8 heap\n"
                           "array out element 8 heap\n"
                           "region\n"
                           "  loop j = 0 .. n - 1 parallel schedule static\n"
                           "    loop i = 0 .. n - 1\n"
                           "      write in @ 8*n*j + 8*i\n"
                           "    end\n"
                           "  end\n"
                           "  loop iter = 0 .. iterations carries\n"
                           "    loop j = 2 .. n - 3 parallel schedule static\n"
                           "      loop i = 2 .. n - 3\n"
                           "        loop jj = -2 .. 2\n"
                           "          read weight @ 8*jj + 96\n"
                           "          read in @ 8*n*j + 8*n*jj + 8*i\n"
                           "          read out @ 8*n*j + 8*i\n"
                           "          write out @ 8*n*j + 8*i\n"
                           "        end\n"
                           "        loop ii = -2 .. -1\n"
                           "          read weight @ 40*ii + 96\n"
                           "          read in @ 8*n*j + 8*i + 8*ii\n"
                           "          read out @ 8*n*j + 8*i\n"
                           "          write out @ 8*n*j + 8*i\n"
                           "        end\n"
                           "        loop ii = 1 .. 2\n"
                           "          read weight @ 40*ii + 96\n"
                           "          read in @ 8*n*j + 8*i + 8*ii\n"
                           "          read out @ 8*n*j + 8*i\n"
                           "          write out @ 8*n*j + 8*i\n"
                           "        end\n"
                           "      end\n"
                           "    end\n"
                           "    loop j = 0 .. n - 1 parallel schedule static\n"
                           "      loop i = 0 .. n - 1\n"
                           "        read in @ 8*n*j + 8*i\n"
                           "        write in @ 8*n*j + 8*i\n"
                           "      end\n"
                           "    end\n"
                           "  end\n"
                           "end\n";

/* The last size of each loop is closed at all levels, also where two digits will do; what is fetched once a round is
 * known of the loop that is simple. */
static void open_sizes_are_closed(void **state) {
  (void)state;
  for (int rough = 0; rough < 2; rough++) {
    asked a;
    const pme_by_size *answer = rough ? ask_roughly(&a, star, 0) : ask(&a, star, 0);
    assert_int_equal(answer->loop_count, 3);
    for (int i = 0; i < answer->loop_count; i++)
      for (int level = 0; level < 3; level++) {
        const pme_by_size_loop *loop = &answer->loops[i];
        assert_true(loop->point_count > 0);
        assert_false(pme__is_open(&loop->points[loop->point_count - 1].levels[level]));
      }
    const pme_by_size_loop *copy = &answer->loops[2];
    assert_true(copy->law_count[2] > 0);
    const pme_size_law *last = &copy->laws[2][copy->law_count[2] - 1];
    assert_int_equal(last->exponent, 2);
    assert_true(last->coefficient > 1.1 && last->coefficient < 1.6); /* 11 times an eighth */
    close_program(&a);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(open_sizes_are_closed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
