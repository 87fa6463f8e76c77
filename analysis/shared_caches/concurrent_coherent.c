/* Lines that others write, taken off the profiles of private caches. */
#include "concurrent_coherent.h"

#include <math.h>

/* The bin's finite weight, of which `lost` becomes infinite. */
static void add_bin(pme__concurrent_profile *profile, const pme__tally_bin *bin, double lost, double *invalidated) {
  pme__tally_bin *to = &profile->finite.bin[pme__tally_bin_of((uint64_t)(bin->sum / bin->count))];
  to->count += bin->count * (1 - lost);
  to->sum += bin->sum * (1 - lost);
  to->time += bin->time * (1 - lost);
  profile->infinite += bin->count * lost;
  *invalidated += bin->count * lost;
}

/* The parts of the other threads that write lines of a class. */
typedef struct writers {
  uint32_t count;
  const pme__sharing_part **part;
} writers;

static void find_writers(const pme__sharing *sharing, uint32_t thread, uint32_t line_class, writers *out) {
  out->count = 0;
  for (uint32_t p = 0; p < sharing->parts; p++) {
    const pme__sharing_part *part = &sharing->part[p];
    if (part->line_class == line_class && part->thread != thread && part->write_footprint.nodes)
      out->part[out->count++] = part;
  }
}

/* P(none of them writes a given line of the class while thread t makes `own` references). */
static double unwritten(const pme__sharing *sharing, const writers *w, const pme__sharing_thread *t, double lines,
                        double own) {
  double chance = 1;
  for (uint32_t i = 0; i < w->count; i++) {
    double window = own * sharing->thread[w->part[i]->thread].references / t->references;
    chance *= fmax(0, 1 - pme__footprint_at(&w->part[i]->write_footprint, window) / lines);
  }
  return chance;
}

static pme_status open_profile(const pme__sharing *sharing, uint32_t thread, pme_arena *arena,
                               pme__concurrent_profile *out) {
  if (thread >= sharing->threads)
    return PME_BAD_ARGUMENT;
  pme_status status = pme__concurrent_profile_open(arena, (uint64_t)sharing->lines, out);
  if (status != PME_OK)
    return status;
  out->references = sharing->thread[thread].references;
  out->infinite = sharing->thread[thread].lines;
  return PME_OK;
}

pme_status pme__coherent_profile(const pme__sharing *sharing, uint32_t thread, pme_arena *arena,
                                 pme__concurrent_profile *out, double *invalidated) {
  double lost = 0;
  pme_status status = open_profile(sharing, thread, arena, out);
  if (status != PME_OK)
    return status;
  const pme__sharing_thread *t = &sharing->thread[thread];
  writers w = {0, PME_ARENA_NEW(arena, const pme__sharing_part *, sharing->parts + 1)};
  if (!w.part)
    return PME_NO_MEMORY;
  for (uint32_t p = t->first_part; p < t->first_part + t->parts; p++) {
    const pme__sharing_part *part = &sharing->part[p];
    find_writers(sharing, thread, part->line_class, &w);
    for (uint32_t i = 0; i < part->distances.count; i++) {
      const pme__tally_bin *bin = &part->distances.bin[i];
      double own = bin->time / bin->count + 1;
      add_bin(out, bin, 1 - unwritten(sharing, &w, t, sharing->class_lines[part->line_class], own), &lost);
    }
  }
  if (invalidated)
    *invalidated = lost;
  return PME_OK;
}

double pme__coherent_chance(const pme__coherent_inputs *in, double between, pme__markov_form form) {
  if (in->shared_lines <= 0)
    return 0;
  double others = (form == PME_MARKOV_PRINTED ? between : between + 1) * (1 - in->fraction) / in->fraction;
  double same = in->write_fraction / in->shared_lines;
  if (form == PME_MARKOV_PRINTED)
    return 1 - pow(1 - in->shared_fraction * same, others);
  return in->shared_fraction * (1 - pow(1 - same, others));
}

pme_status pme__coherent_profile_markov(const pme__sharing *sharing, uint32_t thread, pme__markov_form form,
                                        pme_arena *arena, pme__concurrent_profile *out, double *invalidated) {
  double lost = 0, references = 0, writes = 0;
  pme_status status = open_profile(sharing, thread, arena, out);
  if (status != PME_OK)
    return status;
  const pme__sharing_thread *t = &sharing->thread[thread];
  for (uint32_t i = 0; i < sharing->threads; i++)
    if (i != thread) {
      references += sharing->thread[i].references;
      writes += sharing->thread[i].shared_writes;
    }
  pme__coherent_inputs inputs = {t->references > 0 ? t->shared_references / t->references : 0, sharing->shared_lines,
                                 references > 0 ? writes / references : 0,
                                 t->references / fmax(1, t->references + references)};
  for (uint32_t i = 0; i < t->distances.count; i++) {
    const pme__tally_bin *bin = &t->distances.bin[i];
    add_bin(out, bin, pme__coherent_chance(&inputs, bin->time / bin->count, form), &lost);
  }
  if (invalidated)
    *invalidated = lost;
  return PME_OK;
}
