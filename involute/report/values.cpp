// SPDX-License-Identifier: Apache-2.0
#include "involute/report/values.hpp"

#include <algorithm>

#include "involute/base/error.hpp"
#include "involute/expr/calculus.hpp"

namespace involute::report {

std::optional<std::vector<double>> row_at(const SolutionFunction& function, double parameter)
{
    try {
        return function.row(parameter);
    } catch (const Error&) {
        return {};
    }
}

RowReader::RowReader(System& system, const Solution& solution)
    : system_(system), columns_(solution.names.size() + 1)
{
    held_.push_back({system.graph.independent(), -1, 0, 0});
    for (int unknown = 0; unknown < system.unknowns(); ++unknown)
        for (int order = 0;; ++order) {
            const auto& names = solution.names;
            const auto found = std::ranges::find(names, jet_name(system.names, unknown, order));
            if (found == names.end()) break;
            held_.push_back({system.graph.jet(unknown, order), unknown, order,
                             std::size_t(found - names.begin()) + 1});
        }
    std::ranges::sort(held_, {}, &Held::leaf);
}

bool RowReader::holds(NodeId expression) const
{
    return std::ranges::all_of(leaves(system_.graph, expression), [&](NodeId leaf) {
        return std::ranges::binary_search(held_, leaf, {}, &Held::leaf);
    });
}

void RowReader::prepare(const std::vector<NodeId>& expressions)
{
    TapeBuilder builder(system_.graph, std::uint32_t(columns_));
    for (const Held& held : held_)
        builder.bind(held.leaf, builder.input(std::uint32_t(held.column)));
    for (const NodeId expression : expressions) builder.output(builder.emit(expression));
    const Tape tape = builder.finish();
    program_ = Interpreter<double>(tape);
    out_.assign(program_.outputs(), 0);
    work_.assign(program_.work_size(), 0);
    program_.prepare(work_.data());
}

const std::vector<double>& RowReader::operator()(const std::vector<double>& row)
{
    program_.run(row.data(), out_.data(), work_.data());
    return out_;
}

}  // namespace involute::report
