/* Running time: the test vector of the specification (V5). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/profile/run_time.h"
#include "test/reference/printed.h"
#include "test/unit/near.h"

static void vector_5(void **state) {
  (void)state;
  static const double hit[] = {.9, .98, .999}, latency[] = {4, 12, 40, 200}, throughput[] = {1, 4, 10, 40};
  near(pme_nested_cost(3, hit, latency), 4.85632, 1e-9, "printed latency");
  near(pme_nested_cost(3, hit, throughput), 1.31206, 1e-9, "printed throughput");
  near(pme__mean_cost(3, hit, latency), 5.52, 1e-9, "latency");
  near(pme__mean_cost(3, hit, throughput), 1.45, 1e-9, "throughput");
  const double local[] = {.9, .8, .95};
  near(pme_nested_cost(3, local, latency), 5.52, 1e-9, "local rates");
  near(pme__memory_cycles(5.52, 1.45, 8, 8e6), 15.67e6, 1e-9, "T_mem");
  near(pme__memory_cycles(5.52, 1.45, 8, 8e6) / 3e9, 5.2233e-3, 1e-4, "T_mem in seconds");
  near(pme__memory_cycles(4.85632, 1.31206, 8, 8e6), 14.04074e6, 1e-6, "printed T_mem");
  const pme__cpu_costs costs = {4, .5, 20, 8};
  near(pme__cpu_cycles_pipelined(&costs, 1000, 10), 590.5, 1e-12, "T_cpu, throughput");
  near(pme__cpu_cycles_chained(&costs, 1000, 10), 4160, 1e-12, "T_cpu, latency");
  near(pme__strided_bytes(12, 64, 32768), 64, 0, "b_new");
  near(pme__strided_bytes(64, 64, 32768), 64, 0, "b_new");
  near(pme__strided_bytes(100, 64, 32768), 128, 0, "b_new");
  near(pme__strided_bytes(40000, 64, 32768), 32768, 0, "b_new");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vector_5),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
