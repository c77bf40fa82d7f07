! Broadcasts by way of MPI's older Fortran module.
program sizes
  use mpi
  implicit none
  integer, parameter :: most = 250000
  integer, parameter :: counts(4) = [0, 1, 1000, most]
  integer :: data(most), ierror, rank, ranks, root, i, c, half, digest(3)
  integer, allocatable :: all(:, :)

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), -rank, half, ierror)
  allocate (all(3, ranks))
  do root = 0, ranks - 1
    do c = 1, size(counts)
      data = -1
      if (rank == root) data = [(mod(i * 7 + root, 1009), i = 1, most)]
      call MPI_Bcast(data, counts(c), MPI_INTEGER, root, MPI_COMM_WORLD, ierror)
      digest = [ierror, sum(data), sum(data * [(mod(i, 13), i = 1, most)])]
      call MPI_Gather(digest, 3, MPI_INTEGER, all, 3, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
      if (rank == 0) print *, root, counts(c), all
    end do
  end do
  data = rank
  ! A section with holes: the compiler hands MPI a copy.
  call MPI_Bcast(data(1:2000:2), 1000, MPI_INTEGER, 0, half, ierror)
  digest = [ierror, sum(data(1:2000)), 0]
  call MPI_Gather(digest, 3, MPI_INTEGER, all, 3, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
  if (rank == 0) print *, 'half', all
  call MPI_Comm_free(half, ierror)
  call MPI_Finalize(ierror)
end program
