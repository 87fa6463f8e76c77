! Numbers in variables of a module of a derived type are called as they are written, with line tables alone, too: the
! text tells what no types do.
! REQUIRES: flang
! RUN: rm -rf %t.modules && mkdir %t.modules
! RUN: %flang -O1 -g1 -fopenmp -module-dir %t.modules %load -Rpass=cache -c -o %t.o %s 2>&1 | %FileCheck %s
module surfaces
  implicit none
  type :: kind
    integer :: ns
    integer, allocatable :: i(:), k(:)
  end type
  type(kind), dimension(0:1) :: wall
  type(kind) :: one
  real(8), allocatable :: p(:, :)
contains
  subroutine bounds(l)
    integer, intent(in) :: l
    integer :: m
    !$omp parallel do
    do m = 1, wall(0)%ns
      p(wall(0)%k(m), wall(0)%i(m)) = 0
    end do
    !$omp parallel do
    do m = 1, wall(l)%ns
      p(wall(l)%k(m), wall(l)%i(m)) = 1
    end do
    !$omp parallel do
    do m = 1, one%ns
      p(one%k(m), one%i(m)) = 2
    end do
  end subroutine
end module
! CHECK-DAG: f90:19:{{[0-9]+}}: remark: parallel loop 'm' {{.*}} n = wall[]%ns
! CHECK-DAG: f90:23:{{[0-9]+}}: remark: parallel loop 'm' {{.*}}wall[]%ns
! CHECK-DAG: f90:27:{{[0-9]+}}: remark: parallel loop 'm' {{.*}} n = one%ns
