! What of the Fortran library computes with numbers alone touches no memory: nothing is left out of its loop.
! REQUIRES: flang
! RUN: env %corei7 PMECACHE_ADVISE=off %flang -O2 -g -fopenmp %load %s -c -o /dev/null -Rpass=cache 2>&1 | %FileCheck %s
subroutine wrap(x, y, z, n, box)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n), y(n), z(n)
  real(8), intent(in) :: box
  integer :: i
!$omp parallel do
  do i = 1, n
    x(i) = mod(x(i), box)
    y(i) = modulo(y(i), box) + scale(x(i), 2) + fraction(x(i)) + spacing(y(i))
    z(i) = nearest(z(i), 1d0) + exponent(z(i)) + set_exponent(y(i), 3) + rrspacing(x(i)) + erfc_scaled(x(i))
  end do
end subroutine

! CHECK: parallel loop 'i'
! CHECK-NOT: not counted
