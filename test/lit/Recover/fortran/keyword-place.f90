! What is read in a statement stands, for flang, where the statement begins: `call` is no name of a size.
! REQUIRES: flang
! RUN: mkdir -p %t.modules
! RUN: env %corei7 %flang -O1 -gline-tables-only -fopenmp %load %s -c -o %t.o -module-dir %t.modules -Rpass=cache 2>&1 | %FileCheck %s
!
! CHECK: remark: parallel loop {{.*}} for every n = g%columns: L3
module grids
  type grid
    integer :: rows, columns
  end type
contains
  subroutine note_all(g, a)
    type(grid) :: g
    real(8) :: a(*)
    integer :: i
    call note(g%columns + 1)
    !$omp parallel do
    do i = 1, g%columns
      a(i) = 1
    end do
  end subroutine
end module
