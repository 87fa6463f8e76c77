/* Predictions as functions of a size, as tables. */
#include <stdio.h>

#include "analysis/report/words/by_size_words.h"
#include "analysis/report/words/facts.h"
#include "analysis/report/words/size_words.h"
#include "pmecache/report.h"

enum { TEXT_BYTES = 700, SIZE_COLUMN = 14, COLUMN = 10 };

static void print_count(FILE *stream, double value) {
  char text[40];
  pme__words words = pme__words_in(text, sizeof text);
  pme__say_count(&words, value);
  fprintf(stream, "%*s", COLUMN, text);
}

static void print_point(FILE *stream, const pme_by_size *answer, const pme_size_point *point) {
  char text[40];
  pme__words words = pme__words_in(text, sizeof text);
  pme__say_size(&words, point->size);
  fprintf(stream, "  %*s", SIZE_COLUMN, text);
  print_count(stream, point->levels[0].accesses);
  for (int level = 0; level < answer->prediction->level_count; level++)
    print_count(stream, point->levels[level].misses);
  fputc('\n', stream);
}

static void print_heads(FILE *stream, const pme_by_size *answer) {
  fprintf(stream, "  %*s%*s", SIZE_COLUMN, pme__size_name(answer), COLUMN, "accesses");
  for (int level = 0; level < answer->prediction->level_count; level++)
    fprintf(stream, "%*s", COLUMN, answer->prediction->level_info[level].name);
  fputc('\n', stream);
}

static void print_loop(FILE *stream, const pme_by_size *answer, const pme_by_size_loop *loop) {
  char text[TEXT_BYTES];
  const pme_subject_node *node = pme_subject_at(answer->prediction->subject, loop->node);
  pme__words words = pme__words_in(text, sizeof text);
  pme__say_sizes(&words, answer, loop);
  fprintf(stream, "\n%s %s at line %d, %s\n", pme__kind_of_loop(&node->u.loop), node->u.loop.variable, node->place.line,
          text);
  for (int level = 0; level < answer->prediction->level_count; level++) {
    words = pme__words_in(text, sizeof text);
    pme__say_laws(&words, answer, loop, level);
    fprintf(stream, "  %s\n", text);
  }
  print_heads(stream, answer);
  for (int i = 0; i < loop->point_count; i++)
    print_point(stream, answer, &loop->points[i]);
  words = pme__words_in(text, sizeof text);
  pme__say_taken(&words, loop->taken, loop->taken_count);
  if (loop->taken_count > 0)
    fprintf(stream, "  %s\n", text);
}

void pme_text_by_size(const pme_by_size *answer, FILE *stream) {
  for (int i = 0; i < answer->loop_count; i++)
    print_loop(stream, answer, &answer->loops[i]);
}
