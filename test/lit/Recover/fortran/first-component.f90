! REQUIRES: flang
! The first component of a derived type begins where its object does, and is not called as it.
! RUN: %recover_fortran -O1 && %FileCheck %s --input-file=%t/halve_.pme
! RUN: %recover_fortran -O2 && %FileCheck %s --input-file=%t/halve_.pme
subroutine halve(g, a, m)
  type grid_t
    integer :: nx, ny
  end type
  type(grid_t), intent(in) :: g
  integer, intent(in) :: m
  real(8), intent(inout) :: a(m, *)
  integer :: i, j
  !$omp parallel do private(i)
  do j = 1, g%ny
    do i = 1, g%nx
      a(i, j) = a(i, j)/2
    end do
  end do
end subroutine

! CHECK: loop j = 1 .. "g%ny" parallel
! CHECK: loop i = 1 .. "g%nx"
! CHECK: read a @ 8*m*j + 8*i
