/* Making images: from which residues some combination of the inner loops touches the set. */
#include "residue_image.h"
#include "analysis/base/integer.h"

#include <string.h>

/* Larger tables would cost more than they save. */
static const int64_t MOST_RESIDUES = INT64_C(1) << 23;
/* Jump tables have two bytes for each residue. */
static const int64_t MOST_JUMPS = INT64_C(1) << 18;
/* Of a comb: pme__walk_first_in_range multiplies two numbers below it. */
static const int64_t MOST_PERIOD = INT64_C(1) << 31;

typedef pme__walk_image walk_image;

/* ---- bit tables of M bits, whose first bits are repeated behind the end so that 64 can be read anywhere ---- */

static int64_t word_count(int64_t modulus) { return (modulus + 63) / 64 + 2; }

static bool bit_at(const uint64_t *bits, int64_t at) { return bits[at >> 6] >> (at & 63) & 1; }

static void repeat_start(uint64_t *bits, int64_t modulus) {
  if (modulus % 64 == 0) {
    bits[modulus / 64] = bits[0];
    bits[modulus / 64 + 1] = bits[modulus > 64];
    return;
  }
  for (int64_t at = modulus; at < word_count(modulus) * 64; at++) {
    uint64_t mask = UINT64_C(1) << (at & 63);
    bits[at >> 6] = bit_at(bits, at % modulus) ? bits[at >> 6] | mask : bits[at >> 6] & ~mask;
  }
}

static uint64_t bits_from(const uint64_t *bits, int64_t at) {
  uint64_t low = bits[at >> 6] >> (at & 63);
  return at & 63 ? low | bits[(at >> 6) + 1] << (64 - (at & 63)) : low;
}

/* Words whose bits begin `shift` < 64 bits later. */
static void or_words(uint64_t *to, const uint64_t *from, int64_t count, int shift) {
  for (int64_t i = 0; i < count && shift == 0; i++)
    to[i] |= from[i];
  for (int64_t i = 0; i < count && shift > 0; i++)
    to[i] |= from[i] >> shift | from[i + 1] << (64 - shift);
}

/* to[z] = from[z + shift] (or'ed to what is there). */
static void or_shifted(uint64_t *to, const uint64_t *from, int64_t shift, int64_t modulus) {
  int64_t at = shift, first = shift / 64, words = modulus / 64;
  if (modulus % 64 == 0) {
    or_words(to, from + first, words - first, (int)(shift % 64));
    or_words(to + words - first, from, first, (int)(shift % 64));
    return;
  }
  for (int64_t word = 0; word * 64 < modulus; word++) {
    to[word] |= bits_from(from, at);
    at += 64;
    while (at >= modulus)
      at -= modulus;
  }
}

static bool all_set(const uint64_t *bits, int64_t modulus) {
  for (int64_t word = 0; (word + 1) * 64 <= modulus; word++)
    if (~bits[word])
      return false;
  for (int64_t at = modulus / 64 * 64; at < modulus; at++)
    if (!bit_at(bits, at))
      return false;
  return true;
}

/* A table for the time of one call. NULL: out of memory. */
static uint64_t *scratch_of(pme__set_filter *filter, int64_t modulus) {
  if (filter->scratch_words < word_count(modulus)) {
    filter->scratch = PME_ARENA_NEW(filter->arena, uint64_t, word_count(modulus));
    filter->scratch_words = filter->scratch ? word_count(modulus) : 0;
  }
  return filter->scratch;
}

static void write_table(const walk_image *image, int64_t modulus, uint64_t *bits) {
  if (image->kind == PME__WALK_IMAGE_TABLE) {
    memcpy(bits, image->bits, (size_t)word_count(modulus) * sizeof *bits);
    return;
  }
  memset(bits, 0, (size_t)word_count(modulus) * sizeof *bits);
  int64_t start = (modulus - image->offset) % modulus;
  for (int64_t i = 0; i < image->width; i++) {
    int64_t at = start + i < modulus ? start + i : start + i - modulus;
    bits[at >> 6] |= UINT64_C(1) << (at & 63);
  }
  repeat_start(bits, modulus);
}

