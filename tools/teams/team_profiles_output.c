/* Profiles as numbers. */
#include "team_profiles_output.h"

#include <inttypes.h>
#include <stdio.h>

#include "pmecache/report.h"

/* ---- text: by octave ---- */

static int octave_of(uint64_t distance) { return distance == 0 ? 0 : 64 - __builtin_clzll(distance); }

static void add_octaves(const pme__concurrent_profile *profile, double *octaves) {
  for (uint32_t b = 0; b < profile->finite.room; b++)
    octaves[octave_of(pme__tally_first(b))] += profile->finite.bin[b].count;
}

static void print_count(double value) {
  char text[24];
  pme_format_count(value, 3, text, sizeof text);
  printf(" %10s", text);
}

static void print_row(const char *lines, double alone, double measured, double estimated, bool has_estimate) {
  printf("%17s", lines);
  print_count(alone);
  print_count(measured);
  if (has_estimate)
    print_count(estimated);
  putchar('\n');
}

static void print_octaves(const pme__thread_profiles *p, bool has_estimate) {
  enum { OCTAVES = 65 };
  double alone[OCTAVES] = {0}, measured[OCTAVES] = {0}, estimated[OCTAVES] = {0};
  add_octaves(&p->alone, alone);
  add_octaves(&p->measured, measured);
  add_octaves(&p->estimated, estimated);
  for (int o = 0; o < OCTAVES; o++) {
    char lines[40];
    if (alone[o] + measured[o] + estimated[o] <= 0)
      continue;
    uint64_t first = o ? UINT64_C(1) << (o - 1) : 0;
    snprintf(lines, sizeof lines, o < 2 ? "%" PRIu64 : "%" PRIu64 " .. %" PRIu64, first, 2 * first - 1);
    print_row(lines, alone[o], measured[o], estimated[o], has_estimate);
  }
  print_row("never before", p->alone.infinite, p->measured.infinite, p->estimated.infinite, has_estimate);
}

static void print_threads(const pme__team_profiles *p, bool has_estimate) {
  printf("%7s %12s %12s %12s%s\n", "thread", "references", "first, PRD", p->is_coherent ? "or written" : "first, CRD",
         has_estimate ? "        NRMSE" : "");
  for (uint32_t t = 0; t < p->threads; t++) {
    const pme__thread_profiles *thread = &p->thread[t];
    printf("%7" PRIu32 " %12.10g %12.10g %12.10g", t, thread->alone.references, thread->alone.infinite,
           thread->measured.infinite);
    if (has_estimate)
      printf(" %11.2f%%", 100 * thread->nrmse);
    putchar('\n');
  }
}

void print_profiles_as_text(const pme__team_profiles *p, uint32_t line_bytes) {
  bool has_estimate = p->method != PME_METHOD_ITERATIONS;
  const char *method = pme__team_method_name(p->method);
  printf("team of %" PRIu32 ", method %s; reuse distances in lines of %" PRIu32 " bytes, references of all threads\n\n",
         p->threads, method, line_bytes);
  printf("%17s %10s %10s", "lines", "PRD", p->is_coherent ? "coherent" : "CRD");
  if (has_estimate)
    printf(" %10.10s", method);
  putchar('\n');
  print_octaves(&p->combined, has_estimate);
  putchar('\n');
  print_threads(p, has_estimate);
  if (has_estimate)
    printf("%7s %12s %12s %12s %11.2f%%\n", "all", "", "", "", 100 * p->combined.nrmse);
}

/* ---- all bins ---- */

typedef void (*bin_printer)(void *context, uint64_t first, uint64_t last, const pme__tally_bin *bin);

static void each_bin(const pme__concurrent_profile *profile, bin_printer print, void *context) {
  for (uint32_t b = 0; b < profile->finite.room; b++)
    if (profile->finite.bin[b].count != 0)
      print(context, pme__tally_first(b), pme__tally_last(b), &profile->finite.bin[b]);
}

/* ---- CSV ---- */

