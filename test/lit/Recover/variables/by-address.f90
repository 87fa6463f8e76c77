! Fortran passes sizes by their addresses: what all calls of the file give is their value.
! REQUIRES: flang
! RUN: rm -rf %t && mkdir %t && env PMECACHE_DUMP=%t %flang -O2 -g -fopenmp %load %s -c -o %t.o
! RUN: cat %t/*fill*.pme | %FileCheck %s
subroutine fill(a, n, m)
  implicit none
  integer, intent(in) :: n, m
  real(8) :: a(n, m)
  integer :: i, j
  !$omp parallel do
  do j = 1, m
    do i = 1, n
      a(i, j) = i
    end do
  end do
end subroutine

program main
  implicit none
  integer :: n
  real(8) :: a(300, 20)
  n = 300
  call fill(a, n, 20)
  print *, a(1, 1)
end program
! CHECK-DAG: param m = 20
! CHECK-DAG: param n = 300
