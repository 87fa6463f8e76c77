! Rows of first - halo : last + halo: that they have a length, which touching them says, the loop's bounds leave open for a
! halo below zero. Their pitch is no max(0, ..), of which nothing could be said for sizes that are not known.
! REQUIRES: flang
! RUN: %recover_fortran -O2 -g && %check_all
! RUN: %flang -O2 -g -fopenmp %load_options -Rpass=cache %s -c -o %t.o 2>&1 | %FileCheck %s --check-prefix=REMARK
subroutine kernel(first, last, halo, u, w) bind(c)
  implicit none
  integer :: first, last, halo, j, k
  real(8), dimension(first - halo:last + halo, first - halo:last + halo) :: u, w
  !$omp parallel do
  do k = first, last
    do j = first, last
      w(j, k) = u(j, k - 1) + u(j, k + 1)
    end do
  end do
end subroutine

! Nor where loops go on into the halo.
subroutine wider(first, last, halo, u, w) bind(c)
  implicit none
  integer :: first, last, halo, j, k
  real(8), dimension(first - halo:last + halo, first - halo:last + halo) :: u, w
  !$omp parallel do
  do k = first - 1, last + 1
    do j = first - 1, last + 1
      w(j, k) = u(j, k - 1) + u(j, k + 1)
    end do
  end do
end subroutine

! CHECK: assume no-wrap "rows that are touched have a length"
! CHECK-NOT: max(
! CHECK: write w @ {{.*}}16*halo*k
! REMARK: L3 and L2 0.25 last^2 misses
! REMARK-SAME: halo = 2
! REMARK: halo.f90:23:{{.*}} for every last: L3 and L2 0.25 last^2 misses
! REMARK-SAME: halo = 2
