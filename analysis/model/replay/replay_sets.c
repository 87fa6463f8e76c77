/* Which classes of lines are run, and when a sweep comes to one of them. */
#include "replay_sets.h"

#include <string.h>

#include "analysis/base/integer.h"
#include "block_borders.h"

/* Classes that are run for what lies in them alone, at most. */
enum { MOST_OWN = 12 };

int pme__replay_classes(const pme_machine *machine) {
  int64_t common = PME__REPLAY_MOST_CLASSES;
  for (int l = 0; l < machine->level_count; l++)
    common = pme__gcd(common, pme_cache_sets(&machine->levels[l]));
  return (int)(common & -common);
}

static int64_t first_byte(const pme__loop_tree *program, int array, const int64_t *group_bases) {
  const pme__tree_array *a = &program->arrays[array];
  return (a->known || a->group < 0 ? 0 : group_bases[a->group]) + a->base_bytes + a->low_bytes;
}

/* Classes of the array's lines beside those that are taken; PME_NONE: it has lines in all. */
static int more_classes(const pme__loop_tree *program, const pme__replay_sets *sets, const int64_t *group_bases,
                        int array) {
  int64_t from = first_byte(program, array, group_bases);
  int64_t to = from + program->arrays[array].high_bytes - program->arrays[array].low_bytes - 1;
  int more = 0;
  if ((to >> sets->line_bits) - (from >> sets->line_bits) >= sets->classes)
    return PME_NONE;
  for (int64_t line = from >> sets->line_bits; line <= to >> sets->line_bits; line++)
    more += pme__replay_slot_of(sets, line) != 0;
  return more;
}

static void take_own(const pme__loop_tree *program, pme__replay_sets *sets, const int64_t *group_bases, int array) {
  int64_t from = first_byte(program, array, group_bases);
  int64_t to = from + program->arrays[array].high_bytes - program->arrays[array].low_bytes - 1;
  for (int64_t line = from >> sets->line_bits; line <= to >> sets->line_bits; line++)
    sets->slot[line & (sets->classes - 1)] = 0;
}

/* The shortest arrays first, while there is room. Returns classes that are taken. */
static int take_short_arrays(const pme__loop_tree *program, pme__replay_sets *sets, const int64_t *group_bases) {
  int taken = 0;
  for (int most = 1; most <= MOST_OWN; most++)
    for (int a = 0; a < program->array_count; a++) {
      int more = more_classes(program, sets, group_bases, a);
      if (more == PME_NONE || more == 0 || more > most || taken + more > MOST_OWN)
        continue;
      take_own(program, sets, group_bases, a);
      taken += more;
    }
  return taken;
}

/* All that are between blocks of threads, if they are few: a sample of them has one that it gives too much weight, or
 * none. Returns classes that are taken. */
static int take_borders(const pme__loop_tree *program, pme__replay_sets *sets, const int64_t *group_bases, int room) {
  int64_t lines[PME__MOST_BORDERS];
  int most = room < PME__MOST_BORDERS ? room : PME__MOST_BORDERS, taken = 0;
  int count = pme__block_borders(program, sets->line_bits, group_bases, lines, most);
  for (int i = 0; i < count; i++) {
    taken += pme__replay_slot_of(sets, lines[i]) != 0;
    sets->slot[lines[i] & (sets->classes - 1)] = 0;
  }
  return taken;
}

/* Of the i-th of 4, 8 and 16 sampled classes: where it is among its share of 64. One of each share, so that rows meet
 * them evenly; and no bit of the number, nor two together, tells those that are run from the others (of 4: as far as
 * there is room): what threads share goes by lines modulo 2 or 4 (binary codes of dual distance 3). */
static const uint8_t OF_4[] = {6, 9, 4, 11}, OF_8[] = {0, 7, 5, 2, 6, 1, 3, 4},
                     OF_16[] = {0, 1, 2, 3, 1, 0, 3, 2, 2, 3, 0, 1, 3, 2, 1, 0};

static int wanted_class(const pme__replay_sets *sets, int i) {
  if (sets->sampled > (int)(sizeof OF_16 / sizeof *OF_16))
    return i * sets->classes / sets->sampled;
  const uint8_t *within = sets->sampled <= 4 ? OF_4 : sets->sampled <= 8 ? OF_8 : OF_16;
  return i * (sets->classes / sets->sampled) + within[i] * sets->classes / PME__REPLAY_MOST_CLASSES;
}

