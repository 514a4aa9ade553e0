#include "generate/grow/world.h"

#include <algorithm>

namespace assay::generate::grow {
namespace {

bool contains(const std::vector<VarId>& vars, VarId var) {
    return std::ranges::find(vars, var) != vars.end();
}

} // namespace

World::World(Choices& choices, const program::Platform& platform, bool use_policies, int how_large)
    : b(p), c(choices), policies(use_policies), scale(how_large) {
    p.platform = platform;
    const size_t room = scale == 0 ? 600 : scale == 1 ? 2'000 : scale == 2 ? 12'000 : 100'000;
    p.nodes.reserve(room);
    p.lists.reserve(room / 2);
    p.vars.reserve(room / 16);
}

size_t World::stem_number(std::string_view stem) {
    const auto found = std::ranges::find(stems_, stem);
    if (found != stems_.end()) return static_cast<size_t>(found - stems_.begin());
    stems_.emplace_back(stem);
    next_name_.push_back(0);
    return stems_.size() - 1;
}

// Whoever reads through the address reads it.
void World::take_address(VarId var) {
    if (var.index >= addressed.size()) addressed.resize(var.index + 1, false);
    addressed[var.index] = true;
    std::erase(unread, var);
}

void World::bring(VarId local) {
    visible.push_back(local);
    await_read(local);
}

bool World::is_unread(VarId var) const { return contains(unread, var) || contains(filled_outputs, var); }

void World::await_read(VarId var) {
    if (!is_unread(var)) (contains(outputs, var) ? filled_outputs : unread).push_back(var);
}

void World::leave_scope(VarId local) {
    const auto at = static_cast<size_t>(std::ranges::find(visible, local) - visible.begin());
    visible.erase(visible.begin() + static_cast<std::ptrdiff_t>(at));
    std::erase(unread, local);
    std::erase_if(common, [&](const auto& entry) { return entry.second > at; });
}

// Globals may have been added behind the locals meanwhile.
void World::leave_scope(size_t visible_before) {
    const auto first = visible.begin() + static_cast<std::ptrdiff_t>(visible_before);
    std::erase_if(unread, [&](VarId var) {
        return !p[var].is_global() && std::find(first, visible.end(), var) != visible.end();
    });
    visible.erase(std::remove_if(first, visible.end(), [&](VarId var) { return !p[var].is_global(); }),
                  visible.end());
    std::erase_if(common, [&](const auto& entry) { return entry.second > visible_before; });
}

bool World::may_read(VarId var) const {
    if (contains(touched.written, var)) return false;
    return !(touched.writes_addressed && has_address(var));
}

bool World::may_write(VarId var) const {
    if (contains(touched.written, var) || contains(touched.read, var)) return false;
    return !(has_address(var) && touched.derefs);
}

void World::note_read(VarId var) {
    std::erase(unread, var);
    if (!contains(touched.read, var)) touched.read.push_back(var);
}

void World::note_write(VarId var) {
    if (!contains(touched.written, var)) touched.written.push_back(var);
    touched.writes_addressed |= has_address(var);
}

void World::begin_full_expression(int effects) {
    touched.read.clear();
    touched.written.clear();
    touched.derefs = touched.writes_addressed = touched.shows = false;
    effects_left = effects;
}

} // namespace assay::generate::grow