static int64_t times_modulo(int64_t a, int64_t b, int64_t modulus) {
  int64_t rest = (int64_t)((__int128)a * b % modulus);
  return rest < 0 ? rest + modulus : rest;
}

/* What moves an address: an iterator, or the thread for private arrays. */
typedef struct mover {
  int64_t coefficient; /* in 0 .. M-1 */
  int64_t low, high;
} mover;

/* The union of copies shifted by all values of the mover, by doubling. */
static pme_status widen_table(walk_image *image, pme__set_filter *filter, int64_t modulus, mover m) {
  int64_t count = m.high - m.low + 1;
  uint64_t *from = scratch_of(filter, modulus), *to = PME_ARENA_NEW(filter->arena, uint64_t, word_count(modulus));
  if (!from || !to)
    return PME_NO_MEMORY;
  write_table(image, modulus, from);
  or_shifted(to, from, times_modulo(m.coefficient, m.low, modulus), modulus);
  repeat_start(to, modulus);
  bool all = all_set(to, modulus);
  for (int64_t have = 1; have < count;) {
    int64_t more = count - have < have ? count - have : have;
    if (!all) {
      memcpy(from, to, (size_t)word_count(modulus) * sizeof *to);
      or_shifted(to, from, times_modulo(m.coefficient, more, modulus), modulus);
      repeat_start(to, modulus);
      all = all_set(to, modulus);
    }
    have += more;
    filter->work += modulus / 64;
  }
  *image = (walk_image){.kind = all ? PME__WALK_IMAGE_ALL : PME__WALK_IMAGE_TABLE, .bits = to};
  return PME_OK;
}

/* ---- one loop more ---- */

static int64_t period(int64_t modulus, int64_t c) { return modulus / pme__gcd(modulus, c); }

/* The interval moves by c with each value of the iterator; while |c| <= width the copies leave no gap. `loose`: gaps do
 * not matter, an interval that contains the image will do. */
static bool widen_interval(walk_image *image, const pme__walk_pattern *pattern, int64_t c, int64_t low, int64_t high,
                           bool loose) {
  if (image->kind != PME__WALK_IMAGE_INTERVAL)
    return false;
  int64_t length = c < 0 ? -c : c, grown;
  if (high > low && length > image->width && !loose)
    return false;
  if (__builtin_mul_overflow(length, high - low, &grown) || __builtin_add_overflow(grown, image->width, &grown) ||
      grown >= pattern->modulus) {
    image->kind = PME__WALK_IMAGE_ALL;
    return true;
  }
  image->offset = pme__walk_reduce(pattern, pme__walk_shift(pattern, image->offset, c, c < 0 ? low : high));
  image->width = grown;
  return true;
}

static int64_t modulo(__int128 value, int64_t m) {
  int64_t rest = (int64_t)(value % m);
  return rest < 0 ? rest + m : rest;
}

/* The comb of the line filter; called before the interval is widened. A stride beyond the interval makes one; multiples
 * of the period change nothing, small movers widen the teeth, others shorten the period. It goes when the teeth touch.
 */
static void widen_comb(walk_image *image, int64_t span, int64_t c, int64_t low, int64_t high) {
  int64_t length = c < 0 ? -c : c, grown;
  if (image->kind != PME__WALK_IMAGE_INTERVAL)
    return;
  if (image->period == 0) {
    if (high == low || length <= image->width || length >= MOST_PERIOD)
      return;
    image->period = length;
    image->tooth = image->width;
    image->tooth_offset = modulo(image->offset >= span / 2 ? image->offset - span : image->offset, length);
    return;
  }
  if (__builtin_mul_overflow(length, high - low, &grown) || grown >= image->period - image->tooth) {
    image->period = pme__gcd(image->period, length);
    image->tooth_offset %= image->period;
    if (image->tooth >= image->period)
      image->period = 0;
    return;
  }
  image->tooth_offset = modulo((__int128)c * (c < 0 ? low : high) + image->tooth_offset, image->period);
  image->tooth += grown;
}

