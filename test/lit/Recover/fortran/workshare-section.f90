! REQUIRES: flang
! The extents of arguments are compared with the largest there is before a section is copied: no condition to ask about.
! RUN: %recover_fortran -O1 && cat %t/kernel.pme | %FileCheck %s
subroutine kernel(a, b, n, first, last, low, high) bind(c)
  integer, intent(in) :: n, first, last, low, high
  real(8), dimension(0:n, 3, first:last, low:high) :: a, b
!$omp workshare
  a(:, 1, first, :) = b(:, 1, first, :)
!$omp end workshare
end subroutine
! CHECK: function kernel
! CHECK-NOT: 922337203685477
! CHECK: parallel schedule static
! CHECK-NOT: 922337203685477
