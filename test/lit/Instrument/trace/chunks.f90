! REQUIRES: flang
! Chunks of Fortran's loops, which are handed out in another form: a trace of two threads gives what one of one thread
! gives, and no loop is done by everybody. (One set: where the stack lies beside the arrays changes from run to run.)
!
! RUN: %flang -O2 -g -fopenmp %load_options -mllvm -pmecache-instrument=all %s %runtime -o %t.exe
! RUN: env OMP_NUM_THREADS=1 PMECACHE_TRACE_OUT=%t.1.trace PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
! RUN: env OMP_NUM_THREADS=2 PMECACHE_TRACE_OUT=%t.2.trace PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
! RUN: %pmecache mimic %t.1.trace --machine 'cores=4;L1=4K,64,64' --threads 1,4 --schedule static,4 > %t.dealt 2> %t.err
! RUN: %pmecache mimic %t.2.trace --machine 'cores=4;L1=4K,64,64' --threads 1,4 --schedule static,4 2>> %t.err | diff - %t.dealt
! RUN: %FileCheck %s < %t.dealt
! RUN: %not grep warning %t.err
!
! 3 and 4 and 4 accesses in each of 4096 rounds, of any team.
! CHECK: 1 L1 1 45.1K
! CHECK: 4 L1 4 45.1K
program chunks
  implicit none
  integer :: i
  double precision :: a(4096), b(4096)
  integer :: p(4096)
  do i = 1, 4096
    p(i) = mod(i * 37, 4096) + 1
    b(i) = i
  end do
  !$omp parallel do schedule(static)
  do i = 1, 4096
    a(i) = b(p(i))
  end do
  !$omp parallel do schedule(dynamic, 4)
  do i = 1, 4096
    a(i) = a(i) + b(p(i))
  end do
  !$omp parallel do schedule(static, 4)
  do i = 1, 4096
    a(i) = a(i) + b(p(i))
  end do
  if (a(5) /= 558) error stop
end program
