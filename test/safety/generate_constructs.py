"""Constructs of OpenMP that programs seldom have, for the generator of random programs: one of each, with random bodies."""

RARE_PRELUDE = """
#pragma omp declare reduction(join : struct pair : omp_out.a += omp_in.a) initializer(omp_priv = omp_orig)
static int kept;
#pragma omp threadprivate(kept)
#pragma omp declare simd uniform(p) linear(i)
static double twice(double *p, int i) { return 2 * p[i]; }
"""

# A generator, whose frame is split into pieces that are functions of their own.
COROUTINES = """
#include <coroutine>
struct Values {
  struct promise_type {
    double value;
    Values get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(double next) { value = next; return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
static Values walk(double *p, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) p[i] += i;
  for (int i = 0; i < n; i++) co_yield p[i];
}
static double all_of(double *p, int n) {
  Values values = walk(p, n);
  double sum = 0;
  for (values.handle.resume(); !values.handle.done(); values.handle.resume()) sum += values.handle.promise().value;
  values.handle.destroy();
  return sum;
}
"""


class RareConstructs:
    """Of the generator, which has pick, name, assign and statements."""

    def rare(self, indent):
        kinds = [self.transformed, self.reduced, self.scanned, self.own_by_thread, self.dependent_tasks, self.task_loops,
                 self.on_a_device, self.cancelled, self.crossed, self.by_simd, self.atomically]
        return self.pick(*kinds, *([self.coroutine] if self.cxx else []))(indent)

    def loops(self, indent, names, low="0"):
        return "".join(f"{indent}for (int {name} = {low}; {name} < {self.pick('n', 'm', '100')}; {name}++)\n" for name in names)

    def body(self, indent, names):
        return f"{indent}{{\n{''.join(self.assign(names, indent + '  ') for _ in range(2))}{indent}}}\n"

    def transformed(self, indent):
        names = [self.name("i"), self.name("j")]
        pragma, depth = self.pick(("interchange", 2), ("tile sizes(4, 8)", 2), ("reverse", 1), ("unroll full", 0), ("unroll", 1),
                                  ("parallel for\n#pragma omp tile sizes(16, 2)", 2),
                                  ("parallel for collapse(2)\n#pragma omp interchange", 2),
                                  ("parallel for\n#pragma omp reverse", 1), ("parallel for\n#pragma omp unroll partial(2)", 1))
        head = self.loops(indent, names[:depth]) if depth else f"{indent}for (int {names[0]} = 0; {names[0]} < 12; {names[0]}++)\n"
        return f"#pragma omp {pragma}\n{head}{self.body(indent, names[:depth or 1])}"

    def reduced(self, indent):
        v = self.name("i")
        return (f"{indent}{{ struct pair joined = {{0}};\n#pragma omp parallel for reduction(join : joined) reduction(+ : y[0:m])\n"
                f"{self.loops(indent, [v])}{indent}{{ joined.a += x[{v}]; y[{v} & 1] += z[{v}]; }}\n{indent}g[1] = joined.a; }}\n")

    def scanned(self, indent):
        v, how = self.name("i"), self.pick("inclusive", "exclusive")
        return (f"#pragma omp parallel for reduction(inscan, + : s)\n{self.loops(indent, [v])}{indent}{{\n"
                f"{indent}  {'s += x[' + v + '];' if how == 'inclusive' else 'y[' + v + '] = s;'}\n#pragma omp scan {how}(s)\n"
                f"{indent}  {'y[' + v + '] = s;' if how == 'inclusive' else 's += x[' + v + '];'}\n{indent}}}\n")

    def own_by_thread(self, indent):
        return (f"#pragma omp parallel copyin(kept)\n{indent}{{\n#pragma omp single copyprivate(kept)\n{indent}  kept = n;\n"
                f"#pragma omp masked filter(1)\n{self.body(indent + '  ', ['kept'])}"
                f"#pragma omp scope reduction(+ : s)\n{indent}  s += x[kept];\n#pragma omp flush\n{indent}}}\n")

    def dependent_tasks(self, indent):
        v = self.name("k")
        return (f"#pragma omp parallel\n#pragma omp single\n{self.loops(indent, [v])}{indent}{{\n"
                f"#pragma omp task depend(out : x[{v}]) firstprivate({v}) priority(2) mergeable\n{self.body(indent + '  ', [v])}"
                f"#pragma omp task depend(in : x[{v}]) depend(inout : y[0]) if({v} > 2) final({v} > 9) untied\n"
                f"{indent}  y[0] += x[{v}];\n{indent}}}\n")

    def task_loops(self, indent):
        names = [self.name("i"), self.name("j")]
        pragma, depth = self.pick(("taskloop simd num_tasks(4) nogroup", 1), ("taskloop collapse(2) grainsize(strict : 3)", 2),
                                  ("taskloop reduction(+ : s)", 1), ("masked taskloop", 1))
        return f"#pragma omp parallel\n#pragma omp {pragma}\n{self.loops(indent, names[:depth])}{self.body(indent, names[:depth])}"

    def on_a_device(self, indent):
        v = self.name("i")
        form = self.pick("target teams distribute parallel for simd map(to : y[0:n]) thread_limit(4) dist_schedule(static, 8)",
                         "target parallel for map(tofrom : x[0:n]) defaultmap(none : aggregate)", "target teams loop",
                         "target teams distribute parallel for num_teams(2) dist_schedule(static, 4) schedule(static, 2)")
        return (f"#pragma omp target data map(tofrom : x[0:n])\n#pragma omp {form}\n{self.loops(indent, [v])}"
                f"{indent}  x[{v}] = y[{v}] + {self.draw.randint(0, 9)};\n")

    def cancelled(self, indent):
        what = self.pick("parallel", "taskgroup", "sections")
        if what == "sections":
            return (f"#pragma omp parallel sections\n{indent}{{\n#pragma omp section\n{indent}  {{\n#pragma omp cancel sections if(flag)\n"
                    f"{indent}  x[0] = 1; }}\n#pragma omp section\n{self.body(indent + '  ', ['n'])}{indent}}}\n")
        if what == "taskgroup":
            return (f"#pragma omp taskgroup\n{indent}{{\n#pragma omp task\n{indent}  {{\n#pragma omp cancel taskgroup\n"
                    f"{self.body(indent + '  ', ['n'])}{indent}  }}\n{indent}}}\n")
        return (f"#pragma omp parallel\n{indent}{{\n{self.body(indent + '  ', ['n'])}#pragma omp cancel parallel if(n > 100)\n"
                f"{self.body(indent + '  ', ['n'])}#pragma omp cancellation point parallel\n{indent}}}\n")

    def crossed(self, indent):
        i, j = self.name("i"), self.name("j")
        return (f"#pragma omp parallel for ordered(2){self.pick('', ' collapse(2)', ' schedule(static, 1)')}\n{self.loops(indent, [i, j], '1')}"
                f"{indent}{{\n#pragma omp ordered depend(sink : {i} - 1, {j}) depend(sink : {i}, {j} - 1)\n"
                f"{self.body(indent + '  ', [i, j])}#pragma omp ordered depend(source)\n{indent}}}\n")

    def by_simd(self, indent):
        v = self.name("i")
        return (f"#pragma omp {self.pick('', 'parallel for ')}simd linear(t : 2) aligned(x : 32) {self.pick('safelen(8)', 'simdlen(4)')}\n"
                f"{self.loops(indent, [v])}{indent}{{ x[t] = twice(y, {v}); t += 2; }}\n")

    def atomically(self, indent):
        v = self.name("i")
        form = self.pick("capture\n{ t = z[0]; z[0] += 2; }", "compare\nif (z[0] < t) z[0] = t;", "read seq_cst\nt = z[1];",
                         "write release\nz[1] = t;", "update hint(1)\nz[2] ^= 3;")
        return (f"#pragma omp parallel for schedule({self.pick('simd : static, 4', 'monotonic : dynamic')}) private(t)\n"
                f"{self.loops(indent, [v])}{indent}{{\n#pragma omp atomic {form}\n{indent}}}\n")

    def coroutine(self, indent):
        return f"{indent}s += all_of(x, {self.pick('n', 'm', '17')});\n"
