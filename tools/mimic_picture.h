/* Hit rates of each level over the number of threads, and the reuse distances behind them on logarithmic axes, as SVG.
 */
#ifndef PMECACHE_TOOLS_MIMIC_PICTURE_H
#define PMECACHE_TOOLS_MIMIC_PICTURE_H

#include <stdio.h>

#include "analysis/team/team_predict.h"

/* `count` answers, for teams of threads[i]. Intervals over interleavings are bars. Look at ferror(stream). */
void mimic_picture(const pme__team_answer *answers, const uint32_t *threads, int count, const pme_machine *machine,
                   FILE *stream);

#endif
