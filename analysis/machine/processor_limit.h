/* How many processors the control group of this process lets it use. Private to analysis/machine. */
#ifndef PMECACHE_ANALYSIS_MACHINE_PROCESSOR_LIMIT_H
#define PMECACHE_ANALYSIS_MACHINE_PROCESSOR_LIMIT_H

#include <limits.h>

/* The least of the limits of the group and of those around it (cpu.max, or cpu.cfs_quota_us where the system has the
 * first version), rounded up, at least 1; INT_MAX: none. `root` is put before /proc and /sys: "" but in tests. */
int pme__processor_limit(const char *root);

#endif
