"""Sources that are large in one way each: what a compile with the plugin may cost is asked of them (blow-ups)."""
from pathlib import Path

LIBRARIES = Path(__file__).with_name("large")
HEADERS = {"eigen_dense.cpp": "/usr/include/eigen3/Eigen/Dense", "eigen_sparse.cpp": "/usr/include/eigen3/Eigen/Sparse",
           "boost_mix.cpp": "/usr/include/boost/multi_array.hpp"}


def deep_nest(depth):
    head = "".join(f"{'  ' * d}for (int i{d} = 0; i{d} < n; i{d}++)\n" for d in range(depth))
    places = " + ".join(f"i{d}" for d in range(depth))
    return f"void f(double *a, const double *b, int n) {{\n#pragma omp parallel for\n{head}a[{places}] += b[i0 * n + i{depth - 1}];\n}}\n"


def many_arrays(count):
    arrays = "".join(f"double a{k}[100000];\n" for k in range(count))
    body = "".join(f"    a{k}[i] = a{(k + 1) % count}[i] + a{(k * 7 + 3) % count}[i + 1];\n" for k in range(count))
    return f"{arrays}void f(void) {{\n#pragma omp parallel for\n  for (int i = 0; i < 99999; i++) {{\n{body}  }}\n}}\n"


def long_function(loops):
    """Loops of two dimensions one behind the other, five lines each."""
    text = "".join("#pragma omp parallel for\n  for (int i = 1; i < n - 1; i++)\n    for (int j = 1; j < n - 1; j++) {\n"
                   f"      a[i * n + j] += b[(i + {k % 3 - 1}) * n + j - {k % 2}];\n    }}\n" for k in range(loops))
    return f"void f(double *restrict a, const double *restrict b, int n) {{\n{text}}}\n"


def unrolled(accesses):
    body = "".join(f"    a[i + {k}] += b[{k % 17} * n + i];\n" for k in range(accesses))
    return f"void f(double *restrict a, const double *restrict b, int n) {{\n#pragma omp parallel for\n  for (int i = 0; i < n; i++) {{\n{body}  }}\n}}\n"


def wide_switch(cases):
    body = "".join(f"    case {k}: a[i] += b[i + {k}]; break;\n" for k in range(cases))
    return ("void f(double *restrict a, const double *restrict b, const int *c, int n) {\n#pragma omp parallel for\n"
            f"  for (int i = 0; i < n; i++)\n    switch (c[i]) {{\n{body}    }}\n}}\n")


def conditions(depth):
    """Each branch doubles the ways through the body."""
    body = "".join(f"    if (c[i + {k}] > {k}) a[i + {k}] += b[i];\n    else b[i + {k}] -= a[i];\n" for k in range(depth))
    return f"void f(double *restrict a, double *restrict b, const int *c, int n) {{\n#pragma omp parallel for\n  for (int i = 0; i < n; i++) {{\n{body}  }}\n}}\n"


def call_chain(depth):
    """Every function calls the next one twice: 2^depth calls, if they were followed one by one."""
    last = "static __attribute__((noinline)) void g0(double *a, int n) { for (int j = 0; j < n; j++) a[j] += 1; }\n"
    chain = "".join(f"static __attribute__((noinline)) void g{k}(double *a, int n) {{ g{k - 1}(a, n); g{k - 1}(a + n, n); }}\n"
                    for k in range(1, depth))
    return f"{last}{chain}void f(double *a, int n) {{\n#pragma omp parallel for\n  for (int i = 0; i < n; i++) g{depth - 1}(a + i * n, n);\n}}\n"


def many_functions(count):
    return "".join(f"void f{k}(double *restrict a, const double *restrict b, int n) {{\n#pragma omp parallel for\n"
                   f"  for (int i = 0; i < n; i++)\n    for (int j = 0; j < n; j++) a[i * n + j] = b[j * n + i] * {k};\n}}\n"
                   for k in range(count))


def many_instances(count):
    calls = "".join(f"template void f<{k}>(double *, const double *, int);\n" for k in range(1, count + 1))
    return ("template <int N> void f(double *a, const double *b, int n) {\n#pragma omp parallel for\n"
            f"  for (int i = 0; i < n; i++)\n    for (int j = 0; j < N; j++) a[i * N + j] += b[j * n + i];\n}}\n{calls}")


def generated(share):
    """name -> text; share of the whole sizes, from 0 to 1."""
    def size(whole):
        return max(2, int(whole * share))
    return {"deep-nest.c": deep_nest(size(16)), "many-arrays.c": many_arrays(size(500)),
            "long-function.c": long_function(size(2000)), "unrolled.c": unrolled(size(4000)),
            "wide-switch.c": wide_switch(size(2000)), "conditions.c": conditions(size(200)),
            "call-chain.c": call_chain(size(24)), "many-functions.c": many_functions(size(300)),
            "many-instances.cpp": many_instances(size(200))}


def from_libraries():
    """Sources that use large headers of this system, those that it has."""
    return [LIBRARIES / name for name, header in HEADERS.items() if Path(header).exists()]
