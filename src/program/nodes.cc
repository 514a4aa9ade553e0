#include "program/nodes.h"

namespace assay::program {
namespace {

template <typename... Fields>
constexpr NodeInfo make(NodeKind kind, NodeClass cls, NodeTyping typing, std::string_view name,
                        std::string_view saved, Fields... fields) {
    NodeInfo made{kind, cls, typing, name, saved, sizeof...(fields), {}};
    size_t i = 0;
    ((made.fields[i++] = fields), ...);
    return made;
}

constexpr std::array<NodeInfo, kNodeKindCount> kInfo{
#define FIELD(kind, name)                                                                                    \
    , FieldInfo { FieldKind::kind, #name }
#define NODE(name, cls, typing, saved, ...)                                                                  \
    make(NodeKind::name, NodeClass::cls, NodeTyping::typing, #name, saved __VA_ARGS__),
#include "program/nodes.def"
#undef NODE
#undef FIELD
};

} // namespace

const NodeInfo& info(NodeKind kind) { return kInfo[static_cast<size_t>(kind)]; }

} // namespace assay::program
