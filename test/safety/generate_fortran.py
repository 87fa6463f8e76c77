"""Random OpenMP programs in Fortran: modules, explicit, assumed-shape, allocatable and pointer arrays, derived types, every
loop construct of OpenMP, do concurrent, array statements. They compile; none is run."""
import random

DIRECTIVES = ["parallel do", "parallel do schedule(dynamic, 3)", "parallel do schedule(guided)", "parallel do simd",
              "parallel do schedule(static, 1)", "parallel do num_threads(3)"]

MODULE = """module shapes
  implicit none
  integer, parameter :: rk = kind(1d0)
  type cell
    real(rk) :: a, d(3)
    integer :: k
  end type
  real(rk), allocatable :: field(:, :)
  real(rk) :: fixed(200, 100)
  common /block/ old(1000)
  real :: old
contains
  pure elemental function twice(x)
    real(rk), intent(in) :: x
    real(rk) :: twice
    twice = 2 * x
  end function
end module
"""

HEAD = """subroutine {name}(n, m, a, b, c, p, cells, index)
  use shapes
  implicit none
  integer, intent(in) :: n, m
  real(rk), intent(inout) :: a(n, m), b(:, :), c(0:*)
  real(rk), pointer :: p(:)
  type(cell), intent(inout) :: cells(:)
  integer, intent(in) :: index(:)
  real(rk), allocatable :: own(:)
  real(rk) :: s, t
  integer :: i, j, k
  s = 0
"""


class Generator:
    def __init__(self, seed):
        self.draw = random.Random(seed)

    def pick(self, *words):
        return self.draw.choice(words)

    def subscript(self, *variables):
        variable = self.pick(*variables)
        return self.pick(variable, f"{variable} + 1", f"n - {variable}", f"2 * {variable}", str(self.draw.randint(1, 9)))

    def place(self):
        """An element of an array, in the loops i and j."""
        i, j = self.subscript("i", "j"), self.subscript("i", "j")
        return self.pick(f"a({i}, {j})", f"b({i}, {j})", f"c({i})", f"p({j})", f"cells({i})%a", f"cells({j})%d(2)",
                         f"field({i}, {j})", f"fixed({i}, {j})", f"a(index({i}), {j})", f"p(index({j}))")

    def expression(self):
        one, two = self.place(), self.place()
        return self.pick(f"{one} + {two}", f"twice({one}) * t", f"max({one}, {two})", f"sqrt(abs({one}))",
                         f"real(mod(i, 7), rk) / ({two} + 1)", f"merge({one}, {two}, i > j)")

    def statement(self):
        place = self.place()
        return self.pick(f"{place} = {self.expression()}", f"{place} = {place} + {self.expression()}",
                         f"if ({place} > 0) {place} = {self.expression()}", f"s = s + {place}",
                         f"if (index(i) < 0) cycle", f"where (a(:, j) > 0) a(:, j) = -a(:, j)", f"call outside({place})",
                         f"cells(i)%d = cells(i)%d + b(i, 1:3)")

    def body(self, indent):
        return "".join(f"{indent}{self.statement()}\n" for _ in range(self.draw.randint(1, 4)))

    def nest(self):
        """Two loops and what stands before them."""
        directive, clauses = self.pick(*DIRECTIVES), " reduction(+: s) private(t)"
        if self.draw.random() < 0.3:
            directive += " collapse(2)"
        step = "" if "collapse" in directive else self.pick("", ", 2", ", 3")
        inner = self.pick("1, m", "1, 100", "2, m - 1", "1, m") if "collapse" in directive else self.pick("i, m", "1, i", "m, 1, -1")
        return (f"  !$omp {directive}{clauses}\n  do i = 2, n - 1{step}\n    do j = {inner}\n{self.body('      ')}"
                "    end do\n  end do\n")

    def construct(self):
        other = ["  a = a * 2 + b(1:n, 1:m)\n", "  !$omp parallel workshare\n  a = matmul(a, a)\n  !$omp end parallel workshare\n",
                 "  do concurrent (i = 1:n, j = 1:m)\n    a(i, j) = a(i, j) + i\n  end do\n",
                 "  !$omp parallel private(own, i)\n  allocate(own(m))\n  !$omp do\n  do i = 1, n\n    own = a(i, :)\n"
                 "    a(i, :) = own * 2\n  end do\n  !$omp end do nowait\n  !$omp single\n  s = s + 1\n  !$omp end single\n"
                 "  !$omp end parallel\n",
                 "  !$omp parallel do\n  do i = 1, n\n    !$omp atomic\n    p(index(i)) = p(index(i)) + 1\n  end do\n",
                 "  !$omp parallel sections\n  !$omp section\n  a(1, :) = 0\n  !$omp section\n  a(2, :) = 1\n"
                 "  !$omp end parallel sections\n",
                 "  k = 0\n  do while (k < n)\n    k = k + 1\n    if (p(k) < 0) exit\n  end do\n"]
        return self.nest() if self.draw.random() < 0.7 else self.draw.choice(other)


def program(seed):
    generator = Generator(seed)
    text = MODULE
    for number in range(generator.draw.randint(1, 3)):
        name = f"part{number}"
        text += HEAD.format(name=name)
        text += "".join(generator.construct() for _ in range(generator.draw.randint(1, 4)))
        text += f"  if (s > 0) print *, s\nend subroutine {name}\n"
    return text
