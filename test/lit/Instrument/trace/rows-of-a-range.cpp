// What the iterator of a range goes along has no name of its own: it is a row of the table that it is read from.
// RUN: %clangxx -O2 -g -fopenmp %load_options -mllvm -pmecache-instrument=irregular %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_SAMPLE=exact PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=1 PMECACHE_PROFILE=%t.pmeprof %clangxx -O2 -g -fopenmp %load -c -o /dev/null %s -Rpass=cache 2>&1 | %FileCheck %s
extern "C" void *malloc(unsigned long);
struct Neighbours {
  int **row;
  int *begin() const { return row[0]; }
  int *end() const { return row[1]; }
};
struct Graph {
  int vertices;
  int **rows;
  Neighbours of(int vertex) const { return {rows + vertex}; }
};

__attribute__((noinline)) long count(const Graph &graph, const char *seen) {
  long sum = 0;
// CHECK: rows-of-a-range.cpp:[[#@LINE+1]]:1: remark: {{.*}}% of them reading 'graph.rows[]' (
#pragma omp parallel for reduction(+ : sum)
  for (int u = 0; u < graph.vertices; u++)
    for (int v : graph.of(u))
      sum += seen[v];
  return sum;
}

int main() {
  const int vertices = 30000, most = 16;
  Graph graph = {vertices, (int **)malloc((vertices + 1) * sizeof(int *))};
  int *at = (int *)malloc(sizeof(int) * vertices * most);
  char *seen = (char *)malloc(64);
  for (int v = 0; v < 64; v++)
    seen[v] = v % 3;
  for (int u = 0; u < vertices; u++) {
    graph.rows[u] = at;
    for (int k = 0; k < 3 + u * 7 % (most - 3); k++)
      *at++ = (u + k * 11) % 64;
  }
  graph.rows[vertices] = at;
  return (int)count(graph, seen) & 1;
}
