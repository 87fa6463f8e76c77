! Where a loop begins elsewhere (`ista .. iend`) is 1 behind `if (ista == 1)`: loops there were not answered. Found in a
! real program, whose sums under atomic are at places that data choose.
! REQUIRES: flang
! RUN: env %corei7 %flang -O2 -g -fopenmp %load -Rpass=cache -Rpass-missed=cache -c -o /dev/null %s 2>&1 | %FileCheck %s

subroutine spectrum(nz, ny, ista, iend, m, a, kk, ek)
  integer, intent(in) :: nz, ny, ista, iend, m
  real(8), intent(in) :: a(nz, ny, ista:iend), kk(nz, ny, ista:iend)
  real(8), intent(inout) :: ek(m)
  integer :: i, j, k, kmn
  if (ista == 1) then
    !$omp parallel do private(k, kmn)
    do j = 1, ny
      do k = 1, nz
        kmn = int(sqrt(kk(k, j, 1)) + 0.501)
        if (kmn > 0 .and. kmn <= m) then
          !$omp atomic
          ek(kmn) = ek(kmn) + a(k, j, 1)**2
        end if
      end do
    end do
  else
    !$omp parallel do private(j, k, kmn)
    do i = ista, iend
      do j = 1, ny
        do k = 1, nz
          kmn = int(sqrt(kk(k, j, i)) + 0.501)
          if (kmn > 0 .and. kmn <= m) then
            !$omp atomic
            ek(kmn) = ek(kmn) + a(k, j, i)**2
          end if
        end do
      end do
    end do
  end if
end subroutine

! CHECK-DAG: :12:{{.*}} remark: parallel loop 'j' for every n{{.*}}taken: ista = 1
! CHECK-DAG: :23:{{.*}} remark: parallel loop 'i' for every n{{.*}}taken: ista = 0
! CHECK-NOT: not modelled
