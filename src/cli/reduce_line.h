// How a reduction goes, for people: one live line on a terminal, else a plain line now and then.
#pragma once

#include "reduce/engine.h"

#include <string>

namespace assay::cli {

class ReduceLine {
  public:
    explicit ReduceLine(std::string name);
    void progress(const reduce::Progress& progress);
    void finish(); // the live line goes away

  private:
    const std::string name_;
    const bool terminal_;
    bool shown_ = false;
    double next_ = 0; // seconds
};

} // namespace assay::cli
