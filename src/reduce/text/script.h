// Interestingness tests as scripts, as for C-Reduce and C-Vise. The script runs in its own folder with a copy
// of the file, under the file's name, and exit status 0 means interesting. It is the user's script and runs
// in the user's world.
#pragma once

#include "base/result.h"
#include "base/temporary_folder.h"
#include "reduce/text/text_state.h"
#include "sandbox/users_world.h"

#include <chrono>
#include <map>
#include <mutex>

namespace assay::reduce::text {

class ScriptTest final : public InterestingText {
  public:
    // Fails if the script cannot be run or no folder can be made.
    static base::Result<std::unique_ptr<ScriptTest>>
    make(const std::string& script, const std::string& file_name, std::chrono::milliseconds limit);
    Answer test_text(const std::string& text, unsigned slot) override;
    std::string trouble(); // why the script could not be asked the first time that it could not; or empty

  private:
    ScriptTest(std::string script, std::string file_name, std::chrono::milliseconds limit,
               base::TemporaryFolder folder)
        : script_(std::move(script)), file_name_(std::move(file_name)), limit_(limit),
          folder_(std::move(folder)) {}
    sandbox::UsersWorld& world_of(unsigned slot);
    Answer unknown(const std::string& why);

    const std::string script_, file_name_;
    const std::chrono::milliseconds limit_;
    const base::TemporaryFolder folder_;
    std::mutex mutex_;
    std::string trouble_;
    std::map<unsigned, sandbox::UsersWorld> worlds_; // one for each slot
};

// Is C-Vise installed? It knows C better than the text passes do.
bool has_cvise();
base::Result<std::string> reduce_with_cvise(const std::string& text, const std::string& file_name,
                                            const std::string& script, unsigned jobs,
                                            std::chrono::milliseconds limit);

} // namespace assay::reduce::text
