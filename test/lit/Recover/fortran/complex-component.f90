! A complex number is read in two pieces in the end: where no type says what a component's elements are, they were taken
! for 8 bytes each, in place of 16.
! REQUIRES: flang
! RUN: rm -rf %t && mkdir %t && cd %t
! RUN: env PMECACHE_DUMP=%t %flang -O1 -gline-tables-only -fopenmp %load %s -c -o /dev/null
! RUN: cat %t/*.pme | %FileCheck %s
module fields
  type field
    complex(8), pointer :: values(:)
  end type
contains
  subroutine scale(f, a, n)
    type(field), intent(in) :: f
    complex(8), intent(in) :: a
    integer :: i, n
    !$omp parallel do
    do i = 1, n
      f%values(i) = f%values(i) * a
    end do
  end subroutine
end module
! CHECK: read {{.*}} @ 16*i - 16 at
! CHECK: write {{.*}} @ 16*i - 16 at