typedef struct csv_row {
  const pme__team_profiles *profiles;
  const char *profile;
  const char *thread;
} csv_row;

static void print_csv_bin(void *context, uint64_t first, uint64_t last, const pme__tally_bin *bin) {
  const csv_row *r = (const csv_row *)context;
  printf("%" PRIu32 ",%s,%s,%s,%" PRIu64 ",%" PRIu64 ",%.10g,%.10g\n", r->profiles->threads,
         pme__team_method_name(r->profiles->method), r->profile, r->thread, first, last, bin->count,
         bin->sum / bin->count);
}

static void print_csv_profile(const pme__team_profiles *p, const char *name, const char *thread,
                              const pme__concurrent_profile *profile) {
  csv_row row = {p, name, thread};
  each_bin(profile, print_csv_bin, &row);
  printf("%" PRIu32 ",%s,%s,%s,inf,inf,%.10g,inf\n", p->threads, pme__team_method_name(p->method), name, thread,
         profile->infinite);
}

static void print_csv_thread(const pme__team_profiles *p, const pme__thread_profiles *profiles, const char *thread) {
  const char *together = p->is_coherent ? "coherent" : "crd";
  print_csv_profile(p, "prd", thread, &profiles->alone);
  print_csv_profile(p, together, thread, &profiles->measured);
  if (p->method != PME_METHOD_ITERATIONS)
    print_csv_profile(p, "estimated", thread, &profiles->estimated);
}

void print_profiles_as_csv(const pme__team_profiles *p, bool is_first) {
  if (is_first)
    puts("threads,method,profile,thread,first,last,references,mean");
  for (uint32_t t = 0; t < p->threads; t++) {
    char thread[16];
    snprintf(thread, sizeof thread, "%" PRIu32, t);
    print_csv_thread(p, &p->thread[t], thread);
  }
  print_csv_thread(p, &p->combined, "all");
}

/* ---- JSON ---- */

static void print_json_bin(void *context, uint64_t first, uint64_t last, const pme__tally_bin *bin) {
  bool *is_first = (bool *)context;
  printf("%s[%" PRIu64 ", %" PRIu64 ", %.10g, %.10g]", *is_first ? "" : ", ", first, last, bin->count,
         bin->sum / bin->count);
  *is_first = false;
}

static void print_json_profile(const char *name, const pme__concurrent_profile *profile) {
  bool is_first = true;
  printf(", \"%s\": {\"infinite\": %.10g, \"bins\": [", name, profile->infinite);
  each_bin(profile, print_json_bin, &is_first);
  printf("]}");
}

static void print_json_thread(const pme__team_profiles *p, const pme__thread_profiles *profiles) {
  printf("\"references\": %.10g", profiles->measured.references);
  print_json_profile("prd", &profiles->alone);
  print_json_profile(p->is_coherent ? "coherent" : "crd", &profiles->measured);
  if (p->method != PME_METHOD_ITERATIONS) {
    print_json_profile("estimated", &profiles->estimated);
    printf(", \"nrmse\": %.10g", profiles->nrmse);
  }
}

void print_profiles_json_head(uint32_t line_bytes) {
  printf("{\"version\": %d, \"producer\": \"profiles\", \"line_bytes\": %" PRIu32 ", \"teams\": [", PME_JSON_VERSION,
         line_bytes);
}

void print_profiles_as_json(const pme__team_profiles *p, bool is_first) {
  printf("%s{\"threads\": %" PRIu32 ", \"method\": \"%s\", \"all\": {", is_first ? "" : ", ", p->threads,
         pme__team_method_name(p->method));
  print_json_thread(p, &p->combined);
  printf("}, \"each\": [");
  for (uint32_t t = 0; t < p->threads; t++) {
    printf("%s{\"thread\": %" PRIu32 ", ", t ? ", " : "", t);
    print_json_thread(p, &p->thread[t]);
    putchar('}');
  }
  printf("]}");
}

void print_profiles_json_end(void) { puts("]}"); }
