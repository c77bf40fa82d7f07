! Each of the 17 blocking collectives three times on MPI_COMM_WORLD, by one of the three ways to call
! MPI from Fortran, and no other collective there: with plain buffers; in place, or for those that
! know no MPI_IN_PLACE from a section with holes; at MPI_BOTTOM, or for reductions with an operation
! of its own. Rank 0 prints what each left on all ranks, which it hears by plain messages.
!
! -DWAY_MPIF_H, -DWAY_MPI or -DWAY_MPI_F08 says which way. IERROR is the last argument, which the
! newest module may do without.
#ifdef WAY_MPI_F08
#define USE_MPI use mpi_f08
#define HANDLE(kind) type(kind)
#define IERROR
#else
#ifdef WAY_MPI
#define USE_MPI use mpi
#endif
#define HANDLE(kind) integer
#define IERROR , ierror
#endif

! A module, since what MPI changes behind MPI_BOTTOM must not be local to the program.
module buffers
  implicit none
  ! Integers of a block, with room for those whose sizes differ; more ranks than any test has.
  integer, parameter :: block = 3, room = 20, most = 10
  integer, save :: send(room * most), receive(room * most)

contains

  ! Composes maps x -> a x + b, given as pairs (a, b): associative, and not commutative.
  subroutine compose(left, right, pairs)
    integer, intent(in) :: left(*), pairs
    integer, intent(inout) :: right(*)
    integer :: i
    do i = 1, 2 * pairs, 2
      right(i + 1) = mod(left(i) * right(i + 1) + left(i + 1), 1009)
      right(i) = mod(left(i) * right(i), 1009)
    end do
  end subroutine

#ifdef WAY_MPI_F08
  subroutine operation(left, right, pairs, datatype)
    use, intrinsic :: iso_c_binding
    use mpi_f08
    type(c_ptr), value :: left, right
    integer :: pairs
    type(MPI_Datatype) :: datatype
    integer, pointer :: from(:), to(:)
    call c_f_pointer(left, from, [2 * pairs])
    call c_f_pointer(right, to, [2 * pairs])
    if (datatype /= MPI_DATATYPE_NULL) call compose(from, to, pairs)
  end subroutine
#else
  subroutine operation(left, right, pairs, datatype)
    integer :: left(*), right(*), pairs, datatype
    if (datatype /= 0) call compose(left, right, pairs)
  end subroutine
#endif
end module

program collectives
#ifdef USE_MPI
  USE_MPI
#endif
  use buffers
  implicit none
#ifdef WAY_MPIF_H
  include 'mpif.h'
