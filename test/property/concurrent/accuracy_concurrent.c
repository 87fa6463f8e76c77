/* The analytical concurrent profiles against the merged stream, measured exactly (docs/results/concurrent-profiles.md).
 *
 *   accuracy_concurrent [--threads 2,4,8,12] [--methods rdfp,class,union,noshare,markov,printed,rr,...] [--workload NAME]
 *
 * A line of a Markdown table for each workload and thread count: NRMSE of the combined profile on log bins / mean
 * absolute error of the miss rate at 32, 128, 512 and 1024 lines. The last lines are medians and worst cases.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test/property/concurrent/concurrent_accuracy.h"

int main(int argc, char **argv) {
  accuracy_options options = {.threads = {2, 4, 8, 12}, .thread_counts = 4, .methods = "rdfp,class,union,noshare,rr"};
  const char *table = "";
  for (int i = 1; i + 1 < argc; i += 2) {
    if (!strcmp(argv[i], "--table"))
      table = argv[i + 1];
    if (!strcmp(argv[i], "--methods"))
      options.methods = argv[i + 1];
    if (!strcmp(argv[i], "--workload"))
      options.workload = argv[i + 1];
    if (!strcmp(argv[i], "--threads")) {
      options.thread_counts = 0;
      for (char *at = argv[i + 1]; *at && options.thread_counts < 8; at += *at == ',')
        options.threads[options.thread_counts++] = (uint32_t)strtoul(at, &at, 10);
    }
  }
  if (!accuracy_methods_known(options.methods)) {
    fprintf(stderr,
            "--methods: error: expected names of rdfp, class, union, noshare, markov, printed, rr, skewed, uniform, "
            "found '%s'\n",
            options.methods);
    return 2;
  }
  if (!strcmp(table, "coherent"))
    return coherent_table(&options, stdout), 0;
  if (!strcmp(table, "interval"))
    return interval_table(&options, stdout), 0;
  return accuracy_table(&options, stdout);
}
