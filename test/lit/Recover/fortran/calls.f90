! Calls that are not followed have the names of the source, not those of the linker.
! REQUIRES: flang
! RUN: mkdir -p %t.modules
! RUN: env %corei7 %flang -O2 -fopenmp %load %s -c -o %t.o -module-dir %t.modules -Rpass=cache 2>&1 | %FileCheck %s
!
! CHECK: remark: parallel loop 'i'{{.*}}; not counted: what calls touch of an input or output statement, rates::slow
module rates
  interface
    module subroutine slow(i)
      integer, intent(in) :: i
    end subroutine
  end interface
end module

subroutine advance(a)
  use rates
  implicit none
  double precision :: a(100000)
  integer :: i
  !$omp parallel do
  do i = 1, 100000
    a(i) = a(i) + 1
    if (a(i) > 1d9) print *, i
    call slow(i)
  end do
end subroutine
