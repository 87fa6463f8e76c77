/* Tells on a terminal how far a long run has come. */
#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "pmecache/report.h"

/* Quick runs stay silent, long ones do not flicker. */
static const double first_after_s = 1.0, again_after_s = 0.5;

static double now_s(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

progress progress_start(const char *done, const char *unit) {
  return (progress){.done = done, .unit = unit, .is_terminal = isatty(STDERR_FILENO), .started_s = now_s()};
}

bool progress_step(void *context, uint64_t count) {
  progress *p = (progress *)context;
  double now = now_s();
  if (!p->is_terminal || now - p->started_s < first_after_s || now - p->shown_s < again_after_s)
    return true;
  char number[24], rate[24];
  pme_format_count((double)count, 3, number, sizeof number);
  pme_format_count((double)count / (now - p->started_s), 2, rate, sizeof rate);
  fprintf(stderr, "\rpmecache: %s %s %s (%s/s)\033[K", number, p->unit, p->done, rate);
  p->is_shown = true;
  p->shown_s = now;
  return true;
}

void progress_end(progress *p) {
  if (p->is_shown)
    fprintf(stderr, "\r\033[K");
  p->is_shown = false;
}
