/* A scan: its folder, and the two ways to fill it. */
#ifndef PMECACHE_TOOLS_BUILDS_SCAN_H
#define PMECACHE_TOOLS_BUILDS_SCAN_H

#include <limits.h>
#include <stdbool.h>
#include <time.h>

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

typedef struct scan_options {
  const char *folder, *database, *machine, *threads, *params, *profile;
  const char *instrument; /* NULL: answers are wanted, no program */
  int jobs;               /* 0: as many as there are processors */
  char **command;         /* of the build, NULL at its end; NULL: none */
} scan_options;

typedef struct scan {
  const scan_options *options;
  char folder[PATH_MAX], answers[PATH_MAX], log[PATH_MAX]; /* absolute */
  struct timespec start;                                   /* by the clock of files */
} scan;

/* Says to compiles where the profile is, that of PMECACHE_PROFILE for NULL, if any. False: it cannot be read; told. */
bool scan_set_profile(const char *path);

/* Makes the folder, and says to compiles where answers go. False: told. */
bool scan_open(scan *s, const scan_options *options);
/* How many documents there are. */
int scan_count_answers(const scan *s);

/* Whether a compile has written one of them since the scan began. */
bool scan_has_new_answers(const scan *s);

/* Runs the build with compilers in PATH that are this command: what it exits with. */
int scan_build(const scan *s);
/* Compiles units once more that were noted in SCAN_FAILED, as long as one of a round succeeds: modules of others may have
 * been missing. What is left then is in the log. */
void scan_again(const scan *s);
/* Compiles every unit of the compilation database: what to exit with. */
int scan_database(const scan *s);

#endif