static void number_sampled(pme__replay_sets *sets) {
  for (int c = 0, slot = 1; c < sets->classes; c++)
    if (sets->slot[c] > 0)
      sets->slot[c] = (int8_t)slot++;
}

/* The next best where one is taken. */
static void take_sampled(pme__replay_sets *sets, int own) {
  sets->of = sets->classes - own;
  sets->sampled = sets->sampled < sets->of ? sets->sampled : sets->of;
  for (int i = 0; i < sets->sampled; i++) {
    int wanted = wanted_class(sets, i), beside = 0;
    while (sets->slot[wanted ^ beside] >= 0)
      beside++;
    sets->slot[wanted ^ beside] = 1;
  }
  number_sampled(sets);
}

static void find_distances(pme__replay_sets *sets) {
  for (int c = 0; c < sets->classes; c++) {
    int up = 1, down = 1;
    while (pme__replay_slot_of(sets, c + up) < 0)
      up++;
    while (pme__replay_slot_of(sets, c - down) < 0)
      down++;
    sets->ahead[c] = (uint8_t)up;
    sets->behind[c] = (uint8_t)down;
  }
}

pme__replay_sets pme__replay_choose_sets(const pme__loop_tree *program, const pme_machine *machine,
                                         const int64_t *group_bases, int sampled) {
  pme__replay_sets sets = {.line_bits = __builtin_ctz((unsigned)machine->levels[0].line_bytes),
                           .classes = pme__replay_classes(machine),
                           .sampled = sampled};
  memset(sets.slot, -1, sizeof sets.slot);
  int own = take_short_arrays(program, &sets, group_bases);
  own += take_borders(program, &sets, group_bases, MOST_OWN - own);
  take_sampled(&sets, own);
  find_distances(&sets);
  return sets;
}

/* ---- sweeps ---- */

static bool is_run(const pme__replay_sets *sets, int64_t address, int64_t size_bytes) {
  int64_t first = address >> sets->line_bits, last = (address + size_bytes - 1) >> sets->line_bits;
  for (int64_t line = first; line <= last; line++)
    if (pme__replay_slot_of(sets, line) >= 0)
      return true;
  return false;
}

/* Iterations until the sweep, which moves inside of lines, comes to the next line that is run. */
static int64_t steps_to_line(const pme__replay_sets *sets, const pme__replay_line_sweep *sweep, int64_t address) {
  if (sweep->step > 0) {
    int64_t last = address + sweep->size_bytes - 1, line = last >> sets->line_bits;
    int64_t to = (line + sets->ahead[line & (sets->classes - 1)]) << sets->line_bits;
    return (to - last + sweep->step - 1) / sweep->step;
  }
  int64_t line = address >> sets->line_bits;
  int64_t to = ((line - sets->behind[line & (sets->classes - 1)] + 1) << sets->line_bits) - 1;
  return (address - to - sweep->step - 1) / -sweep->step;
}

int64_t pme__replay_next_run(const pme__replay_sets *sets, const pme__replay_line_sweep *sweep, int64_t from,
                             int64_t end) {
  int64_t line_bytes = INT64_C(1) << sets->line_bits, address = sweep->address + from * sweep->step;
  int64_t n = from, around = line_bytes * sets->classes;
  if (n < end && is_run(sets, address, sweep->size_bytes))
    return n;
  if (n >= end || sweep->step == 0)
    return end;
  if (sweep->step < line_bytes && sweep->step > -line_bytes) {
    n += steps_to_line(sets, sweep, address);
    return n < end ? n : end;
  }
  int64_t apart = sweep->step & -sweep->step, tries = apart < around ? around / apart : 1; /* then it is there again */
  for (; n < end && tries > 0; n++, tries--, address += sweep->step)
    if (is_run(sets, address, sweep->size_bytes))
      return n;
  return end;
}

unsigned pme__replay_may_be_roomy(const pme__loop_tree *program, const pme_machine *machine) {
  double bytes = 0;
  unsigned levels = 0;
  for (int a = 0; a < program->array_count; a++)
    bytes += (double)program->arrays[a].high_bytes - (double)program->arrays[a].low_bytes;
  for (int l = 0; l < machine->level_count; l++)
    if (bytes <=
        (double)pme_machine_instances(machine, l, program->most_threads) * (double)machine->levels[l].size_bytes)
      levels |= 1U << l;
  return levels;
}