#endif
  integer :: ierror = 0, rank, ranks, i
  integer, allocatable :: equal(:), own(:), places(:), sizes(:), bytes(:)
  HANDLE(MPI_Datatype) :: pair, from_bottom, to_bottom
  HANDLE(MPI_Datatype), allocatable :: types(:), from_types(:), to_types(:)
  HANDLE(MPI_Op) :: composition

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  call MPI_Op_create(operation, .false., composition, ierror)
  call MPI_Type_contiguous(2, MPI_INTEGER, pair, ierror)
  call MPI_Type_commit(pair, ierror)
  call MakeAbsolute(send, from_bottom)
  call MakeAbsolute(receive, to_bottom)
  ! Of the block of each rank: equal sizes, sizes that grow with the rank, sizes of each pair of
  ! ranks; where it begins, in integers and in bytes.
  allocate (equal(ranks), own(ranks), sizes(ranks), places(ranks), bytes(ranks), types(ranks), &
            from_types(ranks), to_types(ranks))
  do i = 1, ranks
    equal(i) = block
    own(i) = i
    sizes(i) = rank + i
    places(i) = (i - 1) * room
    types(i) = MPI_INTEGER
    from_types(i) = from_bottom
    to_types(i) = to_bottom
  end do
  bytes = 4 * places

  do i = 1, 3
    call MPI_Barrier(MPI_COMM_WORLD IERROR)
  end do

  call Fill()
  call MPI_Bcast(send, block, MPI_INTEGER, 1, MPI_COMM_WORLD IERROR)
  receive(1:block) = send(1:block)
  call Show('bcast')
  call MPI_Bcast(receive(1:2 * room:2), room, MPI_INTEGER, 0, MPI_COMM_WORLD IERROR)
  call Show('bcast, holes')
  call MPI_Bcast(MPI_BOTTOM, 1, to_bottom, 1, MPI_COMM_WORLD IERROR)
  call Show('bcast, bottom')

  call Fill()
  call MPI_Gather(send, block, MPI_INTEGER, receive, block, MPI_INTEGER, 1, MPI_COMM_WORLD IERROR)
  call Show('gather')
  if (rank == 1) then
    call MPI_Gather(MPI_IN_PLACE, 0, MPI_INTEGER, receive, block, MPI_INTEGER, 1, MPI_COMM_WORLD &
                    IERROR)
  else
    call MPI_Gather(send, block, MPI_INTEGER, receive, block, MPI_INTEGER, 1, MPI_COMM_WORLD IERROR)
  end if
  call Show('gather, in place')
  call MPI_Gather(MPI_BOTTOM, 1, from_bottom, MPI_BOTTOM, 1, to_bottom, 0, MPI_COMM_WORLD IERROR)
  call Show('gather, bottom')

  call Fill()
  call MPI_Gatherv(send, rank + 1, MPI_INTEGER, receive, own, places, MPI_INTEGER, 0, &
                   MPI_COMM_WORLD IERROR)
  call Show('gatherv')
  if (rank == 0) then
    call MPI_Gatherv(MPI_IN_PLACE, 0, MPI_INTEGER, receive, own, places, MPI_INTEGER, 0, &
                     MPI_COMM_WORLD IERROR)
  else
    call MPI_Gatherv(send(2:), rank + 1, MPI_INTEGER, receive, own, places, MPI_INTEGER, 0, &
                     MPI_COMM_WORLD IERROR)
  end if
  call Show('gatherv, in place')
  call MPI_Gatherv(MPI_BOTTOM, 1, from_bottom, receive, equal, places, MPI_INTEGER, 1, &
                   MPI_COMM_WORLD IERROR)
  call Show('gatherv, bottom')

  call Fill()
  call MPI_Scatter(send, block, MPI_INTEGER, receive, block, MPI_INTEGER, 1, MPI_COMM_WORLD IERROR)
  call Show('scatter')
  if (rank == 0) then
    call MPI_Scatter(send, block, MPI_INTEGER, MPI_IN_PLACE, 0, MPI_INTEGER, 0, MPI_COMM_WORLD &
                     IERROR)
  else
    call MPI_Scatter(send, block, MPI_INTEGER, receive, block, MPI_INTEGER, 0, MPI_COMM_WORLD &
                     IERROR)
  end if
  call Show('scatter, in place')
  call MPI_Scatter(MPI_BOTTOM, 1, from_bottom, MPI_BOTTOM, 1, to_bottom, 0, MPI_COMM_WORLD IERROR)
  call Show('scatter, bottom')

  call Fill()
  call MPI_Scatterv(send, own, places, MPI_INTEGER, receive, rank + 1, MPI_INTEGER, 0, &
                    MPI_COMM_WORLD IERROR)
  call Show('scatterv')
  if (rank == 1) then
    call MPI_Scatterv(send, own, places, MPI_INTEGER, MPI_IN_PLACE, 0, MPI_INTEGER, 1, &
                      MPI_COMM_WORLD IERROR)
  else
    call MPI_Scatterv(send, own, places, MPI_INTEGER, receive, rank + 1, MPI_INTEGER, 1, &
                      MPI_COMM_WORLD IERROR)
  end if
  call Show('scatterv, in place')
  if (TakesBottom()) then
    call MPI_Scatterv(send, equal, places, MPI_INTEGER, MPI_BOTTOM, 1, to_bottom, 1, &
                      MPI_COMM_WORLD IERROR)
  else
    call MPI_Scatterv(send, equal, places, MPI_INTEGER, receive, block, MPI_INTEGER, 1, &
                      MPI_COMM_WORLD IERROR)
  end if
  call Show('scatterv, bottom')

  call Fill()
  call MPI_Allgather(send, block, MPI_INTEGER, receive, block, MPI_INTEGER, MPI_COMM_WORLD IERROR)
  call Show('allgather')
  receive = send
  call MPI_Allgather(MPI_IN_PLACE, 0, MPI_INTEGER, receive, block, MPI_INTEGER, MPI_COMM_WORLD &
                     IERROR)
  call Show('allgather, in place')
  call MPI_Allgather(MPI_BOTTOM, 1, from_bottom, MPI_BOTTOM, 1, to_bottom, MPI_COMM_WORLD IERROR)
  call Show('allgather, bottom')

  call Fill()
  call MPI_Allgatherv(send, rank + 1, MPI_INTEGER, receive, own, places, MPI_INTEGER, &
                      MPI_COMM_WORLD IERROR)
  call Show('allgatherv')
  receive = send
  call MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INTEGER, receive, own, places, MPI_INTEGER, &
                      MPI_COMM_WORLD IERROR)
  call Show('allgatherv, in place')
  call MPI_Allgatherv(MPI_BOTTOM, 1, from_bottom, receive, equal, places, MPI_INTEGER, &
                      MPI_COMM_WORLD IERROR)
  call Show('allgatherv, bottom')

  call Fill()
  call MPI_Alltoall(send, block, MPI_INTEGER, receive, block, MPI_INTEGER, MPI_COMM_WORLD IERROR)
  call Show('alltoall')
  receive = send
  call MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INTEGER, receive, block, MPI_INTEGER, MPI_COMM_WORLD &
                    IERROR)
  call Show('alltoall, in place')
  call MPI_Alltoall(MPI_BOTTOM, 1, from_bottom, MPI_BOTTOM, 1, to_bottom, MPI_COMM_WORLD IERROR)
  call Show('alltoall, bottom')

  call Fill()
  call MPI_Alltoallv(send, sizes, places, MPI_INTEGER, receive, sizes, places, MPI_INTEGER, &
                     MPI_COMM_WORLD IERROR)
  call Show('alltoallv')
  receive = send
  call MPI_Alltoallv(MPI_IN_PLACE, sizes, places, MPI_INTEGER, receive, sizes, places, &
                     MPI_INTEGER, MPI_COMM_WORLD IERROR)
  call Show('alltoallv, in place')
  ! A block of the type that begins at MPI_BOTTOM is as long as `block` integers.
  call MPI_Alltoallv(MPI_BOTTOM, [(1, i = 1, ranks)], [(i, i = 0, ranks - 1)], from_bottom, &
                     receive, equal, places, MPI_INTEGER, MPI_COMM_WORLD IERROR)
  call Show('alltoallv, bottom')

  call Fill()
  call MPI_Alltoallw(send, sizes, bytes, types, receive, sizes, bytes, types, MPI_COMM_WORLD IERROR)
  call Show('alltoallw')
  receive = send
  call MPI_Alltoallw(MPI_IN_PLACE, sizes, bytes, types, receive, sizes, bytes, types, &
                     MPI_COMM_WORLD IERROR)
  call Show('alltoallw, in place')
  call MPI_Alltoallw(MPI_BOTTOM, [(1, i = 1, ranks)], bytes, from_types, MPI_BOTTOM, &
                     [(1, i = 1, ranks)], bytes, to_types, MPI_COMM_WORLD IERROR)
  call Show('alltoallw, bottom')

  call Fill()
  call MPI_Reduce(send, receive, block, MPI_INTEGER, MPI_SUM, 1, MPI_COMM_WORLD IERROR)
  call Show('reduce')
  receive = send
  if (rank == 1) then
    call MPI_Reduce(MPI_IN_PLACE, receive, block, MPI_INTEGER, MPI_MAX, 1, MPI_COMM_WORLD IERROR)
  else
    call MPI_Reduce(send, receive, block, MPI_INTEGER, MPI_MAX, 1, MPI_COMM_WORLD IERROR)
  end if
  call Show('reduce, in place')
  call MPI_Reduce(send, receive, block, pair, composition, 0, MPI_COMM_WORLD IERROR)
  call Show('reduce, own operation')

  call Fill()
  call MPI_Allreduce(send, receive, block, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD IERROR)
  call Show('allreduce')
  receive = send
  call MPI_Allreduce(MPI_IN_PLACE, receive, block, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD IERROR)
  call Show('allreduce, in place')
  call MPI_Allreduce(send, receive, block, pair, composition, MPI_COMM_WORLD IERROR)
  call Show('allreduce, own operation')

  call Fill()
  call MPI_Scan(send, receive, block, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD IERROR)
  call Show('scan')
  receive = send
  call MPI_Scan(MPI_IN_PLACE, receive, block, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD IERROR)
  call Show('scan, in place')
  call MPI_Scan(send, receive, block, pair, composition, MPI_COMM_WORLD IERROR)
  call Show('scan, own operation')

  ! What rank 0 receives of an exscan is undefined, but nothing writes it here.
  call Fill()
  call MPI_Exscan(send, receive, block, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD IERROR)
  call Show('exscan')
  receive = send
  call MPI_Exscan(MPI_IN_PLACE, receive, block, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD IERROR)
  call Show('exscan, in place')
  call MPI_Exscan(send, receive, block, pair, composition, MPI_COMM_WORLD IERROR)
  call Show('exscan, own operation')

  call Fill()
  call MPI_Reduce_scatter_block(send, receive, block, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD IERROR)
  call Show('reduce_scatter_block')
  receive = send
  call MPI_Reduce_scatter_block(MPI_IN_PLACE, receive, block, MPI_INTEGER, MPI_SUM, &
                                MPI_COMM_WORLD IERROR)
  ! What is behind this rank's own block is undefined then.
  receive(block + 1:) = 0
  call Show('reduce_scatter_block, in place')
  call MPI_Reduce_scatter_block(send, receive, block, pair, composition, MPI_COMM_WORLD IERROR)
  call Show('reduce_scatter_block, own operation')

  call Fill()
  call MPI_Reduce_scatter(send, receive, own, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD IERROR)
  call Show('reduce_scatter')
  receive = send
  call MPI_Reduce_scatter(MPI_IN_PLACE, receive, own, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD IERROR)
  receive(rank + 2:) = 0
  call Show('reduce_scatter, in place')
  call MPI_Reduce_scatter(send, receive, own, pair, composition, MPI_COMM_WORLD IERROR)
  call Show('reduce_scatter, own operation')

  call MPI_Type_free(from_bottom, ierror)
  call MPI_Type_free(to_bottom, ierror)
  call MPI_Type_free(pair, ierror)
  call MPI_Op_free(composition, ierror)
  call MPI_Finalize(ierror)

