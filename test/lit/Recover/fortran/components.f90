! Allocatable components of a derived type have descriptors in it: their shapes are symbols, and not read from memory.
! REQUIRES: flang
! RUN: %recover_fortran -O0 && %FileCheck %s <%t/kernel_.pme
! RUN: %recover_fortran -O1 && %FileCheck %s <%t/kernel_.pme
! RUN: %recover_fortran -O2 && %FileCheck %s <%t/kernel_.pme
! RUN: %recover_fortran -O3 && %FileCheck %s <%t/kernel_.pme

module grids
  type grid
    real(8), allocatable :: a(:, :), b(:, :)
    integer :: nx, ny
  end type
end module

subroutine kernel(g)
  use grids
  type(grid), intent(inout) :: g
  integer :: i, j
  !$omp parallel do private(i)
  do j = 2, g%ny
    do i = 1, g%nx
      g%b(i, j) = g%a(i, j - 1)
    end do
  end do
end subroutine

! CHECK: param "g%ny"
! CHECK-NEXT: param "g%nx"
! CHECK: array "g%a" element 8
! CHECK-NEXT: array "g%b" element 8
! CHECK-NEXT: assume array-origin "'g%a'"
! CHECK-NEXT: assume array-origin "'g%b'"
! CHECK-NEXT: loop j = 2 .. "g%ny" parallel schedule static
! CHECK-NEXT: read g @ 144 at
! CHECK-NEXT: loop i = 1 .. "g%nx"
! CHECK-NOT: read g @
! CHECK: read "g%a" @ 8*"size(g%a,1)"*j + 8*i - 16*"size(g%a,1)" - 8 at
! CHECK-NEXT: write "g%b" @ 8*"size(g%b,1)"*j + 8*i - 8*"size(g%b,1)" - 8 at
! CHECK-NEXT: end
! CHECK-NEXT: end
