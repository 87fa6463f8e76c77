! A counter of four bytes that goes on until it is past a bound of eight: Fortran's additions do not say that they do not
! overflow, so that in steps of two the counter was a value left behind by a loop.
! REQUIRES: flang
! RUN: rm -rf %t && mkdir %t && cd %t
! RUN: env PMECACHE_DUMP=%t %flang -O2 -gline-tables-only -fopenmp %load %s -c -o /dev/null
! RUN: cat %t/*.pme | %FileCheck %s --implicit-check-not=trips-alike
subroutine f(n, m, x, y)
  integer(8), intent(in) :: n, m
  real(8) :: x(m, n), y(m, n)
  integer(4) :: i, j
  !$omp parallel do private(j)
  do i = 1, n
    j = 1
    do while (j <= m)
      y(j, i) = x(j, i)
      j = j + 2
    end do
  end do
end subroutine
! CHECK: loop j = 1 .. m step 2
! CHECK: write y @ 8*m*i + 8*j - 8*m - 8 at 15
