/* Places, costs and laws of loops in words. */
#include <math.h>

#include "analysis/report/words/words.h"
#include "pmecache/report.h"
#include "units_parts.h"

void pme__write_place(const pme__unit_loop *loop, char *buffer, size_t buffer_bytes) {
  pme__words words = pme__words_in(buffer, buffer_bytes);
  pme__say(&words, "%s", loop->file[0] ? loop->file : "(no file)");
  if (loop->line)
    pme__say(&words, ":%d", loop->line);
  if (loop->line && loop->column)
    pme__say(&words, ":%d", loop->column);
}

static void say_seconds(pme__words *words, double seconds) {
  static const char *const units[] = {"s", "ms", "us", "ns"};
  int unit = 0;
  for (; unit < 3 && seconds < 1; unit++)
    seconds *= 1000;
  pme__say_count(words, seconds);
  pme__say(words, " %s", units[unit]);
}

void pme__write_cost(const pme__unit_loop *loop, double cost, char *buffer, size_t buffer_bytes) {
  pme__words words = pme__words_in(buffer, buffer_bytes);
  if (loop->seconds >= 0) {
    say_seconds(&words, cost);
    return;
  }
  pme__say_count(&words, cost);
  if (loop->cycles >= 0)
    pme__say(&words, " cycles");
  else
    pme__say(&words, " %s misses", loop->level_count ? loop->levels[loop->level_count - 1].name : "");
}

void pme__write_saving(const pme__unit_loop *loop, char *buffer, size_t buffer_bytes) {
  if (!loop->saving.level) {
    pme__write_cost(loop, loop->saving.amount, buffer, buffer_bytes);
    return;
  }
  pme__words words = pme__words_in(buffer, buffer_bytes);
  pme__say_count(&words, loop->saving.amount);
  pme__say(&words, " %s misses", loop->saving.level);
}

/* Where the law is off by more at the usual size, another one holds there. */
static const double close_to_law = 0.1;

void pme__write_law(const pme__law *law, char *buffer, size_t buffer_bytes) {
  pme__words words = pme__words_in(buffer, buffer_bytes);
  pme__say(&words, "%s %s", law->level, law->is_bound ? "up to " : "");
  if (law->coefficient <= 0 || law->exponent == 0)
    pme__say_count(&words, law->coefficient);
  else
    pme__say_coefficient(&words, law->coefficient);
  if (law->coefficient > 0 && law->exponent != 0)
    pme__say(&words, " %s", law->size);
  if (law->coefficient > 0 && law->exponent > 1)
    pme__say(&words, "^%.0f", law->exponent);
  pme__say(&words, " misses");
  if (law->coefficient <= 0 || law->exponent == 0)
    return;
  bool holds = fabs(law->at_usual / (law->coefficient * pow(PME__LAW_SIZE, law->exponent)) - 1) < close_to_law;
  pme__say(&words, holds ? ", " : " at large sizes, ");
  pme__say_count(&words, law->at_usual);
  pme__say(&words, " at %s = %d", law->size, PME__LAW_SIZE);
}
