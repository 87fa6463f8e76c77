/* A histogram of reuse distances as a picture. */
#include <math.h>

#include "pmecache/report.h"
#include "svg_parts.h"

enum { WIDTH = 760, HEIGHT = 360, LEFT = 60, RIGHT = 20, TOP = 40, BOTTOM = 60, STEPS = 8 };

typedef struct chart {
  const pme_histogram *histogram;
  uint64_t window;
  int line_bytes;
  int octaves; /* the axis goes from 0 lines over 1 to 2^octaves */
  FILE *stream;
} chart;

static double plot_width(void) { return WIDTH - LEFT - RIGHT; }
static double plot_height(void) { return HEIGHT - TOP - BOTTOM; }

/* Octave k (lines below 2^k) ends at tick k + 1; the last column holds first references. */
static double x_of(const chart *c, double tick) { return LEFT + plot_width() * tick / (c->octaves + 2); }
static double y_of(double share) { return TOP + plot_height() * (1 - share); }

static double misses(const chart *c, double lines) { return pme_histogram_miss_rate(c->histogram, c->window, lines); }

static void put_bar(const chart *c, double tick, double share, const char *kind) {
  fprintf(c->stream,
          "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>%.4g%%</title></rect>\n",
          kind, x_of(c, tick) + 1, y_of(share), x_of(c, tick + 1) - x_of(c, tick) - 2, plot_height() * share,
          100 * share);
}

static void put_bars(const chart *c) {
  const pme_histogram *h = c->histogram;
  for (int k = 0; k <= c->octaves; k++)
    put_bar(c, k, misses(c, k ? ldexp(1, k - 1) : 0) - misses(c, ldexp(1, k)), "near");
  put_bar(c, c->octaves + 1, h->total > 0 ? pme_histogram_far_scale(h, c->window) * h->cold / h->total : 0, "first");
}

static void put_curve(const chart *c) {
  fprintf(c->stream, "<polyline class=\"misses\" points=\"");
  for (int i = 0; i <= c->octaves * STEPS; i++) {
    double octave = (double)i / STEPS;
    fprintf(c->stream, "%.1f,%.1f ", x_of(c, octave + 1), y_of(misses(c, exp2(octave))));
  }
  fprintf(c->stream, "\"/>\n");
}

/* 32768 as 32K. */
static void put_size(double bytes, FILE *stream) {
  static const char units[] = " KMGTPE";
  int unit = 0;
  for (; bytes >= 1024 && units[unit + 1]; unit++)
    bytes /= 1024;
  fprintf(stream, unit ? "%g%c" : "%g", bytes, units[unit]);
}

static void put_axes(const chart *c) {
  for (int i = 0; i <= 4; i++)
    fprintf(c->stream,
            "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/><text x=\"%d\" y=\"%.1f\" "
            "text-anchor=\"end\">%d%%</text>\n",
            LEFT, WIDTH - RIGHT, y_of(i / 4.), y_of(i / 4.), LEFT - 6, y_of(i / 4.) + 4, 25 * i);
  int every = c->octaves > 14 ? 2 : 1;
  for (int k = 0; k <= c->octaves; k += every) {
    fprintf(c->stream, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">", x_of(c, k + 1), HEIGHT - BOTTOM + 16);
    put_size(ldexp(1, k) * c->line_bytes, c->stream);
    fprintf(c->stream, "</text>\n");
  }
  fprintf(c->stream,
          "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">first</text>\n<text x=\"%d\" y=\"%d\" "
          "text-anchor=\"middle\">bytes touched since the last use of the line, and size of a cache; bars: references, "
          "line: misses</text>\n",
          x_of(c, c->octaves + 1.5), HEIGHT - BOTTOM + 32, WIDTH / 2, HEIGHT - 12);
}

static void put_caches(const chart *c, const pme_machine *machine) {
  for (int l = 0; machine && l < machine->level_count; l++) {
    double octave = log2((double)machine->levels[l].size_bytes / c->line_bytes);
    if (octave < 0 || octave > c->octaves)
      continue;
    fprintf(c->stream, "<line class=\"cache\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/><text x=\"%.1f\" y=\"%d\">",
            x_of(c, octave + 1), x_of(c, octave + 1), TOP, HEIGHT - BOTTOM, x_of(c, octave + 1) + 3, TOP + 12);
    pme__svg_text(machine->levels[l].name, c->stream);
    fprintf(c->stream, "</text>\n");
  }
}

static int octaves_of(const pme_histogram *h, int line_bytes, const pme_machine *machine) {
  double most = 64;
  for (int bin = 0; bin < PME_BIN_COUNT; bin++)
    if (pme_histogram_bin(h, bin).count > 0 && (double)pme_bin_start(bin + 1) > most)
      most = (double)pme_bin_start(bin + 1);
  for (int l = 0; machine && l < machine->level_count; l++)
    most = fmax(most, (double)machine->levels[l].size_bytes / line_bytes);
  return (int)ceil(log2(most));
}

void pme_svg_histogram(const pme_histogram *h, uint64_t window, int line_bytes, const char *title,
                       const pme_machine *machine, FILE *stream) {
  chart c = {h, window, line_bytes, octaves_of(h, line_bytes, machine), stream};
  pme__svg_begin(WIDTH, HEIGHT, stream);
  fprintf(stream,
          "<style>.near{fill:#4c78a8}.first{fill:#9ecae9}.misses{fill:none;stroke:#e45756;stroke-width:2}"
          ".cache{stroke:#54a24b;stroke-dasharray:4 3}</style>\n<text x=\"%d\" y=\"20\" font-size=\"14\">",
          LEFT);
  pme__svg_text(title, stream);
  fprintf(stream, "</text>\n");
  put_axes(&c);
  put_bars(&c);
  put_caches(&c, machine);
  put_curve(&c);
  fprintf(stream, "</svg>\n");
}
