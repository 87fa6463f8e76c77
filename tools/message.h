/* What the commands say on stderr: `PLACE:LINE:COLUMN: error: MESSAGE`, as compilers do. */
#ifndef PMECACHE_TOOLS_MESSAGE_H
#define PMECACHE_TOOLS_MESSAGE_H

#include <stdio.h>

#include "pmecache/status.h"

/* Reports a fault and returns the exit status that belongs to it. `place` is a file, or the name of an option. */
int report_fault(const char *place, const pme_error *error);
/* The same for a fault of pme_machine_resolve: a fault inside a file is told with the file's name. */
int report_machine_fault(const char *request, const char *place, const pme_error *error);
/* Reports bad usage, names the command's --help, returns EXIT_BAD_INPUT. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int report_usage(const char *command, const char *format, ...);
/* The same for an operand in front of the "--" that `what` stands behind, "the program". */
int report_early_operand(const char *command, const char *what, const char *operand);
enum { MEANT_BYTES = 100 };
/* "; did you mean 'WORD'?" of the words that is near to `word`, "" where none is. Returns `text`. */
const char *write_meant(const char *word, const char *const *words, int count, char text[MEANT_BYTES]);
/* A word of a command to be pasted: in quotes where a shell would take it for something else. */
void print_word(const char *word, FILE *out);
/* Flushes stdout: `status`, or EXIT_NO_ANSWER when the answer could not be written. */
int finish_output(int status);

#endif