static pme_status widen(walk_image *image, const pme__walk_pattern *pattern, mover m) {
  pme__set_filter *filter = pattern->filter;
  int64_t modulus = pattern->modulus;
  int64_t nearest = m.coefficient > modulus / 2 ? m.coefficient - modulus : m.coefficient;
  bool loose = filter->one_line || modulus > MOST_RESIDUES;
  if (image->kind == PME__WALK_IMAGE_ALL || m.coefficient == 0)
    return PME_OK;
  if (filter->one_line)
    widen_comb(image, modulus, nearest, m.low, m.high);
  if (widen_interval(image, pattern, nearest, m.low, m.high, loose))
    return PME_OK;
  if (filter->work > filter->work_limit) { /* no image at all is right, too */
    image->kind = PME__WALK_IMAGE_ALL;
    return PME_OK;
  }
  int64_t count = m.high - m.low + 1, round = period(modulus, m.coefficient);
  return widen_table(image, filter, modulus,
                     (mover){m.coefficient, m.low, m.low + (count < round ? count : round) - 1});
}

/* One loop more; with a phase also its threads, for serial code knows private arrays by the copy of thread 0. */
static pme_status widen_by_loop(walk_image *image, const pme__walk_pattern *pattern, const pme__tree_node *loop) {
  mover iterator = {pattern->at[loop->depth].coefficient, loop->minimum, loop->maximum};
  mover thread = {pattern->pitch, 0, loop->threads - 1};
  pme_status status = widen(image, pattern, iterator);
  if (status == PME_OK && loop->is_phase)
    status = widen(image, pattern, thread);
  return status;
}

/* ---- jump tables ---- */

static bool in_image(const walk_image *image, int64_t z, int64_t modulus) {
  if (image->kind == PME__WALK_IMAGE_TABLE)
    return bit_at(image->bits, z);
  z += image->offset;
  return (z >= modulus ? z - modulus : z) < image->width;
}

static int64_t step_on(int64_t z, int64_t stride, int64_t modulus) {
  z += stride;
  return z >= modulus ? z - modulus : z;
}

/* One orbit of residues under +stride: once round from a residue in the image, if there is one. */
static void fill_orbit(uint16_t *jump, const walk_image *image, int64_t start, int64_t stride, int64_t length,
                       int64_t modulus) {
  int64_t z = start, n = 0;
  while (n < length && !in_image(image, z, modulus)) {
    z = step_on(z, stride, modulus);
    n++;
  }
  bool touches = n < length;
  int64_t steps = 0;
  for (n = 0; n < length; n++) {
    steps = touches && in_image(image, z, modulus) ? 0 : steps + 1;
    jump[z] = (uint16_t)(touches && steps < PME__WALK_JUMP_FAR ? steps : PME__WALK_JUMP_FAR);
    z = step_on(z, stride, modulus);
  }
}

bool pme__walk_make_jump(const pme__walk_pattern *pattern, walk_image *image, int64_t stride) {
  int64_t modulus = pattern->modulus, c = stride < 0 ? stride + modulus : stride;
  image->spent = INT64_MIN / 2; /* not again */
  uint16_t *jump = modulus <= MOST_JUMPS ? PME_ARENA_NEW(pattern->filter->arena, uint16_t, modulus) : NULL;
  if (!jump)
    return false;
  int64_t length = period(modulus, c);
  for (int64_t start = 0; start < modulus / length; start++)
    fill_orbit(jump, image, start, c, length, modulus);
  image->jump = jump;
  return true;
}

/* ---- all images ---- */

static bool same_pattern(const pme__walk_pattern *p, const pme__walk_pattern *q) {
  if (p->modulus != q->modulus || p->window != q->window || p->pitch != q->pitch)
    return false;
  for (int d = 0; d < PME__TREE_MAX_LOOPS; d++)
    if (p->at[d].coefficient != q->at[d].coefficient)
      return false;
  return true;
}

