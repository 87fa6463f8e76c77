/* Programs that are run, and waited for. */
#ifndef PMECACHE_TOOLS_BUILDS_PROCESS_H
#define PMECACHE_TOOLS_BUILDS_PROCESS_H

#include <sys/types.h>

/* Where a program runs and what it prints goes; NULL: as this one. */
typedef struct process_place {
  const char *directory, *output; /* a file for both streams, made anew */
} process_place;

/* Starts a program that is looked for in PATH; the caller waits. -1: it could not be started. */
pid_t process_start(char *const *arguments, const process_place *place);
/* What a shell says of a program that it could not run. */
enum { PROCESS_NOT_RUN = 127 };
/* What a shell would say of a program that ended so: its exit status, or 128 + the signal. */
int process_status(int waited);
/* Runs it: as process_status, or PROCESS_NOT_RUN. Interrupts of the terminal are for the program alone. */
int process_run(char *const *arguments, const process_place *place);

#endif
