! A variable of a derived type whose first component has a descriptor is no descriptor itself: what stands behind it are
! components of their own. They were called bounds of the variable, and `bottom` a lower bound that may be taken as 0.
! REQUIRES: flang
! RUN: rm -rf %t && mkdir %t && cd %t
! RUN: env PMECACHE_DUMP=%t/g %flang -O2 -g -fopenmp %load %s -c -o /dev/null
! RUN: %FileCheck %s --input-file=%t/g/total_.pme
! RUN: env PMECACHE_DUMP=%t/lines %flang -O2 -gline-tables-only -fopenmp %load %s -c -o /dev/null -Rpass=cache
! RUN: %FileCheck %s --check-prefix=LINES --input-file=%t/lines/total_.pme
module tiles
  type tile
    real(8), allocatable :: u(:,:), v(:,:)
    integer :: left, right, bottom, top
  end type
  type(tile) :: one
end module
subroutine total(s)
  use tiles
  real(8) :: s
  integer :: j, k
!$omp parallel do private(j) reduction(+:s)
  do k = one%bottom, one%top
    do j = one%left, one%right
      s = s + one%u(j, k) * one%v(j, k)
    end do
  end do
end subroutine
! CHECK: loop k = "one%bottom" .. "one%top" parallel
! CHECK: loop j = "one%left" .. "one%right"
! LINES-NOT: shape
! LINES-NOT: bound
! LINES: param "size(one,1)"
! LINES-NOT: size(one,{{[3-9]}})
! LINES: loop
