// A campaign as self-contained web pages: one with the list and the counts, one per bug.
#pragma once

#include "report/bundle.h"
#include "report/counts.h"

namespace assay::report {

struct Page {
    std::string name; // "index.html", "bug-3.html"
    std::string text;
};

struct CampaignFacts {
    std::vector<store::Bug> bugs;
    std::vector<Evidence> evidence; // only for bugs that have some, in the same order
    Counts counts;
    store::Totals totals;
};

std::vector<Page> pages(const CampaignFacts& facts);

} // namespace assay::report
