/* The jobs of a sweep as a file that something else runs, several at a time. */
#ifndef PMECACHE_TOOLS_SWEEP_EMIT_H
#define PMECACHE_TOOLS_SWEEP_EMIT_H

#include <stdio.h>

#include "points.h"

typedef enum sweep_form { SWEEP_PARALLEL, SWEEP_SLURM, SWEEP_NINJA, SWEEP_FORMS } sweep_form;

typedef struct sweep_jobs {
  const sweep *sweep;
  const char *command, *folder; /* pmecache, and where results go; absolute */
} sweep_jobs;

/* Jobs whose result is there do nothing when they are run again; look at ferror(out). */
void emit_jobs(const sweep_jobs *jobs, sweep_form form, FILE *out);

#endif
