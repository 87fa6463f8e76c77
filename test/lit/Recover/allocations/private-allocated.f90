! A private allocatable array that each thread gives its first values is the thread's own, and so are automatic arrays of
! what its iterations call, where a call keeps their places from being known.
! REQUIRES: flang
! RUN: rm -rf %t && mkdir %t && env PMECACHE_DUMP=%t %flang -O2 -g1 -fopenmp %load %s -c -o %t.o
! RUN: cat %t/energy_.pme | %FileCheck %s
! RUN: cat %t/rows_.pme | %FileCheck %s --check-prefix=ROWS
subroutine energy(total, pairs, n)
  implicit none
  integer :: n, i, j
  real(8) :: total(n), pairs(n, n)
  real(8), allocatable :: local(:)
  !$omp parallel private(local, i, j)
  allocate (local(size(total, 1)), source=0.0d0)
  !$omp do
  do i = 1, n
    do j = 1, i
      local(j) = local(j) + pairs(j, i)
    end do
  end do
  !$omp critical
  total(:) = total(:) + local(:)
  !$omp end critical
  deallocate (local)
  !$omp end parallel
end subroutine

subroutine rows(values, sums, n)
  implicit none
  integer :: n, k
  real(8) :: values(3, n, n), sums(n, n)
  !$omp parallel do
  do k = 1, n
    call row(k)
  end do
contains
  subroutine row(k)
    integer, intent(in) :: k
    real(8) :: packed(n)
    integer :: i
    packed = values(2, :, k)
    do i = 1, n
      sums(i, k) = packed(i) * packed(n + 1 - i)
    end do
    call finish(packed, sums(1, k), n)
  end subroutine
end subroutine
! CHECK: array [[LOCAL:[^ ]+]] element 8 private
! CHECK: loop j = 1 .. i
! CHECK: write [[LOCAL]] @ 8*j
! ROWS: array [[PACKED:[^ ]+]] element 8 {{.*}}private
! ROWS: read [[PACKED]]
