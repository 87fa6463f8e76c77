"""Parallel loops in the shapes that programs write them in, for loop-shapes: each with the types of its integers.

COUNTER is the type of loops' variables, BOUND that of sizes, of C and C++; of Fortran the kinds of them, and ARRAYS how
arrays are declared.
"""

INTEGERS = ("int", "unsigned", "long", "size_t", "short")
BOUNDS = ("int", "unsigned", "long", "size_t")

C_HEAD = """#include <stddef.h>
#define MIN(a, b) ((a) < (b) ? (a) : (b))
void f(BOUND n, BOUND m, double *x, double *y) {
"""

C_SHAPES = {
    "by one": "for (COUNTER i = 0; i < n; i++) for (COUNTER j = 0; j < m; j++) y[i*m+j] += x[j*n+i];",
    "by four": "for (COUNTER i = 0; i < n; i++) for (COUNTER j = 0; j <= m; j += 4) y[i*m+j] += x[j*n+i];",
    "by a symbol": "for (COUNTER i = 0; i < n; i++) for (COUNTER j = 0; j < n; j += m) y[i*n+j] += x[j*n+i];",
    "whole steps": "for (COUNTER i = 0; i < n; i++) for (COUNTER j = 0; j + m <= n; j += m) y[i*n+j] += x[j*n+i];",
    "tiles": """for (COUNTER ii = 0; ii < n; ii += m) {
  COUNTER kk, k, i;
  for (kk = 0; kk < n; kk += m) for (k = kk; k < MIN(kk + m, n); k++) for (i = ii; i < MIN(ii + m, n); i++)
    y[i * n + k] += x[k * n + i];
}""",
    "down": "for (COUNTER i = 0; i < n; i++) for (COUNTER j = m; j-- > 0;) y[i*m+j] += x[i*m+j];",
    "down to one": "for (COUNTER i = 0; i < n; i++) for (COUNTER j = m - 1; j >= 1; j--) y[i*m+j] += x[i*m+j-1];",
    "shared, down": "for (COUNTER i = n; i > 0; i--) for (COUNTER j = 0; j < m; j++) y[(i-1)*m+j] += x[(i-1)*m+j];",
    "not equal": "for (COUNTER i = 0; i < n; i++) for (COUNTER j = 0; j != m; j++) y[i*m+j] += x[i*m+j];",
    "upper triangle": "for (COUNTER i = 0; i < n; i++) for (COUNTER j = i; j < n; j++) y[i*n+j] += x[j*n+i];",
    "lower triangle": "for (COUNTER i = 0; i < n; i++) for (COUNTER j = 0; j < i; j++) y[i*n+j] += x[j*n+i];",
    "collapsed": "collapse(2)\nfor (COUNTER i = 0; i < n; i++) for (COUNTER j = 0; j < m; j++) y[i*m+j] += x[j*n+i];",
    "three collapsed": """collapse(3)
for (COUNTER i = 0; i < n; i++) for (COUNTER j = 0; j < m; j++) for (COUNTER k = 0; k < m; k++)
  y[(i*m+j)*m+k] += x[j*n+i];""",
    "quotients": "for (COUNTER i = 0; i < n * m; i++) y[i] = x[(i % m) * n + i / m];",
    "half": "for (COUNTER i = 0; i < n / 2; i++) y[2*i] = x[2*i+1];",
    "band": """for (COUNTER i = 0; i < n; i++) {
  COUNTER lo = i > m ? i - m : 0, hi = i + m < n ? i + m : n - 1;
  for (COUNTER j = lo; j <= hi; j++) y[i] += x[i*(2*m+1)+j-lo];
}""",
    "chunks": """for (COUNTER b = 0; b < (n + m - 1) / m; b++) {
  COUNTER e = (b + 1) * m < n ? (b + 1) * m : n;
  for (COUNTER i = b * m; i < e; i++) y[i] += x[i];
}""",
    "fours": "for (COUNTER i = 0; i < n; i += 4) for (COUNTER j = i; j < i + 4 && j < n; j++) y[j] += x[j];",
    "while": "for (COUNTER i = 0; i < n; i++) { COUNTER j = 0; while (j < m) { y[i*m+j] += x[i*m+j]; j += 2; } }",
    "do": "for (COUNTER i = 0; i < n; i++) { COUNTER j = 0; do { y[i*m+j] += x[i*m+j]; j++; } while (j < m); }",
    "pointers": """for (COUNTER i = 0; i < n; i++) {
  double *p = x + i * m, *e = p + m, *q = y + i * m;
  while (p != e) *q++ += *p++;
}""",
    "both ends": "for (COUNTER i = 0; i < n; i++) for (COUNTER j = 0, k = m; j < k; j++, k--) y[i*m+j] += x[i*m+k-1];",
    "doubling": "for (COUNTER i = 0; i < n; i++) for (COUNTER j = 1; j < m; j *= 2) y[i*m+j] += x[i*m+j];",
    "backwards": "for (COUNTER i = 0; i < n; i++) for (COUNTER j = 0; j < m; j++) y[i*m+j] += x[i*m+(m-1-j)];",
}

