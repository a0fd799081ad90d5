// SPDX-License-Identifier: Apache-2.0
#include "involute/prepare/author_point.hpp"

#include "involute/complete/array/numerical.hpp"

namespace involute {

std::vector<Given> as_start(const Layout& layout, const std::vector<Quad>& p, int unknowns)
{
    std::vector<Given> start{{.unknown = -1, .order = 0, .value = p[0]}};
    for (std::size_t i = 1; i < layout.jets.size(); ++i)
        if (const Layout::Jet jet = layout.jets[i]; jet.unknown < unknowns)
            start.push_back({.unknown = jet.unknown, .order = jet.order, .value = p[i]});
    return start;
}

std::vector<Given> sizes_at(const std::vector<Given>& point, double floor)
{
    std::vector<Given> sizes;
    for (const Given& given : point)
        if (given.unknown >= 0)
            sizes.push_back({.unknown = given.unknown,
                             .order = given.order,
                             .value = abs(given.value) + Quad(floor)});
    return sizes;
}

StartRank author_rank(const CompletedSystem& completed, std::vector<Given> point,
                      const CompletionOptions& options)
{
    System author = completed.system;
    author.equations = author_equations(completed.system);
    author.names.unknowns.resize(std::size_t(author.unknowns() - author.auxiliary));
    author.auxiliary = 0;
    author.guesses = sizes_at(point, options.floor);
    author.starts = std::move(point);
    author.suggestions.clear();
    author.invariants.clear();
    return rank_at_start(author, options);
}

}  // namespace involute
