"""The rooms of the tree: a folder is a room, and includes only the rooms that are named for it here."""

# Rooms with a part of the table of algorithms each.
COLLECTIVES = [
    "algorithms/allgather",
    "algorithms/allreduce",
    "algorithms/alltoall",
    "algorithms/barrier",
    "algorithms/bcast",
    "algorithms/gather",
    "algorithms/reduce",
    "algorithms/reduce_scatter_block",
    "algorithms/scan",
    "algorithms/scatter",
    "algorithms/scatterv",
]

# Rooms with a part of the table of exporters each.
EXPORTERS = [
    "profiles/exporters/c_header",
    "profiles/exporters/csv",
    "profiles/exporters/intel",
    "profiles/exporters/mpich",
    "profiles/exporters/openmpi",
    "profiles/exporters/pgmpi",
    "profiles/exporters/ucc",
]

# The namespace of a folder and of those below it; a deeper folder's goes first.
NAMESPACES = {
    "algorithms": "colltune",
    "measure": "colltune::measure",
    "models": "colltune::models",
    "profiles": "colltune",
    "tuner": "colltune::tune",
    "tuner/intercept": "colltune::intercept",
}

# The drawing: the rooms that each room includes. tests/rooms holds the sources against it.
USES = dict([
    (room, ["algorithms", "algorithms/phases", "algorithms/topology"])
    for room in COLLECTIVES
] + [
    (room, ["algorithms", "profiles", "profiles/exporters"])
    for room in EXPORTERS
], **{
    "algorithms": [],
    "algorithms/mpi": ["algorithms/mpi_libraries"],
    "algorithms/mpi_libraries": [],
    "algorithms/native": [
        "algorithms",
        "algorithms/mpi",
        "algorithms/mpi_libraries",
    ],
    "algorithms/phases": ["algorithms"],
    "algorithms/run": [
        "algorithms",
        "algorithms/mpi",
    ],
    "algorithms/topology": [
        "algorithms",
        "algorithms/phases",
    ],
    "algorithms/verify": ["algorithms"],
    "measure/api": [
        "algorithms",
        "algorithms/mpi",
        "algorithms/native",
        "algorithms/run",
        "measure/methods",
        "measure/statistics",
    ],
    "measure/clock": [
        "algorithms",
        "algorithms/mpi",
    ],
    "measure/clock_sync": [
        "algorithms",
        "algorithms/mpi",
        "measure/clock",
        "measure/statistics",
    ],
    "measure/methods": [
        "algorithms",
        "algorithms/mpi",
        "algorithms/run",
        "measure/clock",
        "measure/clock_sync",
        "measure/operation",
        "measure/records",
        "measure/statistics",
    ],
    "measure/network": [
        "algorithms",
        "algorithms/mpi",
        "measure/clock",
        "measure/records",
        "measure/statistics",
    ],
    "measure/nonblocking": [
        "algorithms",
        "algorithms/mpi",
        "measure/operation",
        "measure/statistics",
    ],
    "measure/operation": [
        "algorithms",
        "algorithms/mpi",
        "algorithms/native",
        "algorithms/run",
        "algorithms/verify",
        "measure/clock",
    ],
    "measure/records": [
        "algorithms",
        "measure/statistics",
    ],
    "measure/statistics": ["algorithms"],
    "models": [
        "measure/network",
        "models/features",
        "models/fit",
        "models/network",
    ],
    "models/features": [
        "algorithms",
        "measure/network",
        "models/fit",
        "models/network",
        "models/simulator",
    ],
    "models/fit": [
        "algorithms",
        "models/network",
        "models/simulator",
    ],
    "models/network": [
        "algorithms",
        "measure/network",
    ],
    "models/simulator": [
        "algorithms",
        "algorithms/phases",
        "models/network",
    ],
    "profiles": [
        "algorithms",
        "algorithms/mpi",
        "algorithms/mpi_libraries",
    ],
    "profiles/compiled": [
        "algorithms",
        "profiles",
    ],
    "profiles/exporters": [
        "algorithms",
        "algorithms/mpi_libraries",
        "profiles",
    ],
    "profiles/stats": [
        "algorithms",
        "profiles",
    ],
    "profiles/yaml": [
        "algorithms",
        "profiles",
        "profiles/compiled",
    ],
    "tuner": [
        "algorithms/mpi",
        "profiles",
        "tuner/commands",
        "tuner/job",
        "tuner/journal",
    ],
    "tuner/commands": [
        "algorithms",
        "algorithms/mpi",
        "algorithms/native",
        "measure/clock",
        "measure/methods",
        "measure/network",
        "measure/operation",
        "measure/records",
        "models",
        "models/simulator",
        "profiles",
        "profiles/compiled",
        "profiles/exporters",
        "profiles/yaml",
        "tuner/evaluate",
        "tuner/experiments",
        "tuner/job",
        "tuner/journal",
        "tuner/plot",
        "tuner/problem",
        "tuner/report",
        "tuner/reproduce",
        "tuner/session",
        "tuner/show",
        "tuner/text",
        "tuner/usage",
    ],
    "tuner/decide": [
        "algorithms",
        "measure/network",
        "models",
        "profiles",
        "tuner/job",
        "tuner/problem",
        "tuner/search",
        "tuner/text",
    ],
    "tuner/evaluate": [
        "algorithms",
        "profiles",
        "tuner/job",
        "tuner/problem",
        "tuner/text",
    ],
    "tuner/experiments": [
        "algorithms/mpi",
        "measure/clock",
        "measure/clock_sync",
        "measure/methods",
        "measure/network",
        "measure/nonblocking",
        "measure/records",
        "measure/statistics",
        "models",
        "models/network",
        "profiles",
        "profiles/compiled",
        "tuner/job",
        "tuner/journal",
        "tuner/problem",
        "tuner/text",
    ],
    "tuner/intercept": [
        "algorithms",
        "algorithms/mpi",
        "algorithms/mpi_libraries",
        "algorithms/native",
        "algorithms/run",
        "profiles",
        "profiles/compiled",
        "profiles/stats",
    ],
    "tuner/job": [
        "algorithms",
        "algorithms/mpi",
        "algorithms/mpi_libraries",
        "profiles",
        "profiles/compiled",
    ],
    "tuner/journal": [
        "algorithms",
        "profiles",
        "profiles/compiled",
        "tuner/job",
        "tuner/problem",
    ],
    "tuner/plot": [
        "algorithms",
        "measure/records",
        "tuner/job",
    ],
    "tuner/problem": [
        "algorithms",
        "measure/network",
        "measure/operation",
        "profiles",
    ],
    "tuner/report": [
        "algorithms",
        "profiles",
        "tuner/job",
        "tuner/journal",
        "tuner/plot",
        "tuner/search",
        "tuner/text",
    ],
    "tuner/reproduce": [
        "algorithms",
        "measure/clock_sync",
        "measure/network",
        "measure/records",
        "models/simulator",
        "tuner/experiments",
        "tuner/job",
        "tuner/plot",
        "tuner/show",
        "tuner/text",
    ],
    "tuner/search": [
        "algorithms",
        "models/features",
        "models/fit",
        "models/network",
        "models/simulator",
        "profiles",
        "tuner/job",
        "tuner/journal",
        "tuner/problem",
    ],
    "tuner/session": [
        "algorithms",
        "algorithms/mpi",
        "algorithms/native",
        "measure/network",
        "measure/statistics",
        "profiles",
        "profiles/compiled",
        "tuner/decide",
        "tuner/experiments",
        "tuner/job",
        "tuner/journal",
        "tuner/problem",
        "tuner/search",
        "tuner/text",
        "tuner/usage",
    ],
    "tuner/show": [
        "algorithms",
        "measure/records",
        "measure/statistics",
        "models",
        "models/fit",
        "models/simulator",
        "profiles",
        "tuner/text",
    ],
    "tuner/text": [
        "algorithms",
        "measure/network",
        "measure/records",
        "models",
        "models/features",
        "models/network",
        "profiles",
        "profiles/yaml",
    ],
    "tuner/usage": [
        "algorithms",
        "measure/records",
        "profiles",
        "profiles/stats",
        "tuner/problem",
        "tuner/text",
    ],
})

def users_of(room):
    """The visibility of a room: those that include it, and the tests."""
    return ["//%s:__pkg__" % user for user in USES if room in USES[user]] + ["//tests:__subpackages__"]

def labels_of(rooms):
    """The main targets of rooms."""
    return ["//" + room for room in rooms]

def sources(stems = ["*"], exclude = []):
    """The .cc files of a room, or those of some stems; for a BUILD file."""
    return native.glob([stem + ".cc" for stem in stems], exclude = [stem + ".cc" for stem in exclude])

def headers(stems = ["*"], exclude = []):
    """The .h files of a room, or those of some stems; for a BUILD file."""
    return native.glob([stem + ".h" for stem in stems], exclude = [stem + ".h" for stem in exclude])

def page():
    """Shows README.md to the tests that run its commands, and to installations; for a BUILD file."""
    native.exports_files(
        ["README.md"],
        visibility = ["//.install:__pkg__", "//tests:__subpackages__"],
    )
