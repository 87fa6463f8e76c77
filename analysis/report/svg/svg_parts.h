/* What the pictures share: colours for light and dark, axes that fit what they show, marks, labels that keep apart.
 * Private to analysis/report/svg. */
#ifndef PMECACHE_ANALYSIS_REPORT_SVG_SVG_PARTS_H
#define PMECACHE_ANALYSIS_REPORT_SVG_SVG_PARTS_H

#include <stdbool.h>
#include <stdio.h>

/* Colours, and shapes of marks, that tell lines apart: classes c0, c1, ... */
enum { PME__SVG_SERIES = 8, PME__SVG_MOST_TICKS = 16 };

/* Opens the document with its colours and background. */
void pme__svg_begin(double width, double height, FILE *stream);
/* The text with what XML would read otherwise. */
void pme__svg_text(const char *text, FILE *stream);

/* ---- axes ---- */

typedef struct pme__svg_axis {
  bool is_log;
  double low, high;    /* of the axis; above 0 where it is logarithmic */
  double start, range; /* pixels: of low, and from there to high (negative: upwards) */
  int tick_count;
  double ticks[PME__SVG_MOST_TICKS];
} pme__svg_axis;

/* An axis for values from `least` to `most`, on round numbers: logarithmic where they differ by more than four times
 * and none is below 0, else as much of the linear one as they take, from 0 where they come near it. */
pme__svg_axis pme__svg_fit(double least, double most, double start, double range);
double pme__svg_at(const pme__svg_axis *axis, double value);

/* ---- marks and labels ---- */

/* Opens a mark, of a shape of its own for each series, up to its title, which the caller writes, and closes it. */
void pme__svg_begin_mark(int series, double x, double y, FILE *stream);
void pme__svg_end_mark(FILE *stream);
/* Moves places of labels apart, to at least `gap`, and into [top, bottom], as far as there is room. In their order from
 * the top; `order` gets it, as indices. */
void pme__svg_keep_apart(double *places, int *order, int count, double gap, double top, double bottom);

#endif
