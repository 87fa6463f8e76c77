! DO variables that flang counts down beside them are no values that iterations hand on: another order is legal.
! REQUIRES: flang
! RUN: env %corei7 %flang -O2 -g -fopenmp %load %s -c -o %t.o -Rpass=cache 2>&1 | %FileCheck %s
! RUN: env PMECACHE_MACHINE=corei7 OMP_NUM_THREADS=1 %flang -O2 -g -fopenmp %load %s -c -o %t.o -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=TILES
!
! CHECK: remark: parallel loop 'i': the innermost loop 'j' (loop-order.f90:[[#@LINE+11]]:{{[0-9]+}}) goes from line to line in '{{[cd]}}'; in the order 'j', 'i' (in the source: no directive takes loops of Fortran) {{.*}}% less time {{.*}}; legal: no dependence is reversed
! TILES: remark: parallel loop 'j': {{.*}} in tiles (in the source: {{[0-9]+ x [0-9]+}} iterations at loop 'j') about
! CHECK-NOT: hand on values
subroutine plus(c, d, n, m)
  implicit none
  integer :: n, m, i, j
  real(8) :: c(n, m), d(n, m)
  real(8) :: total
  total = 0
  !$omp parallel do
  do i = 1, n
    do j = 1, m
      c(i, j) = d(i, j) + 1
    end do
  end do
end subroutine

subroutine mirror(a, b)
  implicit none
  integer, parameter :: n = 3000
  integer :: i, j
  real(8) :: a(n, n), b(n, n)
  !$omp parallel do
  do j = 1, n
    do i = 1, n
      b(i, j) = a(j, i)
    end do
  end do
end subroutine
