! REQUIRES: flang
! Arrays that components of elements point to: their descriptors stand at places that the loops choose. Strides of what
! is allocated are products of its sizes, those of pointers are taken to be; neither is a size of its own.
! RUN: %recover_fortran -O2 && %FileCheck %s --input-file=%t/blocks_.pme
subroutine blocks(b, nb)
  type field_t
    integer :: n, m
    real(8), allocatable :: a(:,:)
    real(8), pointer :: p(:,:) => null()
  end type
  type block_t
    type(field_t) :: f(3)
    integer :: lo(3), hi(3)
  end type
    integer, intent(in) :: nb
    type(block_t), intent(inout) :: b(nb)
    integer :: ib,i,j
    do ib=1,nb
      !$omp parallel do private(i,j)
      do j=b(ib)%lo(2),b(ib)%hi(2)
        do i=b(ib)%lo(1),b(ib)%hi(1)
          b(ib)%f(1)%a(i,j) = b(ib)%f(2)%a(i,j) + b(ib)%f(3)%p(i,j)
        end do
      end do
    end do
end subroutine

! CHECK: function blocks_
! CHECK-NOT: lbound
! CHECK-DAG: param "size(b[]%f(1)%a,1)"
! CHECK-DAG: param "size(b[]%f(3)%p,1)"
! CHECK: assume rows-contiguous "what pointers in elements point to has no gaps, and its subscripts begin at 1"
! CHECK: loop j = 0 .. j.last parallel
! CHECK: read {{.*}} 8*"size(b[]%f(3)%p,1)"*j {{.*}} + 8*i -
! CHECK: write {{.*}} 8*"size(b[]%f(1)%a,1)"*j {{.*}} + 8*i -
