// SPDX-License-Identifier: Apache-2.0
// Runs a tape over any scalar. It is always available, and native code must compute the same.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "involute/expr/function_rows.hpp"
#include "involute/expr/input.hpp"
#include "involute/expr/tape.hpp"

namespace involute {

template <class S>
class Interpreter {
public:
    Interpreter() = default;
    explicit Interpreter(const Tape& tape);

    std::size_t inputs() const { return inputs_; }
    std::size_t outputs() const { return outputs_.size(); }
    /// The number of scalars of a work area.
    std::size_t work_size() const { return slots_; }
    /// Writes the constants into a work area; once, before the first run with it.
    void prepare(S* work) const { std::copy(constants_.begin(), constants_.end(), work + inputs_); }
    /// Runs with a prepared work area; runs with different work areas may be concurrent.
    void run(const S* in, S* out, S* work) const;

private:
    // The codes of a tape, then an end mark: one dispatch per instruction and no counter.
    static constexpr std::uint8_t stop = std::uint8_t(Code::input) + 1;
    struct Step {
        std::uint8_t code;
        FunctionId function;
        Slot target, a, b;
    };

    std::size_t inputs_ = 0;
    std::size_t slots_ = 0;
    std::vector<S> constants_{};
    std::vector<Step> steps_{{.code = stop, .function = 0, .target = 0, .a = 0, .b = 0}};
    std::vector<Slot> outputs_{};
    InputFunctions functions_{};
};

template <class S>
Interpreter<S>::Interpreter(const Tape& tape)
    : inputs_(tape.inputs),
      slots_(tape.slots),
      outputs_(tape.outputs),
      functions_(tape.input_functions)
{
    constants_.reserve(tape.constants.size());
    for (const Quad& value : tape.constants) constants_.push_back(from_quad<S>(value));
    steps_.clear();
    steps_.reserve(tape.code.size() + 1);
    for (const Instruction& p : tape.code)
        steps_.push_back({std::uint8_t(p.code), p.function, p.target, p.a, p.b});
    steps_.push_back({stop, 0, 0, 0, 0});
}

// Threaded code (labels as values): every instruction jumps to the next by itself, which predicts
// far better than one switch in a loop.
template <class S>
void Interpreter<S>::run(const S* in, S* out, S* work) const
{
    using std::abs;
    using std::pow;
    static const void* const labels[] = {&&add,    &&subtract, &&multiply, &&divide,
                                         &&negate, &&power,    &&absolute, &&maximum,
                                         &&call1,  &&call2,    &&input,    &&end};
    std::copy(in, in + inputs_, work);
    const Step* p = steps_.data();
    goto* labels[p->code];

#define INVOLUTE_NEXT \
    ++p;              \
    goto* labels[p->code]

add:
    work[p->target] = work[p->a] + work[p->b];
    INVOLUTE_NEXT;
subtract:
    work[p->target] = work[p->a] - work[p->b];
    INVOLUTE_NEXT;
multiply:
    if constexpr (rows::is_range<S>)
        work[p->target] = p->a == p->b ? square(work[p->a]) : S(work[p->a] * work[p->b]);
    else
        work[p->target] = work[p->a] * work[p->b];
    INVOLUTE_NEXT;
divide:
    work[p->target] = work[p->a] / work[p->b];
    INVOLUTE_NEXT;
negate:
    work[p->target] = -work[p->a];
    INVOLUTE_NEXT;
power:
    work[p->target] = pow(work[p->a], work[p->b]);
    INVOLUTE_NEXT;
absolute:
    work[p->target] = abs(work[p->a]);
    INVOLUTE_NEXT;
maximum:
    work[p->target] = rows::Max::value<S>(work[p->a], work[p->b]);
    INVOLUTE_NEXT;
call1:
    work[p->target] = rows::unary_values<S>[p->function](work[p->a]);
    INVOLUTE_NEXT;
call2:
    work[p->target] = rows::binary_values<S>[p->function](work[p->a], work[p->b]);
    INVOLUTE_NEXT;
input:
    work[p->target] =
        input_value(*functions_[p->b], int(p->function) + first_input_order, work[p->a]);
    INVOLUTE_NEXT;
end:
#undef INVOLUTE_NEXT
    for (std::size_t i = 0; i < outputs_.size(); ++i) out[i] = work[outputs_[i]];
}

extern template class Interpreter<double>;
extern template class Interpreter<Quad>;

}  // namespace involute
