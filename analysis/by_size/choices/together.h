/* Conditions that ask for several symbols at once. Private to analysis/by_size. */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_CHOICES_TOGETHER_H
#define PMECACHE_ANALYSIS_BY_SIZE_CHOICES_TOGETHER_H

#include "chooser.h"

/* Moves choices of `unknown`, each of which has the value it is given by itself, one after the other or two alike, as long
 * as fewer of the conditions around the loop fail. */
void pme__choose_together(const pme_program *program, const pme__condition_list *list, pme__unknown_symbols *unknown);

#endif
