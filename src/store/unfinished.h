// What was running when a campaign ended, however it ended, is done again. But a campaign may end because of
// it: a test that Assay does not survive, or that takes longer than every hunt. After a few attempts it is
// given up, so that the others go on.
#pragma once

#include "store/database.h"

namespace assay::store {

// From so many unfinished attempts on a test is a suspect. One suspect runs at a time; if the campaign ends
// then, it is to blame, and the tests beside it are not.
inline constexpr int kSuspicious = 2, kGivenUp = 6;

// Everything that is running waits again, or is given up. `died`: the campaign was killed or crashed. A
// reduction takes longer than many hunts and resumes where it was, so only deaths count for it, and more.
void put_back_unfinished(SQLite::Database& db, bool died);

} // namespace assay::store
