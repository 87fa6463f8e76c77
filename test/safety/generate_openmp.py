"""Random OpenMP programs, in C and in C++: whatever a compiler may meet, not what is useful. They compile; none is run."""
import random

from generate_constructs import COROUTINES, RARE_PRELUDE, RareConstructs

TYPES = ["double", "float", "int", "long", "unsigned char", "short", "struct pair", "union word", "_Complex double",
         "__int128", "vec4"]
NUMBERS = ["double", "float", "int", "long", "unsigned char", "short"]

PRELUDE = """
#include <stdarg.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <omp.h>
typedef double vec4 __attribute__((vector_size(32)));
struct pair { double a; int b : 5; unsigned c : 27; float d[3]; };
union word { double d; long l; char c[8]; };
static volatile int flag;
static __thread int own;
static jmp_buf buffer;
extern int unknown(int, ...);
extern void touch(void *);
static int sum_of(int count, ...) {
  va_list list; int sum = 0; va_start(list, count);
  for (int k = 0; k < count; k++) sum += va_arg(list, int);
  va_end(list); return sum;
}
static long fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
""" + RARE_PRELUDE

PRELUDE_CXX = """
#include <vector>
#include <array>
#include <memory>
#include <stdexcept>
#include <algorithm>
template <class T> struct Grid {
  std::vector<T> cells; int rows, columns;
  Grid(int m, int n) : cells(m * n), rows(m), columns(n) {}
  T &operator()(int i, int j) { return cells[i * columns + j]; }
  T at(int i, int j) const { if (i >= rows) throw std::out_of_range("row"); return cells[i * columns + j]; }
};
template <class F> void each(int n, F f) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) f(i);
}
""" + COROUTINES


