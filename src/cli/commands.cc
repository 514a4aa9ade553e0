// The table of subcommands: one file and one line each.
#include "cli/command.h"

namespace assay::cli {

Command generate_command();
Command evaluate_command();
Command print_command();

const std::vector<Command>& commands() {
    static const std::vector<Command> all{
        generate_command(),
        evaluate_command(),
        print_command(),
    };
    return all;
}

} // namespace assay::cli
