! What a pointer to a derived type points to is called as the pointer: with types its component was that at the start,
! `x->first` for `x%length`. With line tables alone the text tells, where a function has one component only; of two none
! is called as the object, `x` for `x%first`. The memory of a function's result comes before its arguments. Elements
! are complex numbers, 16 bytes each: read in two pieces, they were taken for 8 where no type says it.
! REQUIRES: flang
! RUN: rm -rf %t && mkdir %t && cd %t
! RUN: env PMECACHE_DUMP=%t/g %flang -O1 -g -fopenmp %load %s -c -o /dev/null
! RUN: cat %t/g/*.pme | %FileCheck %s --check-prefixes=CHECK,TYPES
! RUN: env PMECACHE_DUMP=%t/lines %flang -O1 -gline-tables-only -fopenmp %load %s -c -o /dev/null -Rpass=cache
! RUN: cat %t/lines/*.pme | %FileCheck %s --check-prefixes=CHECK,LINES
module vectors
  implicit none
  type vector
    integer(8) :: first, last, length
    complex(8), pointer :: data(:)
  end type
contains
  function copied(x) result(y)
    type(vector), pointer, intent(in) :: x
    type(vector), pointer :: y
    integer(8) :: i
    allocate (y)
    y%length = x%length
    !$omp parallel do private(i)
    do i = 1, y%length
      y%data(i) = x%data(i)
    end do
  end function
  subroutine part(x, a)
    type(vector), intent(in) :: x
    complex(8), intent(in) :: a
    integer(8) :: i
    !$omp parallel do private(i)
    do i = x%first, x%last
      x%data(i) = x%data(i) * a
    end do
  end subroutine
  subroutine scaled(x, a)
    type(vector), pointer, intent(in) :: x
    complex(8), intent(in) :: a
    integer(8) :: i
    !$omp parallel do private(i)
    do i = 1, x%length
      x%data(i) = x%data(i) * a
    end do
  end subroutine
end module
! CHECK-LABEL: function _QMvectorsPcopied
! CHECK: loop i = {{.*}} .. "x%length"{{.*}} parallel
! CHECK: read {{.*}} @ 16*i - 16 at
! CHECK: write {{.*}} @ 16*i - 16 at
! CHECK-LABEL: function _QMvectorsPpart
! TYPES: loop i = "x%first" .. "x%last" parallel
! LINES: loop i = "*x" .. "*(x + 8 bytes)" parallel
! CHECK: write {{.*}} @ 16*i - 16 at
! CHECK-LABEL: function _QMvectorsPscaled
! CHECK: loop i = {{.*}} .. "x%length"{{.*}} parallel
! CHECK: write {{.*}} @ 16*i - 16 at