class Generator(RareConstructs):
    def __init__(self, seed, cxx):
        self.draw, self.cxx, self.arrays, self.depth, self.fresh = random.Random(seed), cxx, [], 0, 0
        self.types = [t for t in TYPES if not (cxx and "_Complex" in t)]

    def pick(self, *words):
        return self.draw.choice(words)

    def chance(self, share):
        return self.draw.random() < share

    def name(self, stem):
        self.fresh += 1
        return f"{stem}{self.fresh}"

    # ---- expressions ----

    def index(self, variables):
        v = self.draw.choice(variables) if variables else "n"
        return self.pick(v, f"{v} + {self.draw.randint(-2, 9)}", f"2 * {v}", f"{v} * n + {self.draw.randint(0, 3)}",
                         f"({v} ^ {self.draw.randint(1, 7)})", f"{v} % 7", f"idx[{v}]", f"(n - {v})", f"({v} & 63)",
                         f"({v} > 5 ? {v} : 0)", f"{v} / 3", f"({v} << 2)")

    def element(self, variables, kinds=None):
        array, kind = self.draw.choice([a for a in self.arrays if not kinds or a[1] in kinds])
        place = f"{array}[{self.index(variables)}]"
        if kind == "struct pair":
            return place + self.pick(".a", ".b", ".c", f".d[{self.draw.randint(0, 2)}]")
        if kind == "union word":
            return place + self.pick(".d", ".l", f".c[{self.draw.randint(0, 7)}]")
        if kind == "vec4":
            return place + f"[{self.draw.randint(0, 3)}]"
        return place

    def value(self, variables):
        return self.pick(self.element(variables, NUMBERS), str(self.draw.randint(-9, 99)), *variables, "n",
                         f"({self.element(variables, NUMBERS)} + {self.element(variables, NUMBERS)})", "flag", "own",
                         f"sum_of(2, {self.draw.randint(0, 9)}, n)", "(int)fibonacci(n & 7)")

    # ---- statements ----

    def statement(self, variables, indent):
        self.depth += 1
        kinds = [self.assign] * 6 + [self.update] * 3
        if self.depth < 5:
            kinds += [self.loop, self.loop, self.branch, self.switch, self.odd_loop, self.block, self.memory]
            kinds += [self.throws] * 2 if self.cxx else [self.jump]
        text = self.draw.choice(kinds)(variables, indent)
        self.depth -= 1
        return text

    def statements(self, variables, indent):
        return "".join(self.statement(variables, indent) for _ in range(self.draw.randint(1, 3)))

    def assign(self, variables, indent):
        return f"{indent}{self.element(variables)} = {self.value(variables)};\n"

    def update(self, variables, indent):
        pragma = self.pick("", "", f"{indent}#pragma omp atomic\n", f"{indent}#pragma omp atomic update\n")
        return f"{pragma}{indent}{self.element(variables, ['int', 'long', 'double'])} += {self.draw.randint(1, 4)};\n"

    def loop(self, variables, indent):
        v = self.name("j")
        low, high = self.pick("0", "1", *variables), self.pick("n", "n - 1", "m", "17", "n / 2", *variables)
        step = self.pick("++", "++", " += 2", " += m")
        pragma = self.pick("", "", "", f"{indent}#pragma omp simd\n" if self.depth < 3 else "",
                           f"{indent}#pragma omp unroll partial(2)\n", f"{indent}#pragma clang loop unroll(full)\n")
        simd = "simd" in pragma
        inside = "".join(self.assign(variables + [v], indent + "  ") for _ in range(2)) if simd else \
            self.statements(variables + [v], indent + "  ")
        if step != "++" and "unroll" in pragma:
            pragma = ""
        return f"{pragma}{indent}for (int {v} = {low}; {v} < {high}; {v}{step}) {{\n{inside}{indent}}}\n"

    def odd_loop(self, variables, indent):
        v = self.name("w")
        return self.pick(
            f"{indent}{{ int {v} = n; while ({v} > 0) {{ {v} /= 2;\n{self.assign(variables + [v], indent)}{indent}}} }}\n",
            f"{indent}{{ int {v} = 0; do {{ if ({v} == 9) break;\n{self.assign(variables + [v], indent)}{indent}}} while (++{v} < n); }}\n",
            f"{indent}for (double *{v} = x; {v} != x + n; {v}++) *{v} += 1;\n",
            f"{indent}for (unsigned char {v} = 0; {v} != 200; {v} += 3) {{ if (flag) continue;\n{self.assign(variables, indent)}{indent}}}\n",
            f"{indent}for (long {v} = n; {v}-- > 0;) {{\n{self.assign(variables, indent)}{indent}}}\n")

    def branch(self, variables, indent):
        return (f"{indent}if ({self.value(variables)} > {self.value(variables)}) {{\n"
                f"{self.statements(variables, indent + '  ')}{indent}}} else {{\n"
                f"{self.statements(variables, indent + '  ')}{indent}}}\n")

    def switch(self, variables, indent):
        cases = "".join(f"{indent}case {k}:\n{self.assign(variables, indent + '  ')}" + self.pick("", f"{indent}  break;\n")
                        for k in range(self.draw.randint(1, 9)))
        return f"{indent}switch ((int){self.value(variables)}) {{\n{cases}{indent}default: break;\n{indent}}}\n"

    def jump(self, variables, indent):
        label = self.name("again")
        return self.pick(f"{indent}if (setjmp(buffer)) flag = 2; else own++;\n",
                         f"{indent}{{ int k = 0;\n{indent}{label}:\n{self.assign(variables, indent)}{indent}if (k++ < 3) goto {label}; }}\n",
                         f"{indent}__asm__ volatile(\"nop\" ::: \"memory\");\n")

    def throws(self, variables, indent):
        return self.pick(f"{indent}try {{ if (flag) throw n; unknown(n); }} catch (int) {{ flag = 1; }}\n",
                         f"{indent}{{ std::vector<double> v(n); for (double &e : v) e = {self.value(variables)}; touch(v.data()); }}\n",
                         f"{indent}{{ Grid<double> grid(n, m); grid(1, 2) = grid.at(0, 1) + {self.value(variables)}; }}\n",
                         f"{indent}{{ auto p = std::make_unique<int[]>(n); std::sort(p.get(), p.get() + n); }}\n",
                         f"{indent}[&](int k) {{ x[k] += {self.value(variables)}; }}(n);\n")

    def block(self, variables, indent):
        inside = self.statements(variables, indent + "  ")
        return self.pick(f"{indent}#pragma omp critical\n{indent}{{\n{inside}{indent}}}\n",
                         f"{indent}#pragma omp task\n{indent}{{\n{inside}{indent}}}\n{indent}#pragma omp taskwait\n",
                         f"{indent}#pragma omp parallel num_threads(2)\n{indent}{{\n{inside}{indent}}}\n",
                         f"{indent}{{ double local[n + 1]; local[0] = n; touch(local);\n{inside}{indent}}}\n" if not self.cxx else
                         f"{indent}{{ std::array<double, 16> local{{}}; touch(&local);\n{inside}{indent}}}\n",
                         f"{indent}#pragma omp taskgroup\n{indent}{{\n{inside}{indent}}}\n")

    def memory(self, variables, indent):
        return self.pick(f"{indent}memset(y, 0, n * sizeof *y);\n", f"{indent}memcpy(x, z, m);\n",
                         f"{indent}{{ char *p = (char *)malloc(n + 1); memmove(p, x, n); free(p); }}\n",
                         f"{indent}unknown({self.value(variables)}, x);\n", f"{indent}touch(x);\n",
                         f"{indent}own = omp_get_thread_num() + omp_get_num_threads();\n")

    # ---- constructs ----

    def schedule(self):
        return self.pick("", " schedule(static)", " schedule(static, 1)", " schedule(static, n)", " schedule(dynamic)",
                         " schedule(dynamic, 4)", " schedule(guided)", " schedule(runtime)", " schedule(auto)",
                         " schedule(nonmonotonic: dynamic, 2)", " schedule(static, 7) ordered")

    def clauses(self):
        return self.schedule() + self.pick("", " reduction(+ : s)", " lastprivate(last)", " firstprivate(m)", " reduction(max : s)",
                                           " num_threads(3)", " if(n > 9)", " proc_bind(close)", " private(t)")

    def nest(self, depth, indent):
        names = [self.name("i") for _ in range(depth)]
        text = ""
        for k, v in enumerate(names):
            low, high, step = self.pick("0", "0", "1", "-3"), self.pick("n", "m", "100", "n - 1"), self.pick("++", "++", " += 3")
            text += f"{indent}{'  ' * k}for (int {v} = {low}; {v} < {high}; {v}{step})" + ("\n" if k < depth - 1 else " {\n")
        return names, text

    def worksharing(self, indent):
        depth = self.pick(1, 1, 1, 2, 3)
        names, head = self.nest(depth, indent)
        collapse = f" collapse({depth})" if depth > 1 else ""
        form = self.pick("parallel for", "parallel for", "parallel for", "parallel for simd", "parallel loop",
                         "teams distribute parallel for", "target teams distribute parallel for", "parallel master taskloop")
        clauses = {"parallel for": self.clauses(), "parallel master taskloop": self.pick("", " grainsize(4)")}.get(form, "")
        transformed = form == "parallel for" and depth == 1 and "ordered" not in clauses and self.chance(0.2)
        tile = f"{indent}#pragma omp {self.pick('tile sizes(8)', 'unroll partial(4)')}\n" if transformed else ""
        simple = "simd" in form or "loop" in form or "distribute" in form
        body = "".join(self.assign(names, indent + "  " * depth) for _ in range(3)) if simple else \
            self.statements(names, indent + "  " * depth)
        if "ordered" in clauses and depth == 1:
            body += f"{indent}  #pragma omp ordered\n{indent}  flag++;\n"
        if form == "parallel for" and "ordered" not in clauses and not tile and self.chance(0.1):
            body += f"{indent}  #pragma omp cancel for if(flag)\n"
            clauses = clauses.replace(" reduction(+ : s)", "").replace(" lastprivate(last)", "")
        return f"{indent}#pragma omp {form}{collapse}{clauses}\n{tile}{head}{body}{indent}}}\n"

    def region(self, indent):
        inner = indent + "  "
        parts = ""
        for _ in range(self.draw.randint(1, 3)):
            names, head = self.nest(1, inner)
            loop = head + self.statements(names, inner + "  ") + f"{inner}}}\n"
            parts += self.pick(f"{inner}#pragma omp for{self.pick('', ' nowait', ' schedule(static, 2) nowait')}\n{loop}",
                               f"{inner}#pragma omp single\n{inner}{{\n{loop}{inner}}}\n",
                               f"{inner}#pragma omp sections\n{inner}{{\n{inner}#pragma omp section\n{inner}{{\n{loop}{inner}}}\n{inner}}}\n",
                               f"{inner}#pragma omp barrier\n", f"{inner}#pragma omp master\n{inner}{{\n{loop}{inner}}}\n",
                               f"{inner}for (int k = omp_get_thread_num(); k < n; k += omp_get_num_threads()) x[k] += y[k];\n")
        return f"{indent}#pragma omp parallel{self.pick('', ' private(t)', ' num_threads(4)', ' default(shared)')}\n{indent}{{\n{parts}{indent}}}\n"

    def doacross(self, indent):
        v = self.name("i")
        return (f"{indent}#pragma omp parallel for ordered(1)\n{indent}for (int {v} = 1; {v} < n; {v}++) {{\n"
                f"{indent}  #pragma omp ordered depend(sink : {v} - 1)\n{self.assign([v], indent + '  ')}"
                f"{indent}  #pragma omp ordered depend(source)\n{indent}}}\n")

    def metadirective(self, indent):
        v = self.name("i")
        return (f"{indent}#pragma omp metadirective when(user = {{condition(1)}} : parallel for) default(simd)\n"
                f"{indent}for (int {v} = 0; {v} < n; {v}++)\n{indent}  x[{v}] = y[{v}];\n")

    def function(self):
        self.arrays = [("x", "double"), ("y", "double"), ("z", "int"), ("c", "long"), ("g", "double")]
        kind = self.draw.choice(self.types)
        self.arrays.append(("w", kind))
        parameters = f"int n, int m, double *x, double *{self.pick('restrict ', '') if not self.cxx else ''}y, int *z, long *c, {kind} *w, const int *idx"
        body = "".join(self.draw.choice([self.worksharing] * 5 + [self.region] * 2 + [self.doacross, self.metadirective] +
                                        [self.rare] * 2)("  ")
                       for _ in range(self.draw.randint(1, 4)))
        lambda_loop = f"  each(n, [=](int k) {{ x[k] = y[idx[k]]; }});\n" if self.cxx and self.chance(0.4) else ""
        return (f"void {self.name('kernel')}({parameters}) {{\n  double s = 0; int last = 0, t = 0;\n{body}{lambda_loop}"
                "  g[0] = s + last + t;\n}\n")

    def program(self):
        text = PRELUDE + (PRELUDE_CXX if self.cxx else "") + f"static double g[{self.draw.randint(4, 4096)}];\n"
        return text + "".join(self.function() for _ in range(self.draw.randint(1, 3)))


def program(seed, cxx):
    return Generator(seed, cxx).program()
