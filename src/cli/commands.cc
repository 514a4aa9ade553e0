// The table of subcommands: one file and one line each.
#include "cli/command.h"

namespace assay::cli {

Command hunt_command();
Command bugs_command();
Command show_command();
Command replay_command();
Command reduce_command();
Command export_command();
Command triage_command();
Command report_command();
Command check_command();
Command generate_command();
Command evaluate_command();
Command print_command();
Command prune_command();
Command relax_command();
Command compilers_command();
Command doctor_command();

const std::vector<Command>& commands() {
    static const std::vector<Command> all{
        hunt_command(),      bugs_command(),   show_command(),     replay_command(), reduce_command(),
        export_command(),    triage_command(), report_command(),   check_command(),  generate_command(),
        compilers_command(), doctor_command(), evaluate_command(), prune_command(),  print_command(),
        relax_command(), // the last comma keeps a line for each
    };
    return all;
}

} // namespace assay::cli
