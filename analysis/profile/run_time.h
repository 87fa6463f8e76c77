/* Running time from hit rates (AMM, PPT-Multicore; docs/model/profiles.md 4.4, 4.5).
 *
 * Hit rates are *cumulative*: hit[k] is the share of all references that level k or a nearer one serves, as reuse
 * distances give it. The papers put them into a formula that wants the rate among the references that reach the level.
 */
#ifndef PMECACHE_ANALYSIS_PROFILE_RUN_TIME_H
#define PMECACHE_ANALYSIS_PROFILE_RUN_TIME_H

/* Mean cost of a reference: sum over levels of (hit[k] - hit[k-1]) cost[k] + the rest at memory, cost[levels]. A rate
 * below the one before counts as equal to it. */
double pme__mean_cost(int levels, const double *hit, const double *cost);

/* T_mem = (latency + (word_bytes - 1) throughput) / word_bytes * total_bytes, cycles. */
double pme__memory_cycles(double latency, double throughput, double word_bytes, double total_bytes);

/* Cycles of `operations`, `divisions` of which divide: pipelined (throughput) or one after the other (latency). */
typedef struct pme__cpu_costs {
  double latency, throughput, divide_latency, divide_throughput;
} pme__cpu_costs;
double pme__cpu_cycles_pipelined(const pme__cpu_costs *costs, double operations, double divisions);
double pme__cpu_cycles_chained(const pme__cpu_costs *costs, double operations, double divisions);

/* Bytes that a strided word moves: one transfer of C bytes while stride and word fit it, whole transfers up to the
 * cache, the stride beyond. */
double pme__strided_bytes(double word_and_stride_bytes, double transfer_bytes, double cache_bytes);

/* The model has no overlap of memory and processor: max(T_mem, T_cpu) .. T_mem + T_cpu. */
typedef struct pme__time_range {
  double low, high;
} pme__time_range;
pme__time_range pme__run_time(double memory_cycles, double cpu_cycles);

#endif
