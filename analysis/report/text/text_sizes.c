/* Advice for sizes that are not known, as tables. */
#include <stdio.h>

#include "analysis/report/words/advice_words.h"
#include "analysis/report/words/by_size_words.h"
#include "analysis/report/words/facts.h"
#include "analysis/report/words/size_words.h"
#include "pmecache/report.h"
#include "text_parts.h"

enum { TEXT_BYTES = PME__ADVICE_TEXT_BYTES + 200 };

static void print_size(FILE *stream, int64_t size) {
  char text[40];
  pme__words words = pme__words_in(text, sizeof text);
  pme__say_size(&words, size);
  fputs(text, stream);
}

static void print_loop(const pme_prediction *prediction, const pme_sizes *sizes, const pme_loop_sizes *loop,
                       FILE *stream) {
  char text[TEXT_BYTES];
  for (int r = 0; r < loop->range_count; r++) {
    pme__words words = pme__words_in(text, sizeof text);
    pme__say_size_range(&words, prediction, sizes, loop, r);
    fprintf(stream, "  %s\n", text);
  }
  pme__words words = pme__words_in(text, sizeof text);
  pme__say_fits(&words, prediction, sizes, loop);
  fprintf(stream, "  %s\n", text);
}

static void print_assumption(const pme_sizes *sizes, FILE *stream) {
  fprintf(stream, "\n  looked at: %d values from ", sizes->look_count);
  print_size(stream, sizes->least);
  fprintf(stream, " to ");
  print_size(stream, sizes->most);
  fputc('\n', stream);
  char text[TEXT_BYTES];
  pme__words words = pme__words_in(text, sizeof text);
  pme__say_taken(&words, sizes->taken, sizes->taken_count);
  if (sizes->taken_count > 0)
    fprintf(stream, "  assumption: %s\n", text);
  if (sizes->symbol_count < 2)
    return;
  words = pme__words_in(text, sizeof text);
  for (int i = 0; i < sizes->symbol_count; i++) {
    pme__say(&words, i ? " = " : "");
    pme__say_size_symbol(&words, sizes->symbols[i], sizes->forms[i]);
  }
  fprintf(stream, "  assumption: %s (no values are known: all were taken as equal)\n", text);
}

void pme_text_sizes(const pme_sizes *sizes, const pme_prediction *prediction, const char *source_file, FILE *stream) {
  pme__table table = pme__table_of(prediction, source_file, stream);
  pme__print_function(&table);
  for (int i = 0; i < sizes->loop_count; i++) {
    const pme_loop_sizes *loop = &sizes->loops[i];
    const pme_subject_node *node = pme_subject_at(table.subject, loop->node);
    fprintf(stream, "\n%s %s at line %d, as a function of %s\n", pme__kind_of_loop(&node->u.loop),
            node->u.loop.variable, node->place.line, sizes->symbols[0]);
    if (loop->range_count == 0)
      fprintf(stream, "  no answer for any size that was tried\n");
    else
      print_loop(prediction, sizes, loop, stream);
  }
  print_assumption(sizes, stream);
}
