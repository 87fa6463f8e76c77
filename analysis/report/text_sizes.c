/* Advice for sizes that are not known, as tables. */
#include <inttypes.h>
#include <stdio.h>

#include "advice_words.h"
#include "facts.h"
#include "pmecache/report.h"
#include "text_parts.h"

/* 700, 2,900, ... */
static void print_size(FILE *stream, int64_t size) {
  if (size >= 1000) {
    print_size(stream, size / 1000);
    fprintf(stream, ",%03" PRId64, size % 1000);
  } else {
    fprintf(stream, "%" PRId64, size);
  }
}

static void print_place(const pme_sizes *sizes, const pme_loop_sizes *loop, int number, FILE *stream) {
  const pme_size_range *range = &loop->ranges[number];
  bool is_first = number == 0, is_last = number == loop->range_count - 1;
  if (is_first && is_last) {
    fprintf(stream, "  for every %s that was looked at: ", sizes->symbols[0]);
    return;
  }
  if (range->from == range->to && !is_first && !is_last) {
    fprintf(stream, "  at %s = ", sizes->symbols[0]);
    print_size(stream, range->from);
    fprintf(stream, ": ");
    return;
  }
  fprintf(stream, is_first ? "  up to %s = " : "  from %s = ", sizes->symbols[0]);
  print_size(stream, is_first ? range->to : range->from);
  if (!is_first && !is_last) {
    fprintf(stream, " to ");
    print_size(stream, range->to);
  }
  fprintf(stream, ": ");
}

static void print_range(const pme_prediction *prediction, const pme_sizes *sizes, const pme_loop_sizes *loop,
                        int number, FILE *stream) {
  const pme_size_range *range = &loop->ranges[number];
  pme_candidate candidates[] = {range->best, range->present};
  pme_loop_advice of_size = {.node = loop->node,
                             .count = 2,
                             .candidates = candidates,
                             .present = 1,
                             .by_misses = range->by_misses,
                             .pays = range->pays};
  pme_advice advice = {.prediction = prediction, .loop_count = 1, .loops = &of_size};
  char text[PME_ADVICE_TEXT_BYTES];
  print_place(sizes, loop, number, stream);
  if (!range->pays) {
    fprintf(stream, "nothing to gain by another schedule\n");
    return;
  }
  pme__write_advice(&advice, &of_size, text, sizeof text);
  fprintf(stream, "%s (at ", text);
  print_size(stream, range->at);
  fprintf(stream, ")\n");
}

static void print_fits(const pme_prediction *prediction, const pme_sizes *sizes, const pme_loop_sizes *loop,
                       FILE *stream) {
  fprintf(stream, "  what is used again stays in");
  for (int l = 0; l < prediction->level_count; l++) {
    fprintf(stream, "%s %s ", l ? "," : "", prediction->level_info[l].name);
    if (loop->fits_up_to[l] == INT64_MAX) {
      fprintf(stream, "always");
    } else if (loop->fits_up_to[l] == 0) {
      fprintf(stream, "never");
    } else {
      fprintf(stream, "up to %s = ", sizes->symbols[0]);
      print_size(stream, loop->fits_up_to[l]);
    }
  }
  fputc('\n', stream);
}

static void print_assumption(const pme_sizes *sizes, FILE *stream) {
  fprintf(stream, "\n  looked at: %d values from ", sizes->look_count);
  print_size(stream, sizes->least);
  fprintf(stream, " to ");
  print_size(stream, sizes->most);
  fputc('\n', stream);
  if (sizes->symbol_count < 2)
    return;
  fprintf(stream, "  assumption: ");
  for (int i = 0; i < sizes->symbol_count; i++)
    fprintf(stream, "%s%s", i ? " = " : "", sizes->symbols[i]);
  fprintf(stream, " (no values are known: all were taken as equal)\n");
}

void pme_text_sizes(const pme_sizes *sizes, const pme_prediction *prediction, const char *source_file, FILE *stream) {
  pme__table table = pme__table_of(prediction, source_file, stream);
  pme__print_function(&table);
  for (int i = 0; i < sizes->loop_count; i++) {
    const pme_loop_sizes *loop = &sizes->loops[i];
    const pme_node *node = pme_program_node(table.program, loop->node);
    fprintf(stream, "\nparallel loop %s at line %d, as a function of %s\n", node->u.loop.variable, node->place.line,
            sizes->symbols[0]);
    if (loop->range_count == 0) {
      fprintf(stream, "  no answer for any size that was tried\n");
      continue;
    }
    for (int r = 0; r < loop->range_count; r++)
      print_range(prediction, sizes, loop, r, stream);
    print_fits(prediction, sizes, loop, stream);
  }
  print_assumption(sizes, stream);
}
