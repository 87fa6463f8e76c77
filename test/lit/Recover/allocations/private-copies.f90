! Private copies of an allocatable array are the threads' own; where the array has no memory (extents of 0) is not asked.
! REQUIRES: flang
! RUN: rm -rf %t && mkdir %t && env PMECACHE_DUMP=%t %flang -O1 -g1 -fopenmp %load %s -c -o %t.o
! RUN: cat %t/gather_.pme | %FileCheck %s
! RUN: cat %t/lent_.pme | %FileCheck %s --check-prefix=LENT
subroutine gather(n, width, rows, values, sums)
  implicit none
  integer(8) :: n, width, rows, i, j, k
  real(8) :: values(width, *), sums(n)
  real(8), allocatable :: part(:, :)
  allocate (part(width, rows))
  !$omp parallel do private(i, j, k, part)
  do i = 1, n
    do j = 1, rows
      do k = 1, width
        part(k, j) = values(k, j + (i - 1) * rows)
      end do
    end do
    do j = 1, rows
      do k = 1, width
        sums(i) = sums(i) + part(k, j) ** 2
      end do
    end do
  end do
end subroutine

subroutine lent(n, width, values, sums, part)
  implicit none
  integer(8) :: n, width, i, k
  real(8) :: values(width, n), sums(n)
  real(8), allocatable :: part(:)
  !$omp parallel do private(i, k, part)
  do i = 1, n
    do k = 1, width
      part(k) = values(k, i)
    end do
    do k = 2, width
      sums(i) = sums(i) + part(k) * part(k - 1)
    end do
  end do
end subroutine
! CHECK-NOT: computed
! CHECK: array part element 8 {{.*}}private
! CHECK: write part @ 8*width*
! LENT: array part element 8 {{.*}}private
