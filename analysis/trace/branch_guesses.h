/* Which block of code comes next, guessed as a core guesses branches: by what came the last times, behind the same
 * blocks. What comes otherwise costs a core what it had begun to do.
 *
 * A guess is that of the longest of four histories (0, 4, 16 and 64 records, and how often the newest block has come in
 * a row) behind which the same has come before; that of a shorter one where none has. What is guessed is the next
 * record: several branches that lie between two records are one.
 */
#ifndef PMECACHE_ANALYSIS_TRACE_BRANCH_GUESSES_H
#define PMECACHE_ANALYSIS_TRACE_BRANCH_GUESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of one thread: so many bytes, zeroed and then started. */
typedef struct pme__branch_guesses pme__branch_guesses;
size_t pme__branch_guesses_bytes(void);
void pme__branch_guesses_start(pme__branch_guesses *guesses);

/* The next record is `what` (any number but 0): true where another one was guessed. */
bool pme__branch_surprises(pme__branch_guesses *guesses, uint64_t what);

#endif
