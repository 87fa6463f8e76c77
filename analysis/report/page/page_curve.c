/* Misses as functions of a size, as a picture inside the page: both axes are logarithmic. */
#include <math.h>
#include <string.h>

#include "page_parts.h"
#include "pmecache/report.h"

enum { WIDTH = 420, HEIGHT = 200, LEFT = 52, RIGHT = 34, TOP = 10, BOTTOM = 34, LABEL_GAP = 12 };

typedef struct axis {
  double low, high; /* decimal logarithms, whole */
  double start, range;
} axis;

typedef struct curve {
  const json_t *points;
  axis x, y;
  FILE *stream;
} curve;

static const json_t *level_at(const json_t *point, size_t level) {
  return json_array_get(json_object_get(point, "levels"), level);
}

static double misses_at(const json_t *point, size_t level) {
  return pme__number_at(level_at(point, level), "misses", 0);
}

static double place(const axis *a, double value) {
  double share = (log10(value) - a->low) / (a->high - a->low);
  return a->start + a->range * fmin(fmax(share, 0), 1);
}

static axis fit(double least, double most, double start, double range) {
  axis a = {.low = floor(log10(fmax(least, 1))), .high = ceil(log10(fmax(most, 1))), .start = start, .range = range};
  if (a.high <= a.low)
    a.high = a.low + 1;
  return a;
}

static void fit_axes(curve *c) {
  double sizes[2] = {INFINITY, 1}, misses[2] = {INFINITY, 1};
  for (size_t i = 0; i < json_array_size(c->points); i++) {
    const json_t *point = json_array_get(c->points, i);
    double size = pme__number_at(point, "size", 1);
    sizes[0] = fmin(sizes[0], size);
    sizes[1] = fmax(sizes[1], size);
    for (size_t l = 0; l < json_array_size(json_object_get(point, "levels")); l++) {
      misses[0] = fmin(misses[0], fmax(misses_at(point, l), 1));
      misses[1] = fmax(misses[1], misses_at(point, l));
    }
  }
  c->x = fit(sizes[0], sizes[1], LEFT, WIDTH - LEFT - RIGHT);
  c->y = fit(misses[0], misses[1], HEIGHT - BOTTOM, -(HEIGHT - TOP - BOTTOM));
}

/* ---- drawing ---- */

static void draw_tick(const curve *c, const axis *a, double power) {
  char number[24];
  double at = place(a, pow(10, power));
  pme_format_count(pow(10, power), 2, number, sizeof number);
  if (a == &c->x)
    fprintf(c->stream, "<path d=\"M%.0f %dV%d\"/><text x=\"%.0f\" y=\"%d\" text-anchor=\"middle\">%s</text>", at, TOP,
            HEIGHT - BOTTOM, at, HEIGHT - BOTTOM + 14, number);
  else
    fprintf(c->stream, "<path d=\"M%d %.0fH%d\"/><text x=\"%d\" y=\"%.0f\" text-anchor=\"end\">%s</text>", LEFT, at,
            WIDTH - RIGHT, LEFT - 5, at + 4, number);
}

static void draw_axis(const curve *c, const axis *a) {
  int step = (int)ceil((a->high - a->low) / 6);
  for (int power = (int)a->low; power <= (int)a->high; power += step)
    draw_tick(c, a, power);
}

/* Dashes, beside colours, tell the levels apart. */
static void draw_level(const curve *c, size_t level) {
  size_t count = json_array_size(c->points);
  const char *name = pme__text_at(level_at(json_array_get(c->points, 0), level), "name");
  fprintf(c->stream, "<polyline class=\"s%d\" points=\"", (int)(level % 4));
  for (size_t i = 0; i < count; i++) {
    const json_t *point = json_array_get(c->points, i);
    fprintf(c->stream, "%s%.1f,%.1f", i ? " " : "", place(&c->x, fmax(pme__number_at(point, "size", 1), 1)),
            place(&c->y, fmax(misses_at(point, level), 1)));
  }
  double last = fmax(misses_at(json_array_get(c->points, count - 1), level), 1);
  fprintf(c->stream, "\"/><text x=\"%d\" y=\"%.0f\">", WIDTH - RIGHT + 4,
          place(&c->y, last) + 4 + LABEL_GAP * ((double)level - 1));
  pme__page_text(name, c->stream);
  fputs("</text>", c->stream);
}

void pme__page_curve(const json_t *by_size, FILE *stream) {
  curve c = {.points = json_object_get(by_size, "points"), .stream = stream};
  size_t levels = json_array_size(json_object_get(json_array_get(c.points, 0), "levels"));
  if (json_array_size(c.points) < 2 || !levels)
    return;
  fit_axes(&c);
  fprintf(stream, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"misses over the size\">", WIDTH, HEIGHT);
  draw_axis(&c, &c.x);
  draw_axis(&c, &c.y);
  for (size_t l = 0; l < levels; l++)
    draw_level(&c, l);
  fprintf(stream,
          "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">size</text><text x=\"4\" y=\"%d\">misses</text></svg>\n",
          (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 4, HEIGHT - 4);
}
