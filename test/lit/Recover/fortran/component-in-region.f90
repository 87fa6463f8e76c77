! A region gets the address of a component, which is one in the object where the region is inlined: its descriptor was
! read as a part of the object, with lower bounds that were called sizes. Where the elements have a derived type, what
! stands behind the dimensions is copied apart, which is no access either.
! REQUIRES: flang
! RUN: rm -rf %t && mkdir %t && cd %t
! RUN: env PMECACHE_DUMP=%t %flang -O1 -g -fopenmp %load %s -c -o /dev/null
! RUN: cat %t/*.pme | %FileCheck %s --implicit-check-not='read b @ ' --implicit-check-not='size 16'
module batches
  type cell
    integer :: id = 0
  end type
  type batch
    integer :: count
    type(cell), allocatable :: cells(:)
    real(8), allocatable :: rows(:, :)
  end type
contains
  subroutine fill(b, n, m)
    type(batch), intent(out) :: b
    integer, intent(in) :: n, m
    integer :: i, k
    b%count = n
    allocate(b%rows(n, m), b%cells(n))
    !$omp parallel do private(i)
    do k = 1, n
      do i = 1, m
        b%rows(k, i) = i + b%cells(k)%id
      end do
    end do
  end subroutine
end module
! CHECK: param "size(b%rows,1)"
! CHECK: read {{.*}} @ 4*k - 4 at 27
! CHECK: write "b%rows" @ 8*"size(b%rows,1)"*i + 8*k - 8*"size(b%rows,1)" - 8 at 27
