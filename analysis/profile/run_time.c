/* The sums of the papers over levels of caches, and over operations. */
#include "run_time.h"

#include <math.h>

double pme__mean_cost(int levels, const double *hit, const double *cost) {
  double sum = 0, before = 0;
  for (int k = 0; k < levels; k++) {
    double here = hit[k] > before ? hit[k] : before;
    sum += (here - before) * cost[k];
    before = here;
  }
  return sum + (1 - before) * cost[levels];
}

double pme__memory_cycles(double latency, double throughput, double word_bytes, double total_bytes) {
  return (latency + (word_bytes - 1) * throughput) / word_bytes * total_bytes;
}

double pme__cpu_cycles_pipelined(const pme__cpu_costs *c, double operations, double divisions) {
  double plain = operations - divisions, cycles = 0;
  if (plain > 0)
    cycles += c->latency + (plain - 1) * c->throughput;
  if (divisions > 0)
    cycles += c->divide_latency + (divisions - 1) * c->divide_throughput;
  return cycles;
}

double pme__cpu_cycles_chained(const pme__cpu_costs *c, double operations, double divisions) {
  return (operations - divisions) * c->latency + divisions * c->divide_latency;
}

double pme__strided_bytes(double bytes, double transfer_bytes, double cache_bytes) {
  if (bytes <= transfer_bytes)
    return transfer_bytes;
  return bytes < cache_bytes ? ceil(bytes / transfer_bytes) * transfer_bytes : cache_bytes;
}

pme__time_range pme__run_time(double memory_cycles, double cpu_cycles) {
  return (pme__time_range){fmax(memory_cycles, cpu_cycles), memory_cycles + cpu_cycles};
}
