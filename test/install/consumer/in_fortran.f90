subroutine in_fortran(d)
  real(8) :: d(512, 512)
  integer :: i, j
  !$omp parallel do schedule(static, 4)
  do i = 1, 512
    do j = 1, 512
      d(i, j) = i
    end do
  end do
end subroutine
