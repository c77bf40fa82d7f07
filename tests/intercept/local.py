"""Finds MPI's functions in the library that is named, which this loads for itself alone, as ctypes
and packages like it do, and prints on rank 0 what two collectives leave."""

import ctypes
import sys

mpi = ctypes.CDLL(sys.argv[1])  # RTLD_LOCAL


def handle(number, variable, abi):
    """A constant of MPICH's mpi.h, the address of a variable of Open MPI's, or what MPI 5.0 says."""
    if "libmpi_abi" in sys.argv[1]:
        return ctypes.c_void_p(abi)
    if hasattr(mpi, variable):
        return ctypes.c_void_p(ctypes.addressof(ctypes.c_char.in_dll(mpi, variable)))
    return ctypes.c_int(number)


world = handle(0x44000000, "ompi_mpi_comm_world", 0x101)
integer = handle(0x4C000405, "ompi_mpi_int", 0x209)
add = handle(0x58000003, "ompi_mpi_op_sum", 0x21)
rank = ctypes.c_int(-1)
value = ctypes.c_int(7)
total = ctypes.c_int(0)
mpi.MPI_Init(None, None)
mpi.MPI_Comm_rank(world, ctypes.byref(rank))
one_more = ctypes.c_int(rank.value + 1)
mpi.MPI_Allreduce(ctypes.byref(one_more), ctypes.byref(total), 1, integer, add, world)
mpi.MPI_Bcast(ctypes.byref(value), 1, integer, 1, world)
if rank.value == 0:
    print(total.value, value.value)
mpi.MPI_Finalize()
