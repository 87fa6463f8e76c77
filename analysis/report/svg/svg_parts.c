/* Colours, axes, marks and labels of pictures. */
#include "svg_parts.h"

#include <math.h>

static const char *const light[PME__SVG_SERIES] = {"#1f5fa8", "#c2410c", "#2f7d32", "#7a3b8f",
                                                   "#8a6d00", "#0f766e", "#be185d", "#525252"};
static const char *const dark[PME__SVG_SERIES] = {"#7db7f5", "#ff9d66", "#86d08a", "#d4a2e8",
                                                  "#e6c64a", "#5fd3c6", "#ff8fc0", "#c4c4c4"};

static void put_colours(const char *const *colours, const char *ink, const char *paper, const char *grid,
                        FILE *stream) {
  fprintf(stream,
          "text{fill:%s}.paper{fill:%s}.grid{stroke:%s}.now{fill:none;stroke:%s;stroke-width:2}"
          ".advice{fill:#e0a800;stroke:%s}.lead{stroke:%s;stroke-dasharray:2 2}",
          ink, paper, grid, ink, ink, ink);
  for (int i = 0; i < PME__SVG_SERIES; i++)
    fprintf(stream, ".c%d{stroke:%s}.c%d.m,text.c%d{fill:%s;stroke:none}", i, colours[i], i, i, colours[i]);
}

void pme__svg_begin(double width, double height, FILE *stream) {
  fprintf(stream,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" "
          "font-family=\"sans-serif\" font-size=\"11\">\n<style>\npolyline{fill:none;stroke-width:2}",
          width, height, width, height);
  put_colours(light, "#222", "#fff", "#ddd", stream);
  fprintf(stream, "\n@media (prefers-color-scheme: dark){");
  put_colours(dark, "#ddd", "#16181c", "#3a3d42", stream);
  fprintf(stream, "}\n</style>\n<rect class=\"paper\" width=\"100%%\" height=\"100%%\"/>\n");
}

void pme__svg_text(const char *text, FILE *stream) {
  for (; *text; text++) {
    unsigned char u = (unsigned char)*text;
    if (u == '<' || u == '>' || u == '&' || u == '"' || u < ' ')
      fprintf(stream, "&#%u;", u < ' ' ? ' ' : u);
    else
      fputc(u, stream);
  }
}

/* ---- axes ---- */

static void add_tick(pme__svg_axis *axis, double value) {
  double slack = 1e-9 * (axis->high - axis->low);
  if (axis->tick_count < PME__SVG_MOST_TICKS && value >= axis->low - slack && value <= axis->high + slack)
    axis->ticks[axis->tick_count++] = value;
}

/* 1, 2 or 5 times a power of ten, at least `step`. */
static double round_step(double step) {
  double power = pow(10, floor(log10(step)));
  return step <= power ? power : step <= 2 * power ? 2 * power : step <= 5 * power ? 5 * power : 10 * power;
}

static void fit_linear(pme__svg_axis *axis, double least, double most) {
  if (least >= 0 && least < 0.4 * most)
    least = 0;
  if (!(most > least))
    most = least + (least != 0 ? fabs(least) * 0.1 : 1);
  double step = round_step((most - least) / 5);
  axis->low = floor(least / step + 1e-9) * step;
  axis->high = ceil(most / step - 1e-9) * step;
  for (int i = 0; axis->low + i * step <= axis->high + step / 2 && i < PME__SVG_MOST_TICKS; i++)
    add_tick(axis, axis->low + i * step);
}

static double below(double value) {
  double power = pow(10, floor(log10(value)));
  return value >= 5 * power ? 5 * power : value >= 2 * power ? 2 * power : power;
}

static void fit_log(pme__svg_axis *axis, double least, double most) {
  axis->is_log = true;
  axis->low = below(least);
  axis->high = round_step(most);
  bool many = log10(axis->high / axis->low) > 3;
  int every = 1 + (int)(log10(axis->high / axis->low) / 8);
  int first = (int)floor(log10(axis->low));
  for (int decade = first; pow(10, decade) <= axis->high; decade += every) {
    add_tick(axis, pow(10, decade));
    if (!many) {
      add_tick(axis, 2 * pow(10, decade));
      add_tick(axis, 5 * pow(10, decade));
    }
  }
}

pme__svg_axis pme__svg_fit(double least, double most, double start, double range) {
  pme__svg_axis axis = {.start = start, .range = range};
  if (least > 0 && most > 4 * least)
    fit_log(&axis, least, most);
  else
    fit_linear(&axis, least, most);
  return axis;
}

double pme__svg_at(const pme__svg_axis *axis, double value) {
  double share = axis->is_log ? log(fmax(value, axis->low) / axis->low) / log(axis->high / axis->low)
                              : (value - axis->low) / (axis->high - axis->low);
  return axis->start + axis->range * share;
}

/* ---- marks and labels ---- */

void pme__svg_begin_mark(int series, double x, double y, FILE *stream) {
  static const char *const shapes[] = {"M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z",
                                       "M-4,-4h8v8h-8z",
                                       "M0,-5l5,9h-10z",
                                       "M0,-5l5,5l-5,5l-5,-5z",
                                       "M0,5l5,-9h-10z",
                                       "M-5,-2h3v-3h4v3h3v4h-3v3h-4v-3h-3z",
                                       "M-5,-3h10v6h-10z",
                                       "M-3,-5h6v10h-6z"};
  fprintf(stream, "<path class=\"c%d m\" transform=\"translate(%.1f %.1f)\" d=\"%s\"><title>", series % PME__SVG_SERIES,
          x, y, shapes[series % PME__SVG_SERIES]);
}

void pme__svg_end_mark(FILE *stream) { fprintf(stream, "</title></path>\n"); }

void pme__svg_keep_apart(double *places, int *order, int count, double gap, double top, double bottom) {
  for (int i = 0; i < count; i++) {
    int at = i;
    for (; at > 0 && places[order[at - 1]] > places[i]; at--)
      order[at] = order[at - 1];
    order[at] = i;
  }
  for (int i = 0; i < count; i++)
    places[order[i]] = fmax(places[order[i]], i ? places[order[i - 1]] + gap : top);
  for (int i = count - 1; i >= 0; i--)
    places[order[i]] = fmin(places[order[i]], i < count - 1 ? places[order[i + 1]] - gap : bottom);
}
