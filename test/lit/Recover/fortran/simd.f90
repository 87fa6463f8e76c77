! What a simd loop leaves in its variable has a local that is declared where the loop stands, in a loop around it: it is
! no memory, and changes nothing.
!
! REQUIRES: flang
! RUN: %recover_fortran -O2 -g && %check_all
!
subroutine kernel(n, m, a, b) bind(c)
  implicit none
  integer :: n, m, j, k
  real(8) :: a(n, m), b(n, m)
  !$omp parallel do
  do k = 1, m
    !$omp simd
    do j = 1, n
      a(j, k) = 2*b(j, k)
    end do
  end do
end subroutine

! CHECK-NOT: scattered
! CHECK: loop k = 1 .. m parallel schedule static
! CHECK-NOT: reason
! CHECK: loop {{[ij]}} = 0 .. n - 1
! CHECK-NEXT: assume no-wrap
! CHECK-NEXT: read b @ 8*n*k + 8*i - 8*n at
! CHECK-NEXT: write a @ 8*n*k + 8*i - 8*n at
! CHECK-NOT: scattered
