/* What the runtime says to the user of the program, on stderr. */
#ifndef PMECACHE_RUNTIME_MESSAGE_H
#define PMECACHE_RUNTIME_MESSAGE_H

#include <stdbool.h>

/* PMECACHE_VERBOSE=1 */
bool pmert_is_verbose(void);
/* One line; said always. */
__attribute__((format(printf, 1, 2))) void pmert_warn(const char *format, ...);
__attribute__((format(printf, 1, 2))) void pmert_say(const char *format, ...);
/* One line; said when the user asked for it. */
__attribute__((format(printf, 1, 2))) void pmert_tell(const char *format, ...);

#endif
