// SPDX-License-Identifier: Apache-2.0
#include "papers/problems.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/base/error.hpp"

namespace involute::papers {
namespace {

struct ShippedModel {
    std::string_view name{};
    std::string_view text{};
};

constexpr ShippedModel models[] = {
#include "model_rows.inc"
};

}  // namespace

System shipped_model(std::string_view name, const Overrides& overrides)
{
    const auto found = std::ranges::find(models, name, &ShippedModel::name);
    if (found == std::end(models))
        throw Error(Diagnostic{.message = fmt::format("there is no model `{}`", name)});
    return read_system(found->text, fmt::format("{}.ode", name), overrides);
}

}  // namespace involute::papers