contains

  ! `block` integers where `array` begins, to be used with MPI_BOTTOM.
  subroutine MakeAbsolute(array, datatype)
    integer, intent(in) :: array(:)
    HANDLE(MPI_Datatype), intent(out) :: datatype
    integer(MPI_ADDRESS_KIND) :: address
    call MPI_Get_address(array(1), address, ierror)
    call MPI_Type_create_hindexed(1, [block], [address], MPI_INTEGER, datatype, ierror)
    call MPI_Type_commit(datatype, ierror)
  end subroutine

  ! Open MPI 6.0.0rc2 writes to MPI_BOTTOM as if it were an array (scatterv_ts.c.in).
  logical function TakesBottom()
    character(len=MPI_MAX_LIBRARY_VERSION_STRING) :: text
    integer :: length
    call MPI_Get_library_version(text, length IERROR)
    TakesBottom = index(text(:length), 'Open MPI v6') == 0
  end function

  subroutine Fill()
    integer :: k
    send = [(1000 * rank + k, k = 1, size(send))]
    receive = -1
  end subroutine

  ! Rank 0 prints the error code and `receive` of each rank.
  subroutine Show(what)
    character(len=*), intent(in) :: what
    integer :: mine(room * most + 1), from
    mine = [ierror, receive]
    if (rank /= 0) then
      call MPI_Send(mine, size(mine), MPI_INTEGER, 0, 1, MPI_COMM_WORLD, ierror)
      return
    end if
    do from = 0, ranks - 1
      if (from > 0) then
        call MPI_Recv(mine, size(mine), MPI_INTEGER, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, &
                      ierror)
      end if
      print '(a, " on ", i0, ": ", *(i0, " "))', what, from, mine
    end do
  end subroutine
end program
