#!/bin/sh
# wrong code at -O2, -O3 and -Os
# Status 0: still interesting. Run it in a folder that has the file:
#     creduce ./interesting.sh test.c
#     cvise ./interesting.sh test.c
#     assay reduce --test ./interesting.sh test.c
FILES=test.c
COMPILER='cc-set -O3 -std=c17'
REFERENCE='cc-set -O0 -std=c17'
SANITIZER='clang -O0 -std=c17'

# Is it valid, as far as can be told? (Comment out what your machine does not have.)
$REFERENCE -Wall -Wextra -Werror=uninitialized -Werror=return-type -Werror=implicit-function-declaration -Werror=int-conversion -Werror=incompatible-pointer-types -O1 -c $FILES >/dev/null 2>&1 || exit 1
$SANITIZER -fsanitize=address,undefined -fno-sanitize-recover=all $FILES -o sanitized >/dev/null 2>&1 || exit 1
timeout 20 ./sanitized >sanitized.txt 2>/dev/null || exit 1
# What is right, and what the compiler makes of it.
$REFERENCE $FILES -o reference >/dev/null 2>&1 || exit 1
timeout 10 ./reference >expected.txt 2>/dev/null || exit 1
cmp -s expected.txt sanitized.txt || exit 1
$COMPILER $FILES -o wrong >/dev/null 2>&1 || exit 1
if timeout 10 ./wrong >actual.txt 2>/dev/null; then
    ! cmp -s expected.txt actual.txt
else
    [ $? -ne 124 ]
fi
