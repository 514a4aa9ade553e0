// The progress of a reduction: one live line on a terminal, else a plain line now and then.
#pragma once

#include "cli/support/live_line.h"
#include "reduce/engine.h"

#include <string>

namespace assay::cli {

class ReduceLine {
  public:
    explicit ReduceLine(std::string name);
    void progress(const reduce::Progress& progress);
    void finish() { line_.hide(); } // while other output is written

  private:
    const std::string name_;
    LiveLine line_;
    double next_ = 0; // seconds
};

} // namespace assay::cli
