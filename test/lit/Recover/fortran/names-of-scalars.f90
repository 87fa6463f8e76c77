! With line tables alone, whole numbers have the names that the text gives them: flang's places are those of statements.
! REQUIRES: flang
! RUN: mkdir -p %t.modules
! RUN: env %corei7 PMECACHE_ADVISE=off %flang -O1 -gline-tables-only -fopenmp %load %s -c -o /dev/null -module-dir %t.modules -Rpass=cache 2>&1 | %FileCheck %s
! RUN: env %corei7 PMECACHE_ADVISE=off %flang -O1 -g -fopenmp %load %s -c -o /dev/null -module-dir %t.modules -Rpass=cache 2>&1 | %FileCheck %s
! CHECK: parallel loop 'j' for every n = columns = rows: {{.*}}PMECACHE_PARAMS='columns=1000,rows=1000'
! CHECK: parallel loop 'm' for every n = columns = rows: {{.*}}PMECACHE_PARAMS='columns=1000,rows=1000'
! CHECK: parallel loop 'k' for every n: {{.*}}PMECACHE_PARAMS='n=1000'
! CHECK: parallel loop 'k' for every n: {{.*}}PMECACHE_PARAMS='neighbours(1)=-1,n=1000'
! CHECK: parallel loop 'k' for every n: {{.*}}PMECACHE_PARAMS='neighbours(3)=-1,n=1000'
module names
contains
  subroutine sweep(first, second, &
                   rows, columns, text)
    integer, intent(in) :: rows, columns
    real, intent(inout) :: first(rows, columns), second(rows, columns)
    character(len=*) :: text
    integer :: i, j, k, m
    !$omp parallel do collapse(2) private(k) num_threads(4)
    ! A comment between directive and loop.
    do 10 j = 1, columns
      do i = 1, rows
        first(i, j) = second(i, j)
      end do
10  continue
    !$omp parallel private(m, i) num_threads(4)
    !$omp do schedule(static)
    outer: DO m = 1, columns
      do i = 1, rows
        k = i + 1
        second(i, m) = first(i, m) + second(i, 1)
      end do
    END DO outer
    !$omp end do
    !$omp end parallel
  end subroutine
  subroutine limit(n, period, height)
    integer :: n, k
    real :: period(n), height(n)
    !$omp parallel do schedule(static) num_threads(4)
    do k = 1, n
      if (height(k) > 0.0) then
        period(k) = 1.0
      endif
    enddo
  end subroutine
  subroutine halo(n, neighbours, u)
    integer :: n, k, neighbours(4)
    real(8) :: u(0:n + 1, 0:n + 1)
    !$omp parallel num_threads(4)
    if (neighbours(1) .eq. -1) then
      !$omp do
      do k = 1, n
        u(0, k) = u(1, k)
      end do
      !$omp end do
    end if
    if (Neighbours( 3 ).EQ.-1) then
      !$omp do
      do k = 1, n
        u(k, 0) = u(k, 1)
      end do
      !$omp end do
    end if
    !$omp end parallel
  end subroutine
end module
