! Allocatable arrays of a module are called as they are, also where a loop has copies of their descriptors and uses
! several of them in one statement.
! REQUIRES: flang
! RUN: rm -rf %t && mkdir %t && env PMECACHE_DUMP=%t %flang -O2 -g -fopenmp %load %s -c -o %t.o
! RUN: cat %t/*fluxes.pme | %FileCheck %s
module grid
  implicit none
  real(8), allocatable :: u(:, :), un(:, :), flux(:, :)
  integer :: nx, ny
contains
  subroutine fluxes()
    integer :: i, j
    !$omp parallel do private(i, j)
    do j = 1, ny
      do i = 1, nx
        flux(i, j) = u(i + 1, j) - un(i, j)
      end do
    end do
  end subroutine
end module
! CHECK-DAG: read u @ 8*"size(u,1)"*j
! CHECK-DAG: read un @ 8*"size(un,1)"*j
! CHECK-DAG: write flux @ 8*"size(flux,1)"*j
