// SPDX-License-Identifier: Apache-2.0
#include "involute/step/newton_code.hpp"

#include <algorithm>
#include <limits>

#include "involute/step/tape_number.hpp"

namespace involute {
namespace {

// Writing and loading code takes as long as some 2000 iterations save, whatever their size: both
// grow with the number of operations.
constexpr long pays_after = 2000;
// Longer code is slower than loops that fit into the first cache.
constexpr int most_numbers = 3000;

std::vector<TapeNumber> inputs(TapeBuilder& tape, std::size_t& next, std::size_t count)
{
    std::vector<TapeNumber> numbers;
    for (std::size_t i = 0; i < count; ++i)
        numbers.emplace_back(tape, tape.input(std::uint32_t(next++)));
    return numbers;
}

/// Binds the leaves of a point and its tops to the inputs from this one on.
void bind_state(CompletedSystem& c, TapeBuilder& tape, std::uint32_t first)
{
    for (int i = 0; i < c.layout.size; ++i)
        tape.bind(leaf_at(c, i), tape.input(first + std::uint32_t(i)));
    first += std::uint32_t(c.layout.size);
    for (int j = 0; j < c.layout.unknowns; ++j)
        tape.bind(c.top(j), tape.input(first + std::uint32_t(j)));
}

}  // namespace

bool NewtonCode::is_due()
{
    return ++without_ == pays_after;
}

void NewtonCode::write(CompletedSystem& completed, const StageRows& rows,
                       const EliminationPlan& plan, const StageNumbers<double>& numbers,
                       const Shape& shape)
{
    shape_ = shape;
    const int n = shape.unknowns, size = shape.size;
    const auto stride = std::size_t(size + n);
    states_ = std::size_t(shape.stages) * stride;
    with_stages(shape.stages, [&](auto stages) {
        constexpr int s = stages, pairs = s / 2, width = 2 * pairs + 1;
        const auto slots = std::size_t(plan.slots() * width), wide = std::size_t(n * width);
        if (slots + states_ > std::size_t(most_numbers)) return;
        const std::size_t total = states_ + slots + wide + std::size_t(n) + std::size_t(size) + 1;
        TapeBuilder tape(completed.system.graph, std::uint32_t(total));
        std::size_t next = 0;
        std::vector<TapeNumber> states = inputs(tape, next, states_);
        const auto values = inputs(tape, next, slots), inverses = inputs(tape, next, wide),
                   diagonal = inputs(tape, next, std::size_t(n)),
                   weight = inputs(tape, next, std::size_t(size)), h = inputs(tape, next, 1);

        std::vector<TapeNumber> residuals, modes(wide), work(wide), changes(states_);
        for (std::size_t i = 0; i < std::size_t(s); ++i) {
            bind_state(completed, tape, std::uint32_t(i * stride));
            for (const NodeId row : rows.rows) residuals.emplace_back(tape, tape.emit(row));
        }
        to_modes<s>(numbers, n, residuals.data(), modes.data());
        plan.solve<pairs>(values.data(), inverses.data(), diagonal.data(), modes.data(),
                          work.data());
        from_modes<s>(numbers, n, modes.data(), changes.data() + size, stride);
        const TapeNumber squares = add_changes<s>(numbers, shape.links, size, n, stride, h[0],
                                                  weight.data(), changes.data(), states.data());
        for (const TapeNumber& state : states) tape.output(state.slot(tape));
        for (const TapeNumber& change : changes) tape.output(change.slot(tape));
        tape.output(squares.slot(tape));
        program_ = compile_program<double>(tape.finish(), true, work_);
        in_.assign(total, 0.0);
        out_.assign(2 * states_ + 1, 0.0);
    });
}

void NewtonCode::begin(const double* states, const ShiftedMatrices<double>& matrices,
                       const double* weight, double h)
{
    double* next = std::copy_n(states, states_, in_.data());
    next = matrices.copy_factors(next);
    next = std::copy_n(weight, shape_.size, next);
    *next = h;
}

double NewtonCode::iterate(double* states, double* changes)
{
    program_.run(in_.data(), out_.data(), work_.data());
    std::copy_n(out_.data() + states_, states_, changes);
    if (!all_finite(changes, states_)) return std::numeric_limits<double>::quiet_NaN();
    std::copy_n(out_.data(), states_, in_.data());
    std::copy_n(out_.data(), states_, states);
    return out_.back();
}

}  // namespace involute