KINDS = ("4", "8")
ARRAYS = {
    "explicit": "real(8) :: x(m,n), y(m,n), z(*)",
    "assumed": "real(8) :: x(:,:), y(:,:), z(:)",
    "allocatable": "real(8), allocatable :: x(:,:), y(:,:), z(:)",
    "pointer": "real(8), pointer :: x(:,:), y(:,:), z(:)",
    "contiguous": "real(8), contiguous :: x(:,:), y(:,:), z(:)",
}

FORTRAN_HEAD = """module shapes
contains
subroutine f(n, m, k, x, y, z)
implicit none
integer(BOUND), intent(in) :: n, m, k
DECLARED
integer(COUNTER) :: i, j, ii, jj
"""
FORTRAN_TAIL = "\nend subroutine\nend module\n"

FORTRAN_SHAPES = {
    "by one": "do i = 1, n\ndo j = 1, m\ny(j,i) = y(j,i) + x(j,i)\nend do\nend do",
    "by steps": "do i = 1, n, 4\ndo j = 1, m, k\ny(j,i) = y(j,i) + x(j,i)\nend do\nend do",
    "down": "do i = n, 1, -1\ndo j = m, 1, -1\ny(j,i) = y(j,i) + x(j,i)\nend do\nend do",
    "triangle": "do i = 1, n\ndo j = i, n\ny(j,i) = y(j,i) + x(i,j)\nend do\nend do",
    "tiles": "do i = 1, n, k\ndo j = 1, m, k\ndo ii = i, min(i+k-1, n)\ndo jj = j, min(j+k-1, m)\n"
             "y(jj,ii) = y(jj,ii) + x(ii,jj)\nend do\nend do\nend do\nend do",
    "flat": "do i = 1, n\ndo j = 1, m\nz(j + (i-1)*m) = z(j + (i-1)*m) + 1\nend do\nend do",
    "quotients": "do i = 1, n*m\nz(i) = x(mod(i-1,m)+1, (i-1)/m+1)\nend do",
    "halo": "do i = 2-k, n+k-1\ndo j = 2-k, m+k-1\nz((j+k) + (i+k)*(m+2*k)) = 1\nend do\nend do",
    "columns": "do i = 1, n\ny(:,i) = y(:,i) + 2*x(:,i)\nend do",
    "sections": "do i = 1, n\ny(1:m:2,i) = x(2:m:2,i)\nend do",
    "while": "do i = 1, n\nj = 1\ndo while (j <= m)\ny(j,i) = x(j,i)\nj = j + 2\nend do\nend do",
    "cycle": "do i = 1, n\ndo j = 1, m\nif (mod(j,2) == 0) cycle\ny(j,i) = x(j,i)\nend do\nend do",
    "exit": "do i = 1, n\ndo j = 1, m\nif (x(j,i) < 0) exit\ny(j,i) = x(j,i)\nend do\nend do",
    "collapsed": "collapse(2)\ndo i = 1, n\ndo j = 1, m\ny(j,i) = x(i,j)\nend do\nend do",
}


def clauses_of(shape):
    """The clauses that a shape begins with, and its loop."""
    first, _, rest = shape.partition("\n")
    return (first, rest) if first.startswith("collapse") else ("", shape)


def c_sources():
    for name, shape in C_SHAPES.items():
        clauses, loop = clauses_of(shape)
        text = f"{C_HEAD}#pragma omp parallel for {clauses}\n{loop}\n}}\n"
        for counter in INTEGERS:
            for bound in BOUNDS:
                yield name, f"{counter}, {bound}", ".cpp", text.replace("COUNTER", counter).replace("BOUND", bound)


def fortran_sources():
    for name, shape in FORTRAN_SHAPES.items():
        clauses, loop = clauses_of(shape)
        text = f"{FORTRAN_HEAD}!$omp parallel do private(j, ii, jj) {clauses}\n{loop}{FORTRAN_TAIL}"
        for arrays, declared in ARRAYS.items():
            for counter in KINDS:
                for bound in KINDS:
                    source = text.replace("DECLARED", declared).replace("COUNTER", counter).replace("BOUND", bound)
                    yield name, f"{arrays}, {counter}, {bound}", ".f90", source
