/* Profiles as tables for a terminal. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pmecache/instrumented.h"
#include "pmecache/report.h"

enum { NUMBER_BYTES = 24, SIZE_BYTES = 24, BAR_WIDTH = 40, FIRST_OCTAVE = 6 };

static const char *count_text(double value, char *buffer) {
  pme_format_count(value, 3, buffer, NUMBER_BYTES);
  return buffer;
}

/* ---- answers ---- */

static void print_counts(const pme_prediction *p, int level, const pme_profile_counts *c, double accesses,
                         FILE *stream) {
  char exact[NUMBER_BYTES], sdcm[NUMBER_BYTES], full[NUMBER_BYTES];
  pme_format_share(c->exact_index, accesses, exact, sizeof exact);
  pme_format_share(c->sdcm, accesses, sdcm, sizeof sdcm);
  pme_format_share(c->fully_associative, accesses, full, sizeof full);
  fprintf(stream, "  %-8s%14s%10s%20s%s\n", p->level_info[level].name, isnan(c->exact_index) ? "not measured" : exact,
          sdcm, full, c->set_conflict ? "  set conflict" : "");
}

static const char *array_of(const pme_prediction *p, int row) {
  const pme_subject *subject = p->subject;
  return subject->arrays[pme_subject_at(subject, p->references[row].node)->u.access.array];
}

static void print_conflicts(const pme_profile_answer *a, FILE *stream) {
  const pme_prediction *p = a->prediction;
  const pme_subject *subject = p->subject;
  for (int i = 0; i < p->reference_count; i++)
    for (int level = 0; level < p->level_count; level++) {
      const pme_profile_counts *c = &a->references[i][level];
      if (!c->set_conflict || c->exact_index < c->sdcm)
        continue;
      pme_place place = pme_subject_at(subject, p->references[i].node)->place;
      char more[NUMBER_BYTES];
      fprintf(stream,
              "  set conflict: '%s' at %d:%d misses %s %s times more than if its lines were spread over the sets; "
              "pad the array or its rows\n",
              array_of(p, i), place.line, place.column, p->level_info[level].name,
              count_text(floor(c->exact_index - c->sdcm + 0.5), more));
    }
}

void pme_text_profile_answer(const pme_profile_answer *answer, FILE *stream) {
  const pme_prediction *p = answer->prediction;
  pme_text_prediction(p, NULL, stream);
  if (p->levels[0].accesses <= 0)
    return;
  fprintf(stream, "\nmiss rates by three ways of counting\n  %-8s%14s%10s%20s\n", "level", "exact index", "SDCM",
          "fully associative");
  for (int level = 0; level < p->level_count; level++)
    print_counts(p, level, &answer->totals[level], p->levels[level].accesses, stream);
  print_conflicts(answer, stream);
}

/* ---- histograms ---- */

static double octave_share(const pme_histogram *h, uint64_t window, double from, double to) {
  return pme_histogram_miss_rate(h, window, from) - pme_histogram_miss_rate(h, window, to);
}

static int last_octave(const pme_histogram *h) {
  int last = 0;
  for (int bin = 0; bin < PME_BIN_COUNT; bin++)
    if (pme_histogram_bin(h, bin).count > 0)
      while ((UINT64_C(1) << last) <= pme_bin_start(bin))
        last++;
  return last;
}

/* 32768 as 32K. */
static const char *size_text(double bytes, char *buffer) {
  static const char units[] = " KMGTPE";
  int unit = 0;
  for (; bytes >= 1024 && units[unit + 1]; unit++)
    bytes /= 1024;
  snprintf(buffer, SIZE_BYTES, unit ? "%g%c" : "%g", bytes, units[unit]);
  return buffer;
}

static void print_bar(double share, FILE *stream) {
  for (int i = 0; i < (int)(share * BAR_WIDTH + 0.5); i++)
    fputc('#', stream);
  fputc('\n', stream);
}

