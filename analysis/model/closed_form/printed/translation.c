/* Who follows whom, and Figure A.12. */
#include "translation.h"

#include <stdlib.h>

#include "pmecache/allocator.h"

enum { MOST_TOUCHES = 1 << 20, MOST_MEMBERS = 64 };

static int64_t magnitude(int64_t value) { return value < 0 ? -value : value; }

/* Whether two references are in translation. */
static bool move_together(const pme__instance_view *view, int a, int b) {
  const pme__reference *x = &view->references[a], *y = &view->references[b];
  return x->array == y->array && x->block == y->block && x->loop == y->loop && x->is_private == y->is_private &&
         pme__instance_view_move_alike(view, x, y);
}

/* The loop that moves the reference farthest; 0: none does. */
static int dominant_loop(const pme__instance_view *view, int reference) {
  const pme__reference *r = &view->references[reference];
  int best = 0;
  int64_t most = 0;
  for (int l = r->loop; l != 0; l = view->loops[l].parent) {
    int64_t stride = magnitude(pme__instance_view_stride(view, r, l));
    if (stride > most) {
      most = stride;
      best = l;
    }
  }
  return best;
}

/* How far `other` is ahead, in bytes along the way that the references go. */
static int64_t lead_of(const pme__instance_view *view, int other, int reference) {
  const pme__reference *r = &view->references[reference];
  int dominant = dominant_loop(view, reference);
  int64_t ahead = view->references[other].origin_bytes - r->origin_bytes;
  return dominant && pme__instance_view_stride(view, r, dominant) < 0 ? -ahead : ahead;
}

static int nearest_ahead(const pme__instance_view *view, int reference) {
  int best = PME_NONE;
  int64_t least = INT64_MAX;
  for (int o = 0; o < view->reference_count; o++) {
    if (o == reference || !move_together(view, o, reference))
      continue;
    int64_t ahead = lead_of(view, o, reference);
    if ((ahead > 0 || (ahead == 0 && o < reference)) && (ahead < least || (ahead == least && ahead == 0))) {
      least = ahead;
      best = o;
    }
  }
  return best;
}

/* The loop that moves by about so many bytes: of those that do, the one that moves farthest; 0: none. */
static int loop_of_distance(const pme__instance_view *view, int reference, int64_t bytes) {
  const pme__reference *r = &view->references[reference];
  int best = 0;
  int64_t most = 0;
  for (int l = r->loop; l != 0; l = view->loops[l].parent) {
    int64_t stride = magnitude(pme__instance_view_stride(view, r, l));
    if (stride > most && 2 * bytes >= stride) {
      most = stride;
      best = l;
    }
  }
  return best;
}

pme__translation pme__translation_of(const pme__instance_view *view, int reference, int64_t line_bytes) {
  const pme__translation alone = {.follows = PME_NONE, .loop = 0};
  int ahead = nearest_ahead(view, reference);
  if (ahead == PME_NONE)
    return alone;
  int64_t bytes = lead_of(view, ahead, reference);
  int loop = bytes > 0 ? loop_of_distance(view, reference, bytes) : 0;
  if (loop == 0)
    return bytes < line_bytes ? (pme__translation){ahead, view->references[reference].loop, 0} : alone;
  int64_t stride = magnitude(pme__instance_view_stride(view, &view->references[reference], loop));
  return (pme__translation){ahead, loop, (bytes + stride / 2) / stride};
}

/* ---- Figure A.12 ---- */

typedef struct touch {
  int64_t tag, iteration; /* iteration + 1; 0: free */
} touch;

typedef struct simulation {
  const pme__loop *loop;
  int64_t stride, line_bytes, threads;
  int member_count, member[MOST_MEMBERS];
  int64_t shift[MOST_MEMBERS]; /* bytes, in this loop's dimension */
  touch *touches;              /* open addressing */
  uint64_t slots;
} simulation;

static touch *find(const simulation *s, int64_t tag) {
  uint64_t slot = (uint64_t)tag * 0x9E3779B97F4A7C15u % s->slots;
  while (s->touches[slot].iteration && s->touches[slot].tag != tag)
    slot = slot + 1 < s->slots ? slot + 1 : 0;
  return &s->touches[slot];
}

static void count_reuse(pme__translation_classes *classes, int64_t distance) {
  int i = 0;
  while (i < classes->count && classes->distance[i] != distance)
    i++;
  if (i == PME__TRANSLATION_MOST_DISTANCES)
    i--; /* the last one stands for all others */
  else if (i == classes->count)
    classes->distance[classes->count++] = distance;
  classes->iterations[i] += 1;
}

static void touch_line(const simulation *s, int member, int64_t iteration, int64_t serial,
                       pme__translation_classes *classes) {
  int64_t tag = pme_floor_divide(serial * s->stride + s->shift[member], s->line_bytes);
  touch *last = find(s, tag);
  if (classes) {
    classes->counted += 1;
    if (last->iteration)
      count_reuse(classes, iteration + 1 - last->iteration);
    else
      classes->first += 1;
  }
  *last = (touch){tag, iteration + 1};
}

static void run(const simulation *s, int reference, pme__translation_classes *out) {
  int64_t steps = s->loop->schedule.iterations / s->threads;
  for (int64_t p = 0; p < steps; p++)
    for (int m = 0; m < s->member_count; m++)
      for (int64_t u = 0; u < s->threads; u++) {
        int64_t serial = pme__schedule_serial_iteration(&s->loop->schedule, p, s->loop->threads[u]);
        if (serial < s->loop->schedule.iterations)
          touch_line(s, m, p, serial, s->member[m] == reference ? out : NULL);
      }
}

/* S: who follows in this loop, and the first of them all. */
static bool gather(const pme__instance_view *view, int reference, int loop, simulation *s) {
  for (int o = 0; o < view->reference_count; o++) {
    if (!move_together(view, o, reference))
      continue;
    pme__translation t = pme__translation_of(view, o, s->line_bytes);
    if (t.follows != PME_NONE && t.loop != loop)
      continue;
    if (s->member_count == MOST_MEMBERS)
      return false;
    int64_t bytes = view->references[o].origin_bytes - view->references[reference].origin_bytes;
    int64_t whole = s->stride ? (2 * bytes + magnitude(s->stride)) : 0;
    whole = s->stride ? pme_floor_divide(whole, 2 * magnitude(s->stride)) * magnitude(s->stride) : 0;
    s->shift[s->member_count] = magnitude(s->stride) >= s->line_bytes ? whole : bytes;
    s->member[s->member_count++] = o;
  }
  return true;
}

bool pme__translation_run(const pme__instance_view *view, int reference, int64_t line_bytes,
                          pme__translation_classes *out) {
  pme__translation t = pme__translation_of(view, reference, line_bytes);
  const pme__loop *loop = &view->loops[t.loop];
  simulation s = {.loop = loop,
                  .stride = pme__instance_view_stride(view, &view->references[reference], t.loop),
                  .line_bytes = line_bytes,
                  .threads = loop->thread_count};
  *out = (pme__translation_classes){.first = 0};
  if (!gather(view, reference, t.loop, &s) || loop->schedule.iterations > MOST_TOUCHES / s.member_count)
    return false;
  s.slots = 2 * (uint64_t)loop->schedule.iterations * (uint64_t)s.member_count + 1;
  s.touches = (touch *)pme_reallocate(NULL, s.slots * sizeof *s.touches);
  if (!s.touches)
    return false;
  for (uint64_t i = 0; i < s.slots; i++)
    s.touches[i] = (touch){0, 0};
  run(&s, reference, out);
  pme_reallocate(s.touches, 0);
  return true;
}
