/* Breadth-first search that goes down from a list of vertices and, where that list is long, up from those that are not
 * reached. Each thread collects what it found in a list of its own; the lists are then put one behind the other. SIZE
 * vertices, eight edges each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_max_threads(void);

enum { DEGREE = 8, MOST_THREADS = 64 };

static int vertices, *begin, *neighbour, *parent, *frontier, *next, *found;
static unsigned char *is_in;
static int found_by[MOST_THREADS], place_of[MOST_THREADS + 1];

static unsigned draw(unsigned below) {
  static unsigned state = 77;
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % below;
}

static void build(int count) {
  vertices = count;
  int *degree = calloc((size_t)count + 1, sizeof *degree), edges = count * DEGREE / 2;
  int *from = malloc(sizeof *from * (size_t)edges), *to = malloc(sizeof *to * (size_t)edges);
  for (int e = 0; e < edges; e++) {
    from[e] = (int)draw((unsigned)count);
    to[e] = draw(3) ? (from[e] + 1 + (int)draw(400)) % count : (int)draw((unsigned)count);
    degree[from[e]]++;
    degree[to[e]]++;
  }
  begin = malloc(sizeof *begin * ((size_t)count + 1));
  neighbour = malloc(sizeof *neighbour * 2 * (size_t)edges);
  begin[0] = 0;
  for (int v = 0; v < count; v++)
    begin[v + 1] = begin[v] + degree[v];
  memset(degree, 0, sizeof *degree * (size_t)count);
  for (int e = 0; e < edges; e++) {
    neighbour[begin[from[e]] + degree[from[e]]++] = to[e];
    neighbour[begin[to[e]] + degree[to[e]]++] = from[e];
  }
  free(degree);
  free(from);
  free(to);
}

static int down(int count) {
#pragma omp parallel
  {
    int number = omp_get_thread_num(), threads = omp_get_num_threads(), mine = 0;
    int *list = &found[(long)number * vertices];
#pragma omp for schedule(dynamic, 64)
    for (int i = 0; i < count; i++) {
      int v = frontier[i];
      for (int e = begin[v]; e < begin[v + 1]; e++) {
        int w = neighbour[e];
        if (parent[w] < 0 && __sync_bool_compare_and_swap(&parent[w], -1, v))
          list[mine++] = w;
      }
    }
    found_by[number] = mine;
#pragma omp barrier
#pragma omp single
    {
      place_of[0] = 0;
      for (int t = 0; t < threads; t++)
        place_of[t + 1] = place_of[t] + found_by[t];
      count = place_of[threads];
    }
    memcpy(&next[place_of[number]], list, sizeof *list * (size_t)mine);
  }
  return count;
}

static int up(int count) {
  int found_now = 0;
  memset(is_in, 0, (size_t)vertices);
#pragma omp parallel for
  for (int i = 0; i < count; i++)
    is_in[frontier[i]] = 1;
#pragma omp parallel for schedule(dynamic, 512) reduction(+ : found_now)
  for (int v = 0; v < vertices; v++) {
    if (parent[v] >= 0)
      continue;
    for (int e = begin[v]; e < begin[v + 1]; e++)
      if (is_in[neighbour[e]]) {
        parent[v] = neighbour[e];
        int at;
#pragma omp atomic capture
        at = place_of[0]++;
        next[at] = v;
        found_now++;
        break;
      }
  }
  return found_now;
}

int main(int argc, char **argv) {
  build(argc > 1 ? atoi(argv[1]) : 40000);
  size_t bytes = sizeof(int) * (size_t)vertices;
  parent = malloc(bytes);
  frontier = malloc(bytes);
  next = malloc(bytes);
  found = malloc(bytes * (size_t)omp_get_max_threads());
  is_in = malloc((size_t)vertices);
  memset(parent, -1, bytes);
  frontier[0] = 0;
  parent[0] = 0;
  int reached = 1, rounds = 0;
  for (int count = 1; count; rounds++) {
    place_of[0] = 0;
    count = count > vertices / 16 ? up(count) : down(count);
    int *kept = frontier;
    frontier = next;
    next = kept;
    reached += count;
  }
  printf("%d in %d\n", reached, rounds);
  return 0;
}
