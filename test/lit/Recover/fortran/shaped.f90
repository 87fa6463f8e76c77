! A vector of assumed shape.
! REQUIRES: flang
! RUN: %recover_fortran -O0 && %check
! RUN: %recover_fortran -O1 && %check
! RUN: %recover_fortran -O2 && %check
! RUN: %recover_fortran -O3 && %check

subroutine kernel(n, x) bind(c)
  integer, value :: n
  real(8), contiguous :: x(:)
  integer :: i
  !$omp parallel do schedule(dynamic)
  do i = 1, n
    x(i) = 1
  end do
end subroutine

! CHECK: loop i = 1 .. n parallel schedule dynamic 1 at
! CHECK:   write x @ 8*i - 8 at
! CHECK: end
! CHECK-NOT: {{.}}
