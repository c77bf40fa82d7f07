#!/bin/sh
# destructors_test.sh: entry points need nothing that is destroyed when a program or a thread ends:
# programs call MPI later than that. Library functions that register a destructor, or are themselves
# run at the end, have to be on the list.
. tests/intercept/preload.sh

# Of the C library's start files: calls what is registered, which is checked here.
echo '__do_global_dtors_aux' >"$TEST_TMPDIR/known"
# Of libstdc++, which is linked in. Error categories: only ReadPlan sees any, during MPI_Init. The
# type_info of one exception, and the message catalogs of a locale, which nobody here opens.
cat >>"$TEST_TMPDIR/known" <<'END'
_GLOBAL__sub_I_system_error.cc
_GLOBAL__sub_I_cxx11_ios_failure.cc
_GLOBAL__sub_I_ios_errcat.cc
std::get_catalogs()
END

# registering LIBRARY: the functions in which a destructor of a static or a thread's object is registered
registering() {
  objdump -d -C --no-show-raw-insn "$1" | awk '
    /^[0-9a-f]+ <.*>:$/ { function_name = substr($0, index($0, "<") + 1); sub(/>:$/, "", function_name); ++functions }
    /<(__cxa_atexit|__cxa_thread_atexit|__cxa_thread_atexit_impl|__cxa_at_quick_exit|atexit|at_quick_exit)(@[^>]*)?>/ &&
      function_name !~ /@plt/ { print function_name }
    END { if (functions < 20) print "too few functions are seen" }'
}

# ending LIBRARY: the functions that its DT_FINI_ARRAY names
ending() {
  readelf -SW "$1" | awk '$0 ~ / \.fini_array / { sub(/^.*FINI_ARRAY */, ""); print $1, $3 }' |
    while read -r address size; do
      for offset in $(seq 0 8 $((0x$size - 8))); do
        target=$(readelf -rW "$1" | awk -v at="$(printf '%016x' $((0x$address + offset)))" '$1 == at { print $NF }')
        nm -C "$1" | awk -v at="$(printf '%16s' "$target" | tr ' ' 0)" '$1 == at { print $3; exit }'
      done
    done
}

for library in "$preload" "$(dirname "$preload")/libcolltune_mpi.so"; do
  registering "$library" >"$TEST_TMPDIR/found"
  ending "$library" >"$TEST_TMPDIR/ends"
  [ -s "$TEST_TMPDIR/ends" ] || fail "$library: no function of DT_FINI_ARRAY is seen"
  ! grep -vxF -f "$TEST_TMPDIR/known" "$TEST_TMPDIR/found" "$TEST_TMPDIR/ends" ||
    fail "$library: these are to be destroyed at the end: see algorithms/no_destructor.h"
done
# That there are some shows that they are seen.
nm -D --undefined-only "$library" | grep -q __cxa_atexit && [ ! -s "$TEST_TMPDIR/found" ] &&
  fail "$library: nothing is seen" || true
