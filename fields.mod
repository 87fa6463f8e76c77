!mod$ v1 sum:cf0f3d3a1762bdec
module fields
integer(4),parameter::dp=8_4
intrinsic::kind
real(8),allocatable::u(:,:,:)
real(8),allocatable::v(:,:,:)
real(8)::tab(0_8:9_8,1_8:20_8)
type::cell
real(8)::rho
real(8)::e
real(8)::p
integer(4)::mat
end type
type::grid
integer(4)::nx
integer(4)::ny
real(8),allocatable::a(:,:)
real(8),allocatable::b(:,:)
end type
contains
subroutine diffuse(n,m,l)
integer(4),intent(in)::n
integer(4),intent(in)::m
integer(4),intent(in)::l
end
subroutine assumed(a,b)
real(8),intent(in)::a(:,:)
real(8),intent(out)::b(:,:)
end
subroutine assumed_contig(a,b)
real(8),contiguous,intent(in)::a(:,:)
real(8),contiguous,intent(out)::b(:,:)
end
subroutine cells(n,c,s)
integer(4),intent(in)::n
type(cell),intent(inout)::c(1_8:int(n,kind=8))
real(8),intent(out)::s
end
subroutine grid_step(g)
type(grid),intent(inout)::g
end
end
