! Array statements of one shape, of which the same is said: once, with where the others stand. All are recorded.
!
! REQUIRES: flang
! RUN: env %corei7 PMECACHE_ADVISE=off %flang -O2 -fopenmp %load -Rpass=cache -c %s -o %t.o 2>&1 | %FileCheck %s --implicit-check-not=remark:
! RUN: env %corei7 PMECACHE_ADVISE=off PMECACHE_JSON=%t.json %flang -O2 -fopenmp %load -fsave-optimization-record -foptimization-record-file=%t.yaml -c %s -o %t.o
! RUN: grep -c 'Name: *CacheMisses' %t.yaml | %FileCheck %s --check-prefix=RECORD
! RUN: grep -c '"parallel": true' %t.json | %FileCheck %s --check-prefix=RECORD
!
! RECORD: {{^}}16{{$}}
subroutine edges(u, v, w)
  implicit none
  integer, parameter :: size = 64
  real(8), dimension(size, size, size) :: u, v, w
!$omp parallel workshare
! CHECK: planes.f90:[[#@LINE+1]]:3: remark: parallel loop {{.*}} L3 costs most{{.*}} writing 'u'{{.*}}; and 2 more loops like it: lines [[#@LINE+2]] and [[#@LINE+3]] [-Rpass=pmecache]
  u(1, :, :) = 0
  v(1, :, :) = 0
  w(1, :, :) = 0
! CHECK: planes.f90:[[#@LINE+1]]:3: remark: parallel loop {{.*}} L2 costs most of those known{{.*}} writing 'u'{{.*}}L3 not known without a run (0{{.*}}; measure it: {{.*}}; and 1 more loop like it: line [[#@LINE+2]] [-Rpass=pmecache]
  u(size, :, :) = 0
  v(size, :, :) = 0
! CHECK: planes.f90:[[#@LINE+1]]:3: remark: parallel loop {{.*}} writing 'u'{{.*}}; and 10 more loops like it: lines [[#@LINE+2]], {{[0-9, ]+, ..., }}[[#@LINE+11]] [-Rpass=pmecache]
  u(:, :, 2) = 0
  v(:, :, 2) = 0
  w(:, :, 2) = 0
  u(:, :, 4) = 0
  v(:, :, 4) = 0
  w(:, :, 4) = 0
  u(:, :, 6) = 0
  v(:, :, 6) = 0
  w(:, :, 6) = 0
  u(:, :, 8) = 0
  v(:, :, 8) = 0
!$omp end parallel workshare
end subroutine edges