void pme_text_histogram(const pme_histogram *h, uint64_t window, int line_bytes, FILE *stream) {
  int last = last_octave(h);
  fprintf(stream, "  %12s%10s%9s%9s\n", "lines below", "cache", "share", "misses");
  for (int octave = 0; octave <= last; octave++) {
    double from = octave ? ldexp(1, octave - 1) : 0, to = ldexp(1, octave);
    char lines[NUMBER_BYTES], bytes[SIZE_BYTES], share[NUMBER_BYTES], misses[NUMBER_BYTES];
    pme_format_share(octave_share(h, window, from, to), 1, share, sizeof share);
    pme_format_share(pme_histogram_miss_rate(h, window, to), 1, misses, sizeof misses);
    fprintf(stream, "  %12s%10s%9s%9s  ", count_text(to, lines), size_text(to * line_bytes, bytes), share, misses);
    print_bar(octave_share(h, window, from, to), stream);
  }
  char cold[NUMBER_BYTES];
  double cold_share = h->total > 0 ? pme_histogram_far_scale(h, window) * h->cold / h->total : 0;
  pme_format_share(cold_share, 1, cold, sizeof cold);
  fprintf(stream, "  %12s%10s%9s%9s  ", "first time", "", cold, "");
  print_bar(cold_share, stream);
}

/* ---- what a profile holds ---- */

static void print_run(const pme_profile *p, FILE *stream) {
  static const char *const samplings[] = {"every reference, exact", "exact below the window",
                                          "exact below the window, a sample beyond"};
  const pme_profile_options *o = pme_profile_options_of(p);
  if (o->command)
    fprintf(stream, "run of %s\n", o->command);
  fprintf(stream, "%d thread%s, lines of %d bytes, %s", o->threads, o->threads == 1 ? "" : "s", o->line_bytes,
          samplings[o->sampling]);
  if (o->window_lines)
    fprintf(stream, " (window %u lines, sample %u lines)", (unsigned)o->window_lines, (unsigned)o->sample_lines);
  if (o->rate < 1)
    fprintf(stream, ", %.3g%% of the references", 100 * o->rate);
  fputc('\n', stream);
  for (int g = 0; g < o->geometry_count; g++)
    fprintf(stream, "%s%lld sets to %d ways%s", g ? ", " : "followed: ", (long long)o->geometries[g].sets,
            o->geometries[g].ways, o->geometries[g].sampled ? " (a sample)" : "");
  if (o->geometry_count)
    fputc('\n', stream);
}

static void print_symbols(const pme_profile *p, int function, FILE *stream) {
  for (int i = 0; i < pme_profile_symbol_count(p); i++) {
    const pme_profile_symbol *s = pme_profile_symbol_at(p, i);
    if (s->function != function)
      continue;
    if (!strcmp(s->name, PME_CALLS_SYMBOL))
      fprintf(stream, "  calls with one object for two arguments (%lld)", (long long)s->value - PME_CALLS_PLAIN);
    else if (s->other)
      fprintf(stream, "  %s = other values", s->name);
    else
      fprintf(stream, "  %s = %lld", s->name, (long long)s->value);
    if (s->mean && s->times > 0)
      fprintf(stream, " (%.1f on average)", s->total / s->times);
    fprintf(stream, ", %.0f times", s->times);
    fputc('\n', stream);
  }
}

static pme_status print_loops(const pme_profile *p, int function, FILE *stream) {
  for (int i = 0; i < pme_profile_loop_count(p); i++) {
    const pme_profile_loop *l = pme_profile_loop_at(p, i);
    if (l->function != function)
      continue;
    pme_profile_part part = PME_PROFILE_WHOLE;
    double accesses;
    char counts[3][NUMBER_BYTES];
    part.loop = i;
    pme_status status = pme_profile_sum(p, &part, NULL, &accesses);
    if (status)
      return status;
    fprintf(stream, "  %sloop %s at %d:%d: entered %s times, %s iterations, %s accesses\n",
            l->parallel ? "parallel " : "", l->variable ? l->variable : "?", l->place.line, l->place.column,
            count_text(l->executions, counts[0]), count_text(l->iterations, counts[1]),
            count_text(accesses, counts[2]));
  }
  return PME_OK;
}

typedef struct ranked {
  int reference;
  double accesses;
} ranked;

