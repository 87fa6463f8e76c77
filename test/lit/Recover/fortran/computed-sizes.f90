! flang gives all that an assignment reads the place where the assignment begins, and that of a variable that is read from
! a file nothing but its declaration: what stands at the place is what is set, and is no name of what is read there.
! REQUIRES: flang
! RUN: env %corei7 PMECACHE_ADVISE=off %flang -O1 -gline-tables-only -fopenmp %load %s -c -o /dev/null -Rpass=cache 2>&1 | %FileCheck %s
program computed
  implicit none
  integer :: res, lmax, np, jmax, i, j
  real(8), allocatable :: a(:, :)
  read (*, *) res, lmax
  np = 2 * res * (res - 1) * 20 + 12
  jmax = (lmax + 1) * (lmax + 2) / 2
  allocate (a(jmax, np))
!$omp parallel do private(i, j)
  do j = 1, np
    do i = 1, jmax
      a(i, j) = a(i, j) + 1d0
    end do
  end do
  print *, a(1, 1)
end program

! CHECK: n = res = lmax: {{.*}}PMECACHE_PARAMS='res=1000,lmax=1000'
