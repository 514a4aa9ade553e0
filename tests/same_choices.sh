#!/usr/bin/env bash
# The same seed must take the same decisions whatever compiler and standard library Assay was built with:
# builds the choice room and tests/choice_digest.cc once with g++ and libstdc++, once with clang++ and libc++,
# and compares what they print. To prove that it can fail, it also compares runs from different seeds.
#   usage: same_choices.sh SOURCE_FOLDER
# Exit status 77 means skipped.
set -euo pipefail
source=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

skip() {
    echo "skipped: $1; tools/setup installs it"
    exit 77
}
command -v g++ >"$work/log" || skip "g++ is missing"
command -v clang++ >"$work/log" || skip "clang++ is missing"
echo '#include <vector>' | clang++ -stdlib=libc++ -std=gnu++20 -fsyntax-only -x c++ - 2>"$work/log" ||
    skip "libc++ is missing (libc++-14-dev, libc++abi-14-dev)"
launcher=()
if command -v ccache >"$work/log"; then launcher=(ccache); fi

flags=(-std=gnu++20 -Wall -Wextra -Werror -I"$source/src")
units=("$source/tests/choice_digest.cc")
for file in "$source"/src/base/*.cc "$source"/src/choice/*.cc; do
    [[ $file == *_test.cc ]] || units+=("$file")
done

build() { # NAME LIBRARIES COMPILER FLAG... : two units at a time, then one program
    local name=$1 libraries=$2
    shift 2
    mkdir "$work/$name"
    printf '%s\0' "${units[@]}" |
        xargs -0 -P 2 -I '{}' sh -c 'out=$1/$(echo "$2" | tr / _).o; in=$2; shift 2; exec "$@" -c "$in" -o "$out"' \
            sh "$work/$name" '{}' "${launcher[@]}" "$@" "${flags[@]}"
    "$@" "$work/$name"/*.o -o "$work/$name/digest" $libraries
}

build libstdcxx -lfmt g++ -O1 -Wno-restrict
# The system's libfmt was built with libstdc++, so here its code comes from its headers.
build libcxx "" clang++ -stdlib=libc++ -O0 -DFMT_HEADER_ONLY
if ! ldd "$work/libcxx/digest" | grep -q 'libc++\.so'; then
    echo "the second program does not use libc++, so nothing was compared"
    exit 1
fi

"$work/libstdcxx/digest" >"$work/libstdcxx.txt"
"$work/libcxx/digest" >"$work/libcxx.txt"
"$work/libcxx/digest" other-seed >"$work/other.txt"
if ! diff "$work/libstdcxx.txt" "$work/libcxx.txt"; then
    echo "(< g++ with libstdc++, > clang++ with libc++)"
    exit 1
fi
if [[ -n $(comm -12 <(sort -u "$work/libcxx.txt") <(sort -u "$work/other.txt")) ]]; then
    echo "runs from different seeds share lines, so the digest sees nothing"
    exit 1
fi
echo "the same $(wc -l <"$work/libcxx.txt") lines with g++ and libstdc++, and with clang++ and libc++"
