/* A unit compiled once more by the clang of the plugin, for its document alone: where the build's own compiler cannot
 * load the plugin. */
#ifndef PMECACHE_TOOLS_BUILDS_SHADOW_H
#define PMECACHE_TOOLS_BUILDS_SHADOW_H

#include <stdbool.h>

typedef struct shadow_job {
  int count;
  char **arguments;      /* of the compile in the build; [0] is its compiler */
  const char *directory; /* NULL: here */
  const char *folder;    /* of the scan: its log gets what failed, its modules are those of flang */
  bool is_tried_again;   /* the log gets nothing: a module may be missing that another unit makes */
} shadow_job;

/* All sources of the job. False: one of them failed, and the log says why. */
bool shadow_compile(const shadow_job *job);
/* The job itself, link included, by the clang of the plugin: an instrumented object or program. False: it failed, wrote
 * nothing, and the log says why. */
bool shadow_instrument(const shadow_job *job);

#endif
