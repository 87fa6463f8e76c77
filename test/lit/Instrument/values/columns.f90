! REQUIRES: flang
! How many rows an array of assumed shape has need not be read: columns are told by their distance, in bytes.
!
! RUN: %flang -O2 -g -fopenmp %load_options -mllvm -pmecache-instrument=values %s %runtime -o %t.exe
! RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
! RUN: %FileCheck %s < %t.pmeprof
! RUN: env %corei7 OMP_NUM_THREADS=2 PMECACHE_PROFILE=%t.pmeprof %flang -O2 -g -fopenmp %load -Rpass=cache -Rpass-missed=cache -Rpass-analysis=cache -c %s -o %t.o 2>&1 | %FileCheck --check-prefix=REMARK %s
!
! CHECK: name "size(from,1)" value 300 times
! REMARK-NOT: size(from,1)' is not known
! REMARK: columns.f90:[[# @LINE + 14]]:{{.*}} parallel loop 'i'
! REMARK-NOT: size(from,1)' is not known
! REMARK: size(from,1) = 300 (measured
program columns
  real(8) :: a(300, 40), b(300, 40)
  a = 1
  b = 2
  call add(a, b)
  print *, b(7, 7)
contains
  subroutine add(from, to)
    real(8), intent(in) :: from(:,:)
    real(8), intent(inout) :: to(:,:)
    integer :: i, k
    !$omp parallel do
    do i = 1, size(to, 2)
      do k = 2, size(to, 1) - 1
        to(k, i) = to(k, i) + from(k - 1, i) + from(k + 1, i)
      end do
    end do
  end subroutine
end program
