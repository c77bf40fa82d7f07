"""Calls collectives from Python, with buffers and with objects, and prints what they leave.

mpi4py is loaded by Python for itself, and leaves MPI when Python ends."""

import sys
from array import array

from mpi4py import MPI

world = MPI.COMM_WORLD
rank, ranks = world.rank, world.size

ints = array("i", [rank == 0 and 7 or 0] * 1000)
world.Bcast([ints, MPI.INT], root=0)
doubles = array("d", [rank + 0.5] * 100)
total = array("d", [0.0] * 100)
world.Allreduce([doubles, MPI.DOUBLE], [total, MPI.DOUBLE], op=MPI.SUM)
objects = world.allgather({"rank": rank, "text": "x" * rank})
everything = world.alltoall([(rank, i) for i in range(ranks)])
half = world.Split(rank % 2, rank)
members = half.allreduce(1)
half.Free()
world.Barrier()
lines = world.gather(f"{rank}: {ints[999]} {total[99]} {objects} {everything} {members}", root=0)
if rank == 0:
    print("\n".join(lines))
    sys.stdout.flush()
