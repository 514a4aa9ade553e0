// For readers of files: a folder that goes away with the process.
#pragma once

#include "base/check.h"
#include "base/file.h"
#include "base/temporary_folder.h"

namespace assay::fuzz {

class Folder {
  public:
    Folder() : folder_(base::TemporaryFolder::make().value()) {}
    // Writes the file, and gives its path.
    std::string with(const std::string& name, std::string_view bytes) const {
        std::string path = folder_.path() + "/" + name;
        base::check(base::write_file(path, bytes).ok(), "a file for a reader");
        return path;
    }
    const std::string& path() const { return folder_.path(); }

  private:
    base::TemporaryFolder folder_;
};

} // namespace assay::fuzz
