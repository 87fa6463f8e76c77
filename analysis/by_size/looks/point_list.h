/* Points of a loop, one behind the other. Private to analysis/by_size. */
#ifndef PME_BY_SIZE_POINT_LIST_H
#define PME_BY_SIZE_POINT_LIST_H

#include "pmecache/arena.h"
#include "pmecache/by_size.h"

/* Functions of hundreds of loops are looked at at a few sizes: lists have room for as many as there are. */
typedef struct pme__point_list {
  pme_size_point *points; /* NULL: none yet */
  int room;
} pme__point_list;

/* Room for one more behind `count` of them; the points may move. False: out of memory. */
bool pme__make_room(pme_arena *arena, pme__point_list *list, int count);
/* Moves `count` of them to another arena, without room for more. False: out of memory. */
bool pme__settle_points(pme_arena *arena, pme__point_list *list, int count);

#endif
