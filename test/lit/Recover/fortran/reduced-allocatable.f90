! Allocatable arrays of which a region makes copies are allocated: the copies are private, are called as the array, and
! have no bounds that the directive computes: else lines of each thread's own were lost to others.
!
! REQUIRES: flang
! RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
! RUN: env PMECACHE_DUMP=%t.dir %flang -O2 -gline-tables-only -fopenmp %load -Rpass=pmecache -c %s -o %t.o
! RUN: cat %t.dir/*sweep*.pme | %FileCheck --implicit-check-not=computed --implicit-check-not=PARALLEL %s
!
! CHECK: array spectrum element 8 heap private
! CHECK: loop i = 1 .. n parallel
! CHECK: write spectrum @ 8*i - 8
module kept
  implicit none
  real(8), allocatable :: spectrum(:)
end module
subroutine sweep(n, a)
  use kept
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(:)
  integer :: i
  !$OMP PARALLEL REDUCTION(+:spectrum)
  !$OMP DO
  do i = 1, n
    spectrum(i) = spectrum(i) + 2 * a(i)
  end do
  !$OMP END DO
  !$OMP END PARALLEL
end subroutine
