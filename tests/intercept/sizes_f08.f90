! Broadcasts by way of MPI's Fortran 2008 module, in both ways to initialize it.
program sizes_f08
  use mpi_f08
  implicit none
  integer, parameter :: most = 250000
  integer, parameter :: counts(4) = [0, 1, 1000, most]
  integer :: data(most), ierror, rank, ranks, root, i, c, digest(3), provided
  integer, allocatable :: all(:, :)
  character(len=8) :: argument
  type(MPI_Comm) :: half

  call get_command_argument(1, argument)
  if (argument == 'threads') then
    call MPI_Init_thread(MPI_THREAD_FUNNELED, provided)
  else
    call MPI_Init()
  end if
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), -rank, half)
  allocate (all(3, ranks))
  do root = 0, ranks - 1
    do c = 1, size(counts)
      data = -1
      if (rank == root) data = [(mod(i * 7 + root, 1009), i = 1, most)]
      call MPI_Bcast(data, counts(c), MPI_INTEGER, root, MPI_COMM_WORLD, ierror)
      digest = [ierror, sum(data), sum(data * [(mod(i, 13), i = 1, most)])]
      call MPI_Gather(digest, 3, MPI_INTEGER, all, 3, MPI_INTEGER, 0, MPI_COMM_WORLD)
      if (rank == 0) print *, root, counts(c), all
    end do
  end do
  data = rank
  ! A section with holes: the module describes it to MPI where it lies.
  call MPI_Bcast(data(1:2000:2), 1000, MPI_INTEGER, 0, half)
  digest = [sum(data(1:2000)), 0, 0]
  call MPI_Gather(digest, 3, MPI_INTEGER, all, 3, MPI_INTEGER, 0, MPI_COMM_WORLD)
  if (rank == 0) print *, 'half', all
  call MPI_Comm_free(half)
  call MPI_Finalize(ierror)
  if (ierror /= MPI_SUCCESS) stop 1
end program
