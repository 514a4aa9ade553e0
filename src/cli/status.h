// How a campaign goes, for people: one live line on a terminal, else a plain line now and then.
#pragma once

#include "campaign/campaign.h"

#include <string>

namespace assay::cli {

class StatusLine : public campaign::Watcher {
  public:
    StatusLine();
    void progress(const campaign::Progress& progress) override;
    void found(const store::Finding& finding, const testcase::TestCase& test) override;
    void finish(); // the live line goes away

  private:
    const bool terminal_;
    bool line_shown_ = false;
    double next_plain_line_ = 0; // seconds since the start
    void erase();
};

// "3 wrong-output, 1 crash"; "nothing".
std::string findings_text(const campaign::Progress& progress);
// What a campaign did, in some lines.
std::string summary(const campaign::Progress& progress);

} // namespace assay::cli
