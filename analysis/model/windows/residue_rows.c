/* Rows, of which only the iterations are run that touch a line of the chosen residue. */
#include "forward.h"

/* Iterations that are left out are LEAST_ALIKE - 1 or more. */
enum { LEAST_ALIKE = 2 };

/* A reference in the row: the next iteration in which it touches one of the lines, and where it is then; the next one in
 * which it comes to another page with such an entry; and the first of the two. */
typedef struct stop {
  int64_t next, iteration, other_page, place, first, stride;
  const pme__jumps *jumps;
} stop;

typedef struct row {
  const pme__tree_node *body;
  int64_t trips, mask; /* of places */
  int64_t next;        /* iteration in which something is to be told; trips: none */
  bool comes_to_page;  /* in the one that was run last */
  int count;
  stop stops[PME__FORWARD_MOST_STEPPED];
} row;

static void jump(const row *r, stop *s) {
  int32_t ahead = s->jumps->ahead[s->place];
  s->iteration = ahead == PME__RESIDUE_NEVER ? r->trips : s->iteration + ahead;
  s->place = (s->place + ahead * s->jumps->stride) & r->mask;
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

static void go_on(const row *r, stop *s, int64_t iterations) {
  s->iteration += iterations;
  s->place = (s->place + iterations * s->jumps->stride) & r->mask;
  jump(r, s);
  s->next = least(s->iteration, s->other_page);
}

static void find_other_page(const pme__forward *f, const row *r, stop *s, int64_t iteration) {
  int64_t address = s->first + iteration * s->stride, most = r->trips - iteration;
  bool stays = pme__residue_stays_in_page(f->residue, address, s->stride, most);
  s->other_page = iteration + (stays ? most : pme__residue_pages_ahead(f->residue, address, s->stride, most));
  s->next = least(s->iteration, s->other_page);
}

/* Pages of the row: it may begin in another one. */
static void begin_pages(pme__forward *f, const row *r, int reference, stop *s) {
  int shift = f->residue->page_shift;
  if (pme__residue_has_entry(f->residue, s->first) && s->first >> shift != f->latest_pages[reference])
    s->next = s->other_page = 0;
  else
    find_other_page(f, r, s, 0);
  f->latest_pages[reference] = (s->first + (r->trips - 1) * s->stride) >> shift;
}

static void begin(pme__forward *f, const pme__tree_node *loop, pme__tree_range range, row *r) {
  const pme__residue *residue = f->residue;
  const pme__residue_row *rows = residue->rows + loop->first_child->reference_first;
  int64_t chosen = residue->chosen << residue->line_shift;
  r->body = loop->first_child;
  r->trips = range.trips;
  r->mask = (residue->count << residue->line_shift) - 1;
  r->count = r->body->reference_count;
  f->iterators[loop->depth] = range.first;
  for (int i = 0; i < r->count; i++) {
    const pme__residue_row *row = &rows[i];
    stop *s = &r->stops[i];
    s->first = row->behind < 0 ? pme__forward_address(f, &f->program->references[r->body->reference_first + i])
                               : r->stops[row->behind - r->body->reference_first].first + row->bytes;
    s->jumps = row->jumps;
    s->stride = row->stride;
    s->place = (s->first + row->reach - chosen) & r->mask;
    s->iteration = 0;
    s->other_page = r->trips;
    go_on(r, s, 0);
    if (f->page && r->trips > 0)
      begin_pages(f, r, r->body->reference_first + i, s);
  }
}

static void find_next(row *r) {
  r->next = r->trips;
  for (int i = 0; i < r->count; i++)
    r->next = least(r->next, r->stops[i].next);
}

/* Whether it touches one of the lines there. */
static bool run_stop(pme__forward *f, row *r, int i) {
  stop *s = &r->stops[i];
  int reference = r->body->reference_first + i;
  int64_t iteration = s->next, address = s->first + iteration * s->stride;
  bool touches = s->iteration == iteration;
  if (s->other_page == iteration) {
    r->comes_to_page = true;
    f->page(f->context, reference, address >> f->residue->page_shift);
    find_other_page(f, r, s, iteration);
  }
  if (touches) {
    pme__forward_tell(f, reference, address);
    go_on(r, s, 1);
  }
  return touches;
}

/* The references that stop there; a bit for each. */
static uint64_t run(pme__forward *f, row *r, int64_t iteration) {
  uint64_t told = 0;
  int64_t next = r->trips;
  r->comes_to_page = false;
  for (int i = 0; i < r->count; i++) {
    stop *s = &r->stops[i];
    if (s->next == iteration && !f->ended)
      told |= (uint64_t)run_stop(f, r, i) << i;
    next = least(next, s->next);
  }
  r->next = next;
  return told;
}

/* Iterations behind this one in which the same references touch the same lines, and no others do. */
static int64_t alike_behind(const pme__forward *f, const row *r, int64_t iteration, uint64_t told) {
  int64_t most = r->trips - iteration - 1, least_of_use = f->settles ? 1 : LEAST_ALIKE;
  for (int i = 0; i < r->count && most >= least_of_use; i++) {
    const stop *s = &r->stops[i];
    int64_t last = f->program->references[r->body->reference_first + i].size_bytes - 1;
    int64_t address = s->first + (iteration + 1) * s->stride;
    most = least(most, s->other_page - iteration - 1);
    if (!(told >> i & 1))
      most = least(most, s->iteration - iteration - 1);
    else if (s->iteration != iteration + 1)
      return 0;
    else
      most = pme__forward_stay(f, address, s->stride, most);
    if (told >> i & 1 && last > 0)
      most = pme__forward_stay(f, address + last, s->stride, most);
  }
  return most;
}

static void leave_out(row *r, uint64_t told, int64_t iterations) {
  for (int i = 0; i < r->count; i++)
    if (told >> i & 1 && iterations > 0)
      go_on(r, &r->stops[i], iterations);
  find_next(r);
}

/* Of those that touch the same lines the second one is run, too, where the first may have brought some. */
void pme__forward_residue_row(pme__forward *f, const pme__tree_node *loop, pme__tree_range range) {
  row r;
  int64_t passed = f->passed;
  f->idle = 0;
  begin(f, loop, range, &r);
  f->rows++;
  f->stops += r.count;
  find_next(&r);
  while (r.next < r.trips && !f->ended) {
    int64_t n = r.next;
    f->iterators[loop->depth] = range.first + n;
    f->passed = passed + n * r.count;
    uint64_t told = run(f, &r, n);
    int64_t alike = f->alike && told && !f->ended ? alike_behind(f, &r, n, told) : 0;
    int64_t left_out = f->settles && alike > 0 && !r.comes_to_page ? f->alike(f->context, r.body, told, alike) : 0;
    if (left_out > 0)
      leave_out(&r, told, left_out);
    if (left_out > 0 || alike < LEAST_ALIKE)
      continue;
    f->iterators[loop->depth] = range.first + n + 1;
    run(f, &r, n + 1);
    if (!f->ended)
      leave_out(&r, told, f->alike(f->context, r.body, told, alike - 1));
  }
  if (!f->ended)
    f->passed = passed + r.trips * r.count;
}
