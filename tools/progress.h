/* A line on the terminal while something takes long. Nothing when stderr is no terminal. */
#ifndef PMECACHE_TOOLS_PROGRESS_H
#define PMECACHE_TOOLS_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct progress {
  const char *done, *unit; /* "simulated", "accesses" */
  bool is_terminal, is_shown;
  double started_s, shown_s;
} progress;

progress progress_start(const char *done, const char *unit);
/* Fits pme_simulate_options.progress; `context` is the progress. Always true: nobody stops the run here. */
bool progress_step(void *context, uint64_t count);
/* Takes the line away. */
void progress_end(progress *p);

#endif
