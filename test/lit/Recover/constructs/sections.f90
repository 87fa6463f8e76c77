! REQUIRES: flang
! Both of two sections are in it.
! RUN: %recover_fortran -O2
! RUN: %check
subroutine kernel(n, x, y) bind(c)
  integer :: n, i
  real(8) :: x(n), y(n)
  !$omp parallel sections private(i)
  !$omp section
  do i = 1, n
    x(i) = 1
  end do
  !$omp section
  do i = 1, n
    y(i) = y(i) + 1
  end do
  !$omp end parallel sections
end subroutine
! CHECK: loop [[S:[a-z_0-9]+]] = 0 .. 1 parallel schedule static
! CHECK-NEXT: if (-1)*([[S]] % 2) at
! CHECK: write x @ 8*[[I:[a-z_0-9]+]] - 8 at
! CHECK: if [[S]] % 2 - 1 at
! CHECK: read y @ 8*[[J:[a-z_0-9]+]] - 8 at
! CHECK-NEXT: write y @ 8*[[J]] - 8 at
