/* The process that the runtime is a guest in: what of it must not change. */
#ifndef PMECACHE_RUNTIME_GUEST_H
#define PMECACHE_RUNTIME_GUEST_H

#include <signal.h>
#include <stdbool.h>

/* The program has more rights than whoever started it (AT_SECURE): it obeys no variable, and nothing is written. */
bool pmert_is_privileged(void);

/* A pipe without a reader, or a file that has reached the limit of the process, would end the program: the signals wait
 * in between. `failed`: something could not be written, what came for it is dropped. errno is kept. */
void pmert_hold_signals(sigset_t *before);
void pmert_release_signals(const sigset_t *before, bool failed);

#endif