/* The threads in lock step, at the same index. BLOCK: thread u begins at iteration block * u + min(u, longer) of those
 * the loop has, if that is always the same; else wherever. */
static pme_status widen_by_lock_step(walk_image *image, const pme__walk_pattern *pattern,
                                     const pme__tree_node *worksharing, const pme__lock_step *lock_step) {
  int64_t modulus = pattern->modulus, block = 1, rest = 0;
  if (worksharing && worksharing->distribution == PME__DISTRIBUTION_BLOCK) {
    bool fixed = worksharing->bound_uses == 0;
    block = fixed ? worksharing->most_trips / worksharing->threads : 0;
    rest = fixed ? worksharing->most_trips % worksharing->threads : worksharing->most_trips - 1;
    rest = fixed && rest > lock_step->spread ? lock_step->spread : rest;
  }
  int64_t stride = (times_modulo(pattern->worksharing, block, modulus) + pattern->pitch) % modulus;
  mover threads = {times_modulo(stride, lock_step->step, modulus), 0, lock_step->spread / lock_step->step};
  pme_status status = widen(image, pattern, threads);
  return status == PME_OK ? widen(image, pattern, (mover){pattern->worksharing, 0, rest}) : status;
}

static pme_status make_images(pme__set_filter *filter, int r) {
  const pme__tree_reference *reference = &filter->subject.program->references[r];
  const pme__lock_step *lock_step = &filter->subject.lock_steps[r];
  pme__walk_pattern *pattern = &filter->access_groups[r]->pattern;
  walk_image *images = PME_ARENA_NEW(filter->arena, walk_image, reference->path_length + 1);
  if (!images)
    return PME_NO_MEMORY;
  walk_image image = {.kind = PME__WALK_IMAGE_INTERVAL, .width = pattern->window};
  if (pattern->window >= pattern->modulus)
    image.kind = PME__WALK_IMAGE_ALL;
  pattern->own_image = &images[reference->path_length];
  *pattern->own_image = image;
  if (lock_step->in_lock_step) {
    const pme__tree_node *worksharing = reference->path[reference->phase_level]->worksharing;
    pme_status status = widen_by_lock_step(&image, pattern, worksharing, lock_step);
    if (status != PME_OK)
      return status;
  }
  for (int level = reference->path_length - 1; level >= 0; level--) {
    images[level] = image;
    pattern->at[reference->path[level]->depth].image = &images[level];
    pme_status status = widen_by_loop(&image, pattern, reference->path[level]);
    if (status != PME_OK)
      return status;
  }
  return PME_OK;
}

static void take_images(pme__walk_pattern *pattern, const pme__walk_pattern *twin) {
  pattern->own_image = twin->own_image;
  for (int d = 0; d < PME__TREE_MAX_LOOPS; d++)
    pattern->at[d].image = twin->at[d].image;
}

/* An earlier access group of the body with the same images; NULL: none. */
static const pme__walk_pattern *find_twin(const pme__set_filter *filter, int r) {
  const pme__loop_tree *program = filter->subject.program;
  for (int q = r - 1; q >= 0 && program->references[q].body == program->references[r].body; q--)
    if (filter->access_groups[q] &&
        same_pattern(&filter->access_groups[q]->pattern, &filter->access_groups[r]->pattern))
      return &filter->access_groups[q]->pattern;
  return NULL;
}

pme_status pme__walk_make_images(pme__set_filter *filter) {
  for (int r = 0; r < filter->subject.program->reference_count; r++) {
    if (!filter->access_groups[r])
      continue;
    const pme__walk_pattern *twin = find_twin(filter, r);
    if (twin) {
      take_images(&filter->access_groups[r]->pattern, twin);
      continue;
    }
    pme_status status = make_images(filter, r);
    if (status != PME_OK)
      return status;
  }
  return PME_OK;
}
