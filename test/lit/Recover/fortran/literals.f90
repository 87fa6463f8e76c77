! Texts are compared with literals, whose characters are known: no symbol stands for them.
! REQUIRES: flang
! RUN: rm -rf %t && mkdir %t && env PMECACHE_DUMP=%t %flang -O1 -gline-tables-only -fopenmp %load %s -c -o %t.o
! RUN: cat %t/*.pme | %FileCheck %s
subroutine scale(n, mode, p)
  implicit none
  integer, intent(in) :: n
  character(len=1), intent(in) :: mode
  real(8), intent(inout) :: p(n)
  integer :: i
  !$omp parallel do
  do i = 1, n
    if (mode == 'c') then
      p(i) = p(i) * 2
    end if
  end do
end subroutine
! CHECK: param mode
! CHECK-NOT: param
! CHECK: if (-1)*mode + 99, mode - 99 at
