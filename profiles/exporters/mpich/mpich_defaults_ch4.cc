// The device's own choices, of compositions.
//
// Source: MPICH 4.0.2 to 5.0.1, maint/tuning/coll/ch4/generic.json, with "comm_size<8" as
// "comm_size<=7".
#include <array>

#include "profiles/exporters/mpich/mpich_defaults.h"

namespace colltune {
namespace {

constexpr std::array kDefaults = {
    MpichDefault{"bcast/comm_type=intra/comm_hierarchy=parent/comm_size<=7/avg_msg_size=any",
                 "alpha"},
    MpichDefault{"bcast/comm_type=intra/comm_hierarchy=parent/comm_size=pow2/avg_msg_size<12288",
                 "alpha"},
    MpichDefault{"bcast/comm_type=intra/comm_hierarchy=parent/comm_size=pow2/avg_msg_size<524288",
                 "beta"},
    MpichDefault{"bcast/comm_type=intra/comm_hierarchy=parent/comm_size=pow2/avg_msg_size=any",
                 "gamma"},
    MpichDefault{"bcast/comm_type=intra/comm_hierarchy=parent/comm_size=any/avg_msg_size<12288",
                 "alpha"},
    MpichDefault{"bcast/comm_type=intra/comm_hierarchy=parent/comm_size=any/avg_msg_size=any",
                 "gamma"},
    MpichDefault{"bcast/comm_type=intra/comm_hierarchy=any", "gamma"},
    MpichDefault{"allreduce/comm_type=intra/comm_size=node_comm_size", "gamma"},
    MpichDefault{"allreduce/comm_type=intra/comm_size=any/comm_hierarchy=parent/is_commutative=yes/"
                 "avg_msg_size=any",
                 "alpha"},
    MpichDefault{"allreduce/comm_type=intra/comm_size=any/comm_hierarchy=parent/is_commutative=no",
                 "beta"},
    MpichDefault{"allreduce/comm_type=intra/comm_size=any/comm_hierarchy=any", "beta"},
    MpichDefault{
        "reduce/comm_type=intra/comm_hierarchy=parent/is_commutative=yes/avg_msg_size<=2048",
        "beta"},
    MpichDefault{"reduce/comm_type=intra/comm_hierarchy=parent/is_commutative=yes/avg_msg_size=any",
                 "alpha"},
    MpichDefault{"reduce/comm_type=intra/comm_hierarchy=parent/is_commutative=no", "gamma"},
    MpichDefault{"reduce/comm_type=intra/comm_hierarchy=any", "gamma"},
    MpichDefault{"barrier/comm_type=intra/comm_hierarchy=parent", "alpha"},
    MpichDefault{"barrier/comm_type=intra/comm_hierarchy=any", "beta"},
    MpichDefault{"gather/comm_type=intra", "alpha"},
    MpichDefault{"gatherv/comm_type=intra", "alpha"},
    MpichDefault{"scatter/comm_type=intra", "alpha"},
    MpichDefault{"scatterv/comm_type=intra", "alpha"},
    MpichDefault{"alltoall/comm_type=intra", "alpha", kUntil40},
    MpichDefault{"alltoall/comm_type=intra", "beta", kSince41},
    MpichDefault{"alltoallv/comm_type=intra", "alpha"},
    MpichDefault{"alltoallw/comm_type=intra", "alpha"},
    MpichDefault{"allgather/comm_type=intra", "alpha", kUntil40},
    MpichDefault{"allgather/comm_type=intra", "beta", kSince41},
    MpichDefault{"allgatherv/comm_type=intra", "alpha"},
    MpichDefault{"reduce_scatter/comm_type=intra", "alpha"},
    MpichDefault{"reduce_scatter_block/comm_type=intra", "alpha"},
    MpichDefault{"scan/is_node_consecutive=yes", "alpha"},
    MpichDefault{"scan/is_node_consecutive=no", "beta"},
    MpichDefault{"exscan", "alpha"},
};

}  // namespace

std::span<const MpichDefault> MpichCh4Defaults() { return kDefaults; }

}  // namespace colltune
