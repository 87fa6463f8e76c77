! DO variables that flang counts down beside them are no values that iterations hand on: another order is legal.
! REQUIRES: flang
! RUN: env %corei7 %flang -O2 -g -fopenmp %load %s -c -o %t.o -Rpass=cache 2>&1 | %FileCheck %s
! RUN: env PMECACHE_MACHINE=corei7 OMP_NUM_THREADS=1 %flang -O2 -g -fopenmp %load %s -c -o %t.o -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=TILES
! RUN: rm -rf %t.dir && env %corei7 PMECACHE_DUMP=%t.dir %flang -O2 -g -fopenmp %load %s -c -o %t.o
! RUN: %pmecache advise %t.dir/plus_.pme --machine corei7 --show-source | %FileCheck %s --check-prefix=DIFF
! RUN: env OMP_NUM_THREADS=1 %pmecache advise %t.dir/mirror_.pme --machine corei7 --show-source | %FileCheck %s --check-prefix=REFUSED
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
    Do J = 1, m  ! columns
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

! DIFF: {{^}}   !$omp parallel do
! DIFF-NEXT: {{^}}-  do i = 1, n
! DIFF-NEXT: {{^}}-    Do J = 1, m  ! columns
! DIFF-NEXT: {{^}}+  do J = 1, m
! DIFF-NEXT: {{^}}+    Do i = 1, n  ! columns
! DIFF-NEXT: {{^}}       c(i, j) = d(i, j) + 1
! REFUSED: is not shown as a change of the source: no directive makes tiles of loops of Fortran
