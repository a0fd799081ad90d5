// SPDX-License-Identifier: Apache-2.0
#include "involute/sweep/samples.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/base/error.hpp"

namespace involute {

Samples::Samples(std::vector<SampleBlock> blocks) : blocks_(std::move(blocks))
{
    const auto refuse = [](std::string message, std::string hint) {
        throw Error(Diagnostic{.message = std::move(message), .hint = std::move(hint)});
    };
    double all = 1;
    for (const SampleBlock& block : blocks_) {
        for (const std::string& name : block.names) {
            if (std::ranges::find(names_, name) != names_.end())
                refuse(fmt::format("the sweep gives `{}` twice", name), "once is enough");
            names_.push_back(name);
        }
        all = std::min(all * double(block.count), 1e300);
        if (all <= double(most_runs)) count_ *= block.count;
    }
    if (all > double(most_runs))
        refuse(fmt::format("the sweep has {:.3g} runs; the most are {}", all, most_runs),
               "fewer values, or samples (lhs, sobol) instead of a grid");
    if (names_.empty())
        refuse("the sweep varies nothing",
               "give it an axis: a parameter or a start value with its values, \"g=1:2:101\"");
}

std::vector<double> Samples::values(std::int64_t run) const
{
    std::vector<double> values(names_.size());
    double* end = values.data() + values.size();
    for (std::size_t k = blocks_.size(); k-- > 0;) {
        const SampleBlock& block = blocks_[k];
        end -= block.names.size();
        block.put(run % block.count, end);
        run /= block.count;
    }
    return values;
}

std::string Samples::description() const
{
    std::string text;
    for (const SampleBlock& block : blocks_) text += block.description + '\n';
    return text;
}

}  // namespace involute
