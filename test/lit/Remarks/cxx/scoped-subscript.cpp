// What classes of a library say of a subscript is no part of a name.
// RUN: env %corei7 PMECACHE_ADVISE=off %clangxx -O1 -gline-tables-only -fopenmp %load %s -c -o /dev/null -fno-caret-diagnostics -Rpass=cache 2>&1 | %FileCheck %s
struct first {
  static constexpr int get(int r) { return r; }
};
template <typename Map> struct extents {
  long values[2];
  long extent(int r) const { return values[Map::get(r)]; }
};
struct view {
  double *data;
  extents<first> sizes;
};
// CHECK: scoped-subscript.cpp:[[#@LINE+2]]:1: remark: parallel loop 'i' for every n = v.sizes.values[]: {{.*}}PMECACHE_PARAMS='v.sizes.values[]=1000'
void fill(view &v) {
#pragma omp parallel for num_threads(4)
  for (long i = 0; i < v.sizes.extent(0); i++)
    v.data[i] = 1;
}