static int by_accesses(const void *a, const void *b) {
  double x = ((const ranked *)a)->accesses, y = ((const ranked *)b)->accesses;
  return x < y ? 1 : x > y ? -1 : ((const ranked *)a)->reference - ((const ranked *)b)->reference;
}

static pme_status rank(const pme_profile *p, ranked *list) {
  for (int i = 0; i < pme_profile_reference_count(p); i++)
    list[i] = (ranked){i, 0};
  for (int i = 0; i < pme_profile_stream_count(p); i++) {
    const pme_profile_stream *s = pme_profile_stream_at(p, i);
    list[s->reference].accesses += s->accesses;
  }
  qsort(list, (size_t)pme_profile_reference_count(p), sizeof *list, by_accesses);
  return PME_OK;
}

static pme_status print_reference(const pme_profile *p, const ranked *entry, FILE *stream) {
  static const double sizes[] = {1 << 9, 1 << 14, 1 << 19}; /* lines: 32 KiB, 1 MiB, 32 MiB of 64 bytes */
  const pme_profile_reference *r = pme_profile_reference_at(p, entry->reference);
  pme_profile_part part = PME_PROFILE_WHOLE;
  pme_histogram h = {.total = 0};
  char accesses[NUMBER_BYTES];
  part.reference = entry->reference;
  pme_status status = pme_profile_sum(p, &part, &h, NULL);
  fprintf(stream, "  %-20s%6d:%-5d%-6s%9s", r->array ? r->array : "?", r->place.line, r->place.column,
          r->is_write ? "write" : "read", count_text(entry->accesses, accesses));
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes && !status; i++) {
    char share[NUMBER_BYTES];
    pme_format_share(pme_histogram_miss_rate(&h, pme_profile_options_of(p)->window_lines, sizes[i]), 1, share,
                     sizeof share);
    fprintf(stream, "%9s", share);
  }
  fputc('\n', stream);
  pme_histogram_destroy(&h, pme_profile_allocator(p));
  return status;
}

static pme_status print_references(const pme_profile *p, int most, FILE *stream) {
  int count = pme_profile_reference_count(p);
  ranked *list = (ranked *)pme_reallocate(NULL, sizeof *list * ((size_t)count + 1));
  pme_status status = list ? rank(p, list) : PME_NO_MEMORY;
  if (!status && count)
    fprintf(stream, "\nmisses of fully associative caches of 512, 16K and 512K lines\n  %-20s%6s%-6s%-6s%9s%9s%9s%9s\n",
            "array", "at", "", "access", "accesses", "512", "16K", "512K");
  for (int i = 0; i < count && i < most && !status; i++)
    status = print_reference(p, &list[i], stream);
  if (!status && count > most)
    fprintf(stream, "  and %d more\n", count - most);
  pme_reallocate(list, 0);
  return status;
}

/* What a trace gave for the loops of a function, for each machine that was asked about. */
static void print_advice(const pme_profile *p, int function, FILE *stream) {
  for (int i = 0; i < pme_profile_advice_count(p); i++) {
    const pme_profile_advice *a = pme_profile_advice_at(p, i);
    const pme_profile_loop *loop = pme_profile_loop_at(p, a->loop);
    if (loop->function == function)
      fprintf(stream, "  advice for the loop at line %d on %s: %s\n", loop->place.line, a->machine, a->text);
  }
}

pme_status pme_text_profile(const pme_profile *p, int most, FILE *stream) {
  print_run(p, stream);
  for (int f = 0; f < pme_profile_function_count(p); f++) {
    const pme_profile_function *function = pme_profile_function_at(p, f);
    char calls[NUMBER_BYTES];
    fprintf(stream, "\n%s (%s:%d)", function->name, function->file ? function->file : "?", function->line);
    if (function->calls > 0) /* older runs did not count them */
      fprintf(stream, ", called %s time%s", count_text(function->calls, calls), function->calls > 1 ? "s" : "");
    fputc('\n', stream);
    print_symbols(p, f, stream);
    pme_status status = print_loops(p, f, stream);
    if (status)
      return status;
    print_advice(p, f, stream);
  }
  return print_references(p, most, stream);
}
