/* Waiting for other threads, which may never come to an end: this one may be the handler of a signal in one of them. */
#ifndef PMECACHE_RUNTIME_WAIT_H
#define PMECACHE_RUNTIME_WAIT_H

#include <stdbool.h>

/* Asks until it is so, about a second at most. False: it is not. */
bool pmert_wait_until(bool (*is_so)(void *what), void *what);

#endif
