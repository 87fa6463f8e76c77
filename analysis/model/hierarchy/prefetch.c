/* Pages that are followed, latest first, and what is ahead in them. */
#include "prefetch.h"

#include <string.h>

#include "analysis/base/integer.h"

enum { FETCHED_AT_ONCE = 2 };

/* Moves the page to the front, where it is made new if it is not followed. *is_new says so. */
static pme__followed_page *follow(pme__prefetch *p, int64_t page, bool *is_new) {
  int at = 0;
  while (at < p->count && p->pages[at].page != page)
    at++;
  *is_new = at == p->count;
  pme__followed_page found = {.page = page};
  if (!*is_new)
    found = p->pages[at];
  else if (p->count < PME__PAGES_FOLLOWED)
    p->count++;
  else
    at--;
  memmove(p->pages + 1, p->pages, (size_t)at * sizeof *p->pages);
  p->pages[0] = found;
  return p->pages;
}

/* Returns how many lines the streamer fetches. */
static int stream(pme__followed_page *f, int offset, int lines, int ahead, int64_t *fetched) {
  int way = offset > f->last ? 1 : -1, count = 0;
  bool goes_on = f->direction == way;
  if (!goes_on || (f->front - offset) * way < 0)
    f->front = (int16_t)offset;
  f->direction = (int8_t)way;
  f->last = (int16_t)offset;
  for (; goes_on && count < FETCHED_AT_ONCE; count++) {
    int next = f->front + way;
    if (next < 0 || next >= lines || (next - offset) * way > ahead)
      break;
    f->front = (int16_t)next;
    fetched[count] = f->page * lines + next;
  }
  return count;
}

int pme__prefetch_on(pme__prefetch *prefetch, const pme_prefetchers *kinds, int line_bytes, int64_t line,
                     int64_t fetched[PME__MOST_FETCHED]) {
  int lines = PME_PREFETCH_BYTES / line_bytes, count = 0;
  int64_t page = pme__floor_divide(line, lines);
  int offset = (int)(line - page * lines);
  if (kinds->next && offset + 1 < lines)
    fetched[count++] = line + 1;
  if (kinds->pair && lines > 1)
    fetched[count++] = page * lines + (offset ^ 1);
  if (!kinds->ahead || lines < 2)
    return count;
  bool is_new;
  pme__followed_page *followed = follow(prefetch, page, &is_new);
  if (is_new)
    followed->last = followed->front = (int16_t)offset;
  else if (offset != followed->last)
    count += stream(followed, offset, lines, kinds->ahead, fetched + count);
  return count;
}
