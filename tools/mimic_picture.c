#include "mimic_picture.h"

#include <math.h>

enum { WIDTH = 640, HEIGHT = 360, LEFT = 60, RIGHT = 90, TOP = 30, BOTTOM = 50 };

typedef struct picture {
  const pme_mimic_answer *answers;
  const uint32_t *threads;
  int count;
  double octaves; /* of threads, from 1 */
  FILE *stream;
} picture;

static double x_of(const picture *p, uint32_t threads) {
  return LEFT + (WIDTH - LEFT - RIGHT) * log2(threads) / p->octaves;
}

static double y_of(double hit_rate) { return TOP + (HEIGHT - TOP - BOTTOM) * (1 - hit_rate); }

static double hits(const pme_mimic_level *level, double misses) {
  return level->accesses > 0 ? fmin(1, fmax(0, 1 - misses / level->accesses)) : 1;
}

static const char *colour_of(int level) {
  static const char *const colours[] = {"#1b6ca8", "#b5481a", "#3b7d23", "#7a3b8f", "#8a6d00", "#444444"};
  return colours[level % 6];
}

static void put_level(const picture *p, int l, const char *name) {
  fprintf(p->stream, "<g stroke=\"%s\" fill=\"none\"><polyline points=\"", colour_of(l));
  for (int i = 0; i < p->count; i++)
    fprintf(p->stream, "%.1f,%.1f ", x_of(p, p->threads[i]),
            y_of(hits(&p->answers[i].level[l], p->answers[i].level[l].misses)));
  fprintf(p->stream, "\"/>\n");
  for (int i = 0; i < p->count; i++) {
    const pme_mimic_level *level = &p->answers[i].level[l];
    double x = x_of(p, p->threads[i]);
    if (level->low < level->high)
      fprintf(p->stream, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>\n", x, x,
              y_of(hits(level, level->low)), y_of(hits(level, level->high)));
    fprintf(p->stream, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%s, %u threads: %.4g%%</title></circle>\n", x,
            y_of(hits(level, level->misses)), name, p->threads[i], 100 * hits(level, level->misses));
  }
  fprintf(p->stream, "</g>\n<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", WIDTH - RIGHT + 15, TOP + 20 * (l + 1),
          colour_of(l), name);
}

static void put_axes(const picture *p) {
  for (int i = 0; i <= 4; i++)
    fprintf(p->stream,
            "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ccc\"/>"
            "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d%%</text>\n",
            LEFT, WIDTH - RIGHT, y_of(i / 4.0), y_of(i / 4.0), LEFT - 8, y_of(i / 4.0) + 4, 25 * i);
  for (int i = 0; i < p->count; i++)
    fprintf(p->stream, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%u</text>\n", x_of(p, p->threads[i]),
            HEIGHT - BOTTOM + 18, p->threads[i]);
  fprintf(p->stream, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">threads</text>\n", (LEFT + WIDTH - RIGHT) / 2,
          HEIGHT - 12);
}

void mimic_picture(const pme_mimic_answer *answers, const uint32_t *threads, int count, const pme_machine *machine,
                   FILE *stream) {
  picture p = {answers, threads, count, 1, stream};
  for (int i = 0; i < count; i++)
    p.octaves = fmax(p.octaves, log2(threads[i]));
  fprintf(stream,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
          "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
          "<text x=\"%d\" y=\"18\">hit rate of each level (method: %s)</text>\n",
          WIDTH, HEIGHT, LEFT, pme_mimic_method_name(answers[0].method));
  put_axes(&p);
  for (int l = 0; l < machine->level_count; l++)
    put_level(&p, l, machine->levels[l].name);
  fprintf(stream, "</svg>\n");
}
