! Arrays that a subroutine allocates: bounds and extents are those of the source, not what the language asks for where an
! array has no elements (lower bound 1, extent 0).
! REQUIRES: flang
! RUN: rm -rf %t && mkdir %t && env PMECACHE_DUMP=%t %flang -O2 -g -fopenmp %load %s -c -o %t.o
! RUN: cat %t/*setup.pme | %FileCheck %s
module grid
  implicit none
  real(8), allocatable :: u(:, :)
contains
  subroutine setup(nx, ny)
    integer, intent(in) :: nx, ny
    integer :: i, j
    allocate (u(0:nx + 1, -2:ny))
    !$omp parallel do private(i, j)
    do j = -2, ny
      do i = 0, nx + 1
        u(i, j) = i + j
      end do
    end do
  end subroutine
end module
! CHECK-NOT: unnamed
! CHECK-NOT: param u.
! CHECK: write u @ 16*nx + 8*nx*j + 16*j + 8*i + 32 at
