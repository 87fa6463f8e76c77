! REQUIRES: flang
! Lower bounds that another procedure chose: they move an array as a whole, and only where they decide how often a loop
! goes round they are asked for, by the name that the source has.
! RUN: %recover_fortran -O2 && %FileCheck %s --input-file=%t/from_bound_.pme
! RUN: %FileCheck %s --input-file=%t/all_.pme --check-prefix=ALL
! RUN: %FileCheck %s --input-file=%t/given_.pme --check-prefix=GIVEN
! RUN: env %corei7 PMECACHE_PARAMS='n=1000,lbound(a,1)=-1' %flang -O2 -g -fopenmp %load %s -c -o %t.o -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=REMARK
subroutine from_bound(a, n)
  real(8), pointer :: a(:)
  integer :: n, i
  !$omp parallel do
  do i = lbound(a, 1), n
    a(i) = a(i) + 1
  end do
end subroutine

! CHECK: param "lbound(a,1)"
! CHECK: loop i = "lbound(a,1)" .. n parallel
! CHECK-NEXT: assume rows-contiguous
! CHECK-NEXT: read a @ 8*i - 8*"lbound(a,1)" at

! REMARK-NOT: lower1
! REMARK: parallel loop 'i'{{.*}} of 2004 accesses)

subroutine all(a)
  real(8), pointer :: a(:)
  integer :: i
  !$omp parallel do
  do i = lbound(a, 1), ubound(a, 1)
    a(i) = a(i) + 1
  end do
end subroutine

! ALL-NOT: lbound
! ALL: assume array-origin "'a'"
! ALL: loop i = 1 .. "size(a,1)" parallel
! ALL: read a @ 8*i - 8 at

subroutine given(a, low, n)
  integer :: low, n, i
  real(8) :: a(low:)
  !$omp parallel do
  do i = low, n
    a(i) = a(i) + 1
  end do
end subroutine

! GIVEN-NOT: origin
! GIVEN: loop i = low .. n parallel
! GIVEN: read a @ 8*i - 8*low at
