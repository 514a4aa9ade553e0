// The progress of a campaign: one live line on a terminal, else a plain line now and then.
#pragma once

#include "campaign/campaign.h"
#include "cli/support/live_line.h"

#include <string>

namespace assay::cli {

class StatusLine : public campaign::Watcher {
  public:
    void progress(const campaign::Progress& progress) override;
    void found(const store::Finding& finding, const testcase::TestCase& test) override;
    void taken_out(const std::string& compiler, const std::string& why) override;
    void not_reduced(int64_t bug, const std::string& why) override;

  private:
    LiveLine line_;
    double next_plain_line_ = 0; // seconds since the start
};

// The parts of the line, without the elapsed time.
std::vector<LineField> fields_of(const campaign::Progress& progress);
// "testing, triaging bug 3, reducing bugs 4 and 5"
std::string activity_text(const campaign::Progress& progress);
// "3 wrong-output, 1 crash"; "nothing".
std::string findings_text(const campaign::Progress& progress);
// A summary of the campaign in a few lines.
std::string summary(const campaign::Progress& progress);

} // namespace assay::cli
