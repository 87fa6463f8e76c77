! What is divided by in a condition is not 0: with that no number of processes was found that a loop runs with (`js == 0`,
! where `js = kstrt - 1 - nvpy * ks`), and the loop asked for values.
! REQUIRES: flang
! RUN: env %corei7 %flang -O2 -g -fopenmp %load -Rpass=cache -Rpass-missed=cache -c -o /dev/null %s 2>&1 | %FileCheck %s

subroutine unscramble(g, isign, nyv, ny, kstrt, nvpy, nvpz, kxypi, kzpp, kxypd)
  implicit none
  integer :: isign, nyv, ny, kstrt, nvpy, nvpz, kxypi, kzpp, kxypd
  integer :: n, k, nyh, ny2, ks, js
  complex :: g(nyv, kxypd, kzpp), s
  if (isign .eq. 0) return
  nyh = max(1, ny/2)
  ny2 = ny + 2
  ks = (kstrt - 1)/nvpy
  js = kstrt - nvpy*ks - 1
  if (kstrt .gt. (nvpy*nvpz)) return
  if (isign .gt. 0) return
  if ((js .eq. 0) .and. (kxypi .eq. 1)) then
!$omp parallel do private(k, s)
  do n = 1, kzpp
    do k = 2, nyh
      s = g(ny2-k, 1, n)
      g(ny2-k, 1, n) = g(k, 1, n) + s
      g(k, 1, n) = g(k, 1, n) - s
    end do
  end do
  end if
end subroutine

! CHECK: parallel loop 'n' for every size = kzpp = ny = kxypd = nyv: {{.*}} misses; taken: {{.*}}nvpy = 1
! CHECK-NOT: not modelled
