/* The files that a run leaves behind. */
#ifndef PMECACHE_RUNTIME_OUTPUT_H
#define PMECACHE_RUNTIME_OUTPUT_H

/* Writes the profile of everything so far to PMECACHE_PROFILE_OUT (pmecache-%p.pmeprof). Says on stderr what fails. */
void pmert_write_profile(void);

#endif
