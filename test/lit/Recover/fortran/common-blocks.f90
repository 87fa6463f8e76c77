! Common blocks: their variables have the names, extents and places of the source, and what the file gives them. Units that
! cut a block in other ways leave what overlaps in one piece.
! REQUIRES: flang
! RUN: %recover_fortran -O2 -g && %check_all
! RUN: %flang -O2 -g -fopenmp %load_options -Rpass=cache %s -c -o %t.o 2>&1 | %FileCheck %s --check-prefix=REMARK
subroutine setup()
  implicit none
  integer :: nx, ny, steps
  real(8) :: dt, u(5, 40, 40), rsd(5, 40, 40), whole(60), flux(5, 40)
  common /sizes/ dt, nx, ny, steps
  common /fields/ u, rsd
  common /blocks/ whole
  common /lines/ flux
  !$omp threadprivate(/lines/)
  steps = 7
end subroutine

subroutine kernel() bind(c)
  implicit none
  integer :: nx, ny, steps, i, j, m
  real(8) :: dt, u(5, 40, 40), rsd(5, 40, 40), first(20), second(40), flux(5, 40)
  common /sizes/ dt, nx, ny, steps
  common /fields/ u, rsd
  common /blocks/ first, second
  common /lines/ flux
  !$omp threadprivate(/lines/)
  !$omp parallel do private(i, m)
  do j = 2, ny - 1
    do i = 1, steps
      flux(1, i) = second(i)
    end do
    do i = 2, nx - 1
      do m = 1, 5
        u(m, i, j) = u(m, i, j) + dt * rsd(m, i, j) + flux(1, 1)
      end do
    end do
  end do
end subroutine

program main
  implicit none
  call setup()
end program

! CHECK-DAG: param ny
! CHECK-DAG: param nx
! CHECK-DAG: param steps = 7
! CHECK-DAG: array u element 8 extents 40 40 5 group [[FIELDS:[0-9]+]] base 0
! CHECK-DAG: array rsd element 8 extents 40 40 5 group [[FIELDS]] base 64000
! CHECK-DAG: array flux element 8 extents 40 5 {{.*}}private
! CHECK-DAG: array dt element 8 group {{[0-9]+}} base 0
! CHECK: loop j = 2 .. ny - 1 parallel
! CHECK: write flux @ 40*i - 40
! CHECK: write u @ 1600*j + 40*i + 8*m - 1648
! REMARK: parallel loop 'j' for {{.*}} n = ny = nx up to 4{{[0-9]}}, as arrays are declared
