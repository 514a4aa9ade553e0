// The same program under names of one letter or two, for people who read a small one.
#pragma once

#include "program/program.h"

namespace assay::program {

// Functions are f, g, h; variables a, b, c, each name once; types S, T; members as variables, for each record
// anew. Programs with more of them than letters get numbers behind.
Program with_short_names(const Program& program);

} // namespace assay::program
