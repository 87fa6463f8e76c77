! Remarks call a procedure as the source does, with its module.
! REQUIRES: flang
! RUN: mkdir -p %t.modules
! RUN: env %corei7 PMECACHE_PARAMS=n=1000 %flang -O2 -g -fopenmp %load %s -c -o %t.o -module-dir %t.modules -Rpass-analysis=cache 2>&1 | %FileCheck %s
module names_of_heat
contains
  subroutine sweep(n, a, b)
    integer, intent(in) :: n
    real(8) :: a(:), b(:)
    integer :: i
    !$omp parallel do
    do i = 1, n
      a(i) = b(i)
    end do
  end subroutine
end module
! CHECK: function 'names_of_heat::sweep': assumption:
