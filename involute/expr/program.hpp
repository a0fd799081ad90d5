// SPDX-License-Identifier: Apache-2.0
// A tape ready to run: as native code over double where there is any, else interpreted.
#pragma once

#include <algorithm>
#include <memory>
#include <type_traits>
#include <vector>

#include "involute/expr/interpreter.hpp"
#include "involute/expr/native.hpp"

namespace involute {

template <class S>
class Program {
public:
    Program() = default;
    explicit Program(const Tape& tape, bool native = true)
        : inputs_(tape.inputs), outputs_(tape.outputs.size())
    {
        if (std::is_same_v<S, double> && native) native_ = Native(tape);
        if (!native_) interpreter_ = Interpreter<S>(tape);
        if (!tape.prelude) return;
        prelude_ = std::make_shared<const Interpreter<Quad>>(*tape.prelude);
        first_varying_ =
            (is_native() ? work_size() : tape.inputs + tape.constants.size()) - tape.varying();
        take(tape.constants.data() + tape.constants.size() - tape.varying());
    }

    bool is_native() const { return bool(native_); }
    /// The native code: the same for copies, and for nothing else.
    const void* code() const { return native_.identity(); }
    /// The constants that depend on parameters, with the values they have now: the last numbers of
    /// a work area.
    const std::vector<S>& varying() const { return varying_; }
    std::size_t inputs() const { return inputs_; }
    std::size_t outputs() const { return outputs_; }

    /// The number of scalars of a work area. A work area serves one run at a time.
    std::size_t work_size() const
    {
        return is_native() ? native_.work_size() : interpreter_.work_size();
    }
    /// Makes a work area ready; once, before the first run with it.
    void prepare(S* work) const
    {
        if (!is_native()) interpreter_.prepare(work);
        std::copy(varying_.begin(), varying_.end(), work + first_varying_);
    }
    /// From now on parameters have these values, in this work area and in those prepared later.
    /// Copies of the program share its code, not its values.
    void set_parameters(const std::vector<Quad>& values, S* work)
    {
        if (!prelude_) return;
        std::vector<Quad> scratch(prelude_->work_size()), found(varying_.size());
        prelude_->prepare(scratch.data());
        prelude_->run(values.data(), found.data(), scratch.data());
        take(found.data());
        std::copy(varying_.begin(), varying_.end(), work + first_varying_);
    }
    /// out = f(in). The three arrays must not overlap.
    void run(const S* in, S* out, S* work) const
    {
        if constexpr (std::is_same_v<S, double>)
            if (is_native()) return native_.run(in, out, work);
        interpreter_.run(in, out, work);
    }

private:
    void take(const Quad* varying)
    {
        varying_.resize(prelude_->outputs());
        for (std::size_t k = 0; k < varying_.size(); ++k) varying_[k] = from_quad<S>(varying[k]);
    }

    std::size_t inputs_ = 0;
    std::size_t outputs_ = 0;
    Native native_{};
    Interpreter<S> interpreter_{};
    std::shared_ptr<const Interpreter<Quad>> prelude_{};
    std::size_t first_varying_ = 0;  // in a work area
    std::vector<S> varying_{};
};

/// A program, with the work area it needs made ready.
template <class S>
Program<S> compile_program(const Tape& tape, bool native, std::vector<S>& work)
{
    Program<S> program(tape, native);
    work.assign(program.work_size(), S(0));
    program.prepare(work.data());
    return program;
}

}  // namespace involute
