/* The printed equations as tables for a terminal. */
#include "analysis/report/words/facts.h"
#include "pmecache/printed.h"
#include "text_parts.h"

typedef struct page {
  pme__table table;
  const pme_printed *printed;
} page;

static const char *kind_of(const pme_printed_equation *e) {
  static const char *const names[] = {
      [PME_PRINTED_SERIAL] = "Eq 3", [PME_PRINTED_PARALLEL] = "Eq 11", [PME_PRINTED_TRANSLATION] = "follows"};
  return names[e->kind];
}

static void print_head(const page *p, const pme_printed_equation *e) {
  const pme_reference_prediction *row = &p->printed->prediction->references[e->reference];
  const pme_subject_node *access = pme_subject_at(p->table.subject, row->node);
  const pme_misses *m = &row->levels[e->level];
  fprintf(p->table.stream, "\n%s: %s '%s'", p->printed->prediction->level_info[e->level].name,
          access->u.access.is_write ? "writing" : "reading", pme__array_name(p->table.subject, row->node));
  if (access->place.line > 0)
    fprintf(p->table.stream, " at %d:%d", access->place.line, access->place.column);
  fprintf(p->table.stream, ", %.10g misses of %.10g accesses\n", m->misses, m->accesses);
  fprintf(p->table.stream, "  %-16s %-8s %8s %6s %4s %8s %4s %9s %9s %6s %9s %7s %7s %9s %10s  %9s %9s\n", "loop",
          "equation", "N", "b", "t", "S", "Ls", "L(N)", "nrs", "rd", "rso", "ngrt", "nst", "ngrtC", "rem", "P(rd)",
          "P(1)");
}

/* In elements, as the paper has it. */
static double elements(const pme_printed_equation *e, int64_t bytes) {
  return e->element_bytes > 0 ? (double)bytes / (double)e->element_bytes : (double)bytes;
}

static void print_equation(const page *p, const pme_printed_equation *e) {
  FILE *stream = p->table.stream;
  char loop[40];
  snprintf(loop, sizeof loop, "%.24s%s", pme_subject_at(p->table.subject, e->loop)->u.loop.variable,
           e->of_chunks ? " (chunks)" : "");
  fprintf(stream, "  %-16s %-8s %8lld ", loop, kind_of(e), (long long)e->iterations);
  if (e->threads)
    fprintf(stream, "%6lld %4lld ", (long long)e->block, (long long)e->threads);
  else
    fprintf(stream, "%6s %4s ", "", "");
  fprintf(stream, "%8.6g %4.4g %9.6g ", elements(e, e->stride_bytes), elements(e, e->line_bytes), e->new_sets);
  if (e->kind == PME_PRINTED_PARALLEL)
    fprintf(stream, "%9.6g %6.4g %9.6g %7.4g %7.4g %9.6g ", e->nrs, e->rd, e->rso, e->ngrt, e->nst, e->ngrt_c);
  else if (e->kind == PME_PRINTED_TRANSLATION)
    fprintf(stream, "%9s %6.4g %9s %7s %7s %9s ", "", e->distance, "", "", "", "");
  else
    fprintf(stream, "%52s ", "");
  fprintf(stream, "%10.6g  %9.4g %9.4g\n", e->rem, e->miss_between, e->miss_after_one);
}

void pme_text_printed(const pme_printed *printed, const bool *wanted, const char *source_file, FILE *stream) {
  page p = {pme__table_of(printed->prediction, source_file, stream), printed};
  int reference = -1, level = -1;
  pme__print_function(&p.table);
  fputs(
      "as printed in 2012: F(RD) = L(N) F(RD) + (nrs - ngrtC) F(Iter(rd)) + rso F(Iter(0)) + rem F(Iter(1)); lengths "
      "in elements,\nP(rd) and P(1) are MissP after rd iterations and after one, of the first instance of each level\n",
      stream);
  for (int i = 0; i < printed->equation_count; i++) {
    const pme_printed_equation *e = &printed->equations[i];
    if (wanted && !wanted[e->reference])
      continue;
    if (e->reference != reference || e->level != level)
      print_head(&p, e);
    reference = e->reference;
    level = e->level;
    print_equation(&p, e);
  }
}
