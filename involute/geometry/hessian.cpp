// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/hessian.hpp"

#include <algorithm>
#include <map>

#include "involute/expr/calculus.hpp"

namespace involute {
namespace {

/// ∂²f_row/∂p_i ∂p_j; both (i, j) and (j, i) are listed.
struct SecondPartial {
    int entry = 0;  // of constraint_jacobian: tells row and i
    int j = 0;
    NodeId value{};
};

std::vector<SecondPartial> second_partials(CompletedSystem& c)
{
    Graph& graph = c.system.graph;
    std::vector<SecondPartial> found;
    for (std::size_t e = 0; e < c.constraint_jacobian_nodes.size(); ++e)
        for (const NodeId leaf : leaves(graph, c.constraint_jacobian_nodes[e])) {
            const NodeId value = differentiate(graph, c.constraint_jacobian_nodes[e], leaf);
            if (!graph.is_constant(value, 0))
                found.push_back({int(e), position_of(c, leaf), value});
        }
    return found;
}

}  // namespace

HessianTape write_hessian(CompletedSystem& c)
{
    const std::vector<SecondPartial> partials = second_partials(c);
    const int size = c.layout.size;
    TapeBuilder tape(c.system.graph, std::uint32_t(size + c.constraint_jacobian.rows));
    bind_point(c, tape);
    std::map<std::pair<int, int>, Slot> sums;
    for (const SecondPartial& partial : partials) {
        const auto [row, i] = c.constraint_jacobian.entries[partial.entry];
        const Slot term =
            tape.multiply(tape.input(std::uint32_t(size + row)), tape.emit(partial.value));
        const auto [at, is_new] = sums.try_emplace({i, partial.j}, term);
        if (!is_new) at->second = tape.add(at->second, term);
    }
    HessianTape result{.tape = {}, .pattern = {.rows = size, .columns = size}};
    for (const auto& [place, sum] : sums) {
        result.pattern.entries.push_back({place.first, place.second});
        tape.output(sum);
    }
    result.tape = tape.finish();
    return result;
}

Tape write_jacobian_derivative(CompletedSystem& c)
{
    const std::vector<SecondPartial> partials = second_partials(c);
    const int size = c.layout.size;
    TapeBuilder tape(c.system.graph, std::uint32_t(2 * size));
    bind_point(c, tape);
    std::vector<Slot> sums(c.constraint_jacobian.entries.size(), tape.constant(0));
    for (const SecondPartial& partial : partials)
        sums[partial.entry] = tape.add(
            sums[partial.entry],
            tape.multiply(tape.emit(partial.value), tape.input(std::uint32_t(size + partial.j))));
    for (const Slot sum : sums) tape.output(sum);
    return tape.finish();
}

template <class S>
SecondDerivatives<S>::SecondDerivatives(Geometry<S>& geometry)
    : jacobian_pattern_(geometry.completed().constraint_jacobian)
{
    HessianTape hessian = write_hessian(geometry.completed());
    hessian_pattern_ = std::move(hessian.pattern);
    hessian_ = compile_program<S>(hessian.tape, geometry.native(), hessian_work_);
    along_ = compile_program<S>(write_jacobian_derivative(geometry.completed()), geometry.native(),
                                along_work_);
    in_.resize(std::max(hessian_.inputs(), along_.inputs()));
    entries_.resize(along_.outputs());
}

template <class S>
void SecondDerivatives<S>::hessian(const S* p, const S* mu, S* entries)
{
    std::copy(p, p + jacobian_pattern_.columns, in_.begin());
    std::copy(mu, mu + jacobian_pattern_.rows, in_.begin() + jacobian_pattern_.columns);
    hessian_.run(in_.data(), entries, hessian_work_.data());
}

template <class S>
void SecondDerivatives<S>::along(const S* p, const S* v, S* entries)
{
    std::copy(p, p + jacobian_pattern_.columns, in_.begin());
    std::copy(v, v + jacobian_pattern_.columns, in_.begin() + jacobian_pattern_.columns);
    along_.run(in_.data(), entries, along_work_.data());
}

template <class S>
void SecondDerivatives<S>::both(const S* p, const S* u, const S* v, S* values)
{
    along(p, u, entries_.data());
    std::fill(values, values + jacobian_pattern_.rows, S(0));
    for (std::size_t e = 0; e < entries_.size(); ++e) {
        const auto [row, column] = jacobian_pattern_.entries[e];
        values[row] += entries_[e] * v[column];
    }
}

template class SecondDerivatives<double>;
template class SecondDerivatives<Quad>;

}  // namespace involute
