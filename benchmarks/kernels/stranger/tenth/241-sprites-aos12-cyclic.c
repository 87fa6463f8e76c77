/* game sprites: 12-byte structs moved and bounced, dealt cyclically */
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  short x, y, vx, vy;
  unsigned char frame, anim, hp, team;
} sprite_t;
_Static_assert(sizeof(sprite_t) == 12, "layout");
#define COUNT 100000

static void bounce(sprite_t *s, int w, int h) {
  s->x += s->vx;
  s->y += s->vy;
  if (s->x < 0 || s->x >= w) {
    s->vx = -s->vx;
    s->x += 2 * s->vx;
  }
  if (s->y < 0 || s->y >= h) {
    s->vy = -s->vy;
    s->y += 2 * s->vy;
  }
  s->frame = (s->frame + 1) % s->anim;
}
int main(void) {
  sprite_t *sp = malloc(COUNT * sizeof *sp);
  for (int i = 0; i < COUNT; i++)
    sp[i] = (sprite_t){i * 7 % 1920, i * 11 % 1080, i % 9 - 4, i % 7 - 3, 0, 4 + i % 5, 100, i & 1};
  for (int tick = 0; tick < 60; tick++) {
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < COUNT; i++)
      bounce(&sp[i], 1920, 1080);
  }
  long c = 0;
  for (int i = 0; i < COUNT; i++)
    c += sp[i].x * 3 + sp[i].y * 5 + sp[i].frame;
  printf("%ld\n", c);
  free(sp);
  return 0;
}
