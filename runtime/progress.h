/* PMECACHE_PROGRESS=SECONDS: now and then a line on stderr that says how far the run has come and how much it has left
 * behind. Looked at when a thread works off a buffer: no signal and no thread of its own, so a program that records
 * nothing for a while says nothing for a while. */
#ifndef PMECACHE_RUNTIME_PROGRESS_H
#define PMECACHE_RUNTIME_PROGRESS_H

#include "thread.h"

/* Says what is wrong with PMECACHE_PROGRESS, and starts the clock. */
void pmert_progress_check(void);
/* The thread has a full buffer, or is at its end. */
void pmert_progress(const pmert_thread *thread);

#endif
