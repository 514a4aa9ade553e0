// For tests: a RapidCheck property over many cases as part of a GoogleTest. RapidCheck's own macro can
// neither choose the number of cases nor be used inside a parametrised test.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <sstream>
#include <string>
#include <utility>

namespace assay::semantics {

template <typename Property> void expect_property(const std::string& name, int cases, Property&& property) {
    rc::detail::TestMetadata metadata;
    metadata.id = name;
    metadata.description = name;
    rc::detail::TestParams params = rc::detail::configuration().testParams;
    params.maxSuccess = cases;
    params.disableShrinking = true; // arithmetic has no order in which to shrink: it can take forever
    const auto result = rc::detail::checkTestable(std::forward<Property>(property), metadata, params);
    if (result.template is<rc::detail::SuccessResult>()) return;
    std::ostringstream message;
    rc::detail::printResultMessage(result, message);
    ADD_FAILURE() << name << ", seed " << params.seed << ": " << message.str();
}

} // namespace assay::semantics
