#!/usr/bin/env python3
"""Runs the tests that MPICH's sources have (test/mpi) without and with the preload library.

    apt-get source mpich                      # or a release of the same version
    cd mpich-*/test/mpi && ./configure --with-mpi=/usr MPICC=mpicc.mpich MPICXX=mpicxx.mpich \\
        MPIF77=mpifort.mpich MPIFC=mpifort.mpich
    for folder in dtpools util coll comm attr errors/coll f08/coll; do make -k -C $folder; done
    bazel run //tests/programs:mpich_suite -- $PWD coll comm attr errors/coll f08/coll

Each test that passes without the preload is run with each line of list_algorithms; those that fail
then are printed. A test takes as many ranks as its testlist says, which give way to each other
(libyield.so). Those that take more than SLOW seconds are left out.
"""
import os
import subprocess
import sys
import time

SLOW = 10  # seconds; there are thousands of runs
LIMIT = 60  # seconds; what a busy machine may take for a test that is not slow


def tests(root, folder):
    """(name, ranks, arguments, environment) of each test of the folder's list that was built."""
    with open(f"{root}/{folder}/testlist", encoding="utf-8") as lines:
        for line in lines:
            words = line.split("#")[0].split()
            if len(words) < 2 or not words[1].isdigit():
                continue
            if not os.access(f"{root}/{folder}/{words[0]}", os.X_OK):
                continue
            # Expected to fail, or judged by other means than what is printed.
            if any(w.startswith(("xfail=", "resultTest=", "strict=")) for w in words):
                continue
            arguments = [w[4:] for w in words if w.startswith("arg=")]
            environment = dict(w[4:].split("=", 1) for w in words if w.startswith("env="))
            yield words[0], words[1], arguments, environment


def passes(root, folder, test, preload, setting):
    name, ranks, arguments, environment = test
    command = ["mpiexec.mpich", "-n", ranks, "env", f"LD_PRELOAD={preload}", *setting]
    command += [f"./{name}", *arguments]
    job = subprocess.run(
        command,
        cwd=f"{root}/{folder}",
        env={**os.environ, **environment, "MPIEXEC_TIMEOUT": str(LIMIT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return job.returncode == 0 and b"No Errors" in job.stdout


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    root, folders = sys.argv[1], sys.argv[2:]
    ours = os.path.abspath("tuner/intercept/libcolltune.so")
    give_way = os.path.abspath("tests/libyield.so")
    listed = subprocess.run(
        ["tests/intercept/list_algorithms"], stdout=subprocess.PIPE, check=True, text=True
    )
    settings = listed.stdout.split()
    sound = []
    for folder in folders:
        for test in tests(root, folder):
            start = time.monotonic()
            if passes(root, folder, test, give_way, []) and time.monotonic() - start < SLOW:
                sound.append((folder, test))
    print(f"{len(sound)} tests pass without the preload", flush=True)
    failed = 0
    for setting in settings:
        for folder, test in sound:
            if not passes(root, folder, test, f"{ours} {give_way}", [f"COLLTUNE_FORCE={setting}"]):
                failed += 1
                print(f"FAILED: {folder}/{test[0]} on {test[1]} ranks with {setting}", flush=True)
        print(f"tried {setting}", flush=True)
    print(f"{failed} of {len(sound) * len(settings)} runs failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
