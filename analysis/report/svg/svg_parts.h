/* What pictures have in common. Private to analysis/report/svg. */
#ifndef PMECACHE_ANALYSIS_REPORT_SVG_SVG_PARTS_H
#define PMECACHE_ANALYSIS_REPORT_SVG_SVG_PARTS_H

#include <stdio.h>

/* Text for an element: markup and control characters are made harmless. */
void pme__svg_text(const char *text, FILE *stream);

#endif
