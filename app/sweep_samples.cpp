// SPDX-License-Identifier: Apache-2.0
#include "app/sweep_samples.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/input.hpp"
#include "app/refuse.hpp"
#include "app/text.hpp"
#include "involute/base/limits.hpp"

namespace app {

namespace {

using involute::SampleBlock;
using involute::Samples;
using involute::Spread;

/// KIND:N with the ranges.
SampleBlock sampled(const Arguments& a)
{
    const std::string& text = *a.sample;
    const auto colon = std::min(text.find(':'), text.size());
    const std::string kind = text.substr(0, colon);
    if (kind != "uniform" && kind != "lhs" && kind != "sobol")
        refuse(fmt::format("`--sample {}`: there are uniform, lhs and sobol", text),
               "as in --sample lhs:100");
    const auto count =
        number<std::int64_t>(std::string_view(text).substr(std::min(colon + 1, text.size())));
    if (!count || *count < 1)
        refuse(fmt::format("`--sample {}`: how many samples there are is missing", text),
               "as in --sample lhs:100");
    std::vector<std::string> ranges;
    for (const std::string& one : a.ranges)
        for (const std::string_view range : comma_separated(one)) ranges.emplace_back(range);
    const Spread spread = kind == "uniform" ? Spread::uniform
                          : kind == "lhs"   ? Spread::lhs
                                            : Spread::sobol;
    const std::int64_t seed = a.seed ? whole_number("--seed", *a.seed, 0) : 0;
    return involute::sampled(spread, *count, std::uint64_t(seed), ranges);
}

SampleBlock listed(const std::string& path)
{
    const std::int64_t most = involute::limits::file_size.value;
    const std::string text = text_of(path, most + 1);
    if (std::int64_t(text.size()) > most)
        refuse(fmt::format("`{}` is longer than {} bytes", path, most),
               "make several sweeps of it");
    return involute::list_of(text, path);
}

}  // namespace

std::int64_t whole_number(std::string_view flag, const std::string& text, std::int64_t least)
{
    const auto value = number<std::int64_t>(text);
    if (!value || *value < least)
        refuse(fmt::format("`{} {}`: a whole number from {} on is needed", flag, text, least));
    return *value;
}

Samples samples_of(const Arguments& a)
{
    if (!a.sample && (!a.ranges.empty() || a.seed))
        refuse("`--range` and `--seed` are for `--sample`", "as in --sample lhs:100");
    std::vector<SampleBlock> blocks;
    for (const std::string& text : a.over) blocks.push_back(involute::axis(text));
    if (a.list) blocks.push_back(listed(*a.list));
    if (a.sample) blocks.push_back(sampled(a));
    return Samples(std::move(blocks));
}

}  // namespace app
