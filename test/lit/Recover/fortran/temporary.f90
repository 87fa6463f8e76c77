! What flang allocates for an array expression in a loop is the same memory in each iteration.
! REQUIRES: flang
! RUN: %recover_fortran -O2 -g && %check_all
subroutine kernel(x, n) bind(c)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(6, n)
  integer :: i
  !$omp parallel do
  do i = 1, n
    x(1:3, i) = x(2:4, i) + x(4:6, i)
  end do
end subroutine

! CHECK: array [[TEMPORARY:"memory of malloc at line 10"]] element 8 heap private
! CHECK: loop i = 1 .. n parallel schedule static
! CHECK: assume same-memory "'memory of malloc at line 10'"
! CHECK: write [[TEMPORARY]] @ 8*
! CHECK: read [[TEMPORARY]] @ 8*
! CHECK: write x @
! CHECK-NOT: reason
