/* Points of a loop: a list that grows. */
#include "point_list.h"

#include <string.h>

enum { FIRST_ROOM = 4 };

static bool move(pme_arena *arena, pme__point_list *list, int count, int room) {
  pme_size_point *points = PME_ARENA_NEW(arena, pme_size_point, room);
  if (!points)
    return false;
  if (count > 0)
    memcpy(points, list->points, (size_t)count * sizeof *points);
  *list = (pme__point_list){points, room};
  return true;
}

bool pme__make_room(pme_arena *arena, pme__point_list *list, int count) {
  return count < list->room || move(arena, list, count, count < FIRST_ROOM ? FIRST_ROOM : 2 * count);
}

bool pme__settle_points(pme_arena *arena, pme__point_list *list, int count) { return move(arena, list, count, count); }
