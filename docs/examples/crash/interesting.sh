#!/bin/sh
# ICE in expand_divmod, at expmed.cc (RTL pass expand) at -O1, -O2, -O3 and -Os
# Status 0: still interesting. Run it in a folder that has the file:
#     creduce ./interesting.sh test.c
#     cvise ./interesting.sh test.c
#     assay reduce --test ./interesting.sh test.c
FILES=test.c
COMPILER='cc-ice -O2 -std=c17'
REFERENCE='cc-ice -O0 -std=c17'

$COMPILER -c $FILES >said.txt 2>&1 && exit 1
grep -qF -- 'internal compiler error: in expand_divmod' said.txt
