/* Hit rates of each level over the number of threads, and the reuse distances behind them on logarithmic axes, as SVG.
 */
#ifndef PMECACHE_ANALYSIS_REPORT_SVG_SVG_TEAM_H
#define PMECACHE_ANALYSIS_REPORT_SVG_SVG_TEAM_H

#include <stdio.h>

#include "analysis/team/team_predict.h"

/* `count` answers, for teams of threads[i]. Intervals over interleavings are bars. Look at ferror(stream). */
void pme__svg_team(const pme__team_answer *answers, const uint32_t *threads, int count, const pme_machine *machine,
                   FILE *stream);

#endif
