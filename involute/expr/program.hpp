// SPDX-License-Identifier: Apache-2.0
// A tape ready to run: as native code over double where there is any, else interpreted.
#pragma once

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
    }

    bool is_native() const { return bool(native_); }
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
    }
    /// out = f(in). The three arrays must not overlap.
    void run(const S* in, S* out, S* work) const
    {
        if constexpr (std::is_same_v<S, double>)
            if (is_native()) return native_.run(in, out, work);
        interpreter_.run(in, out, work);
    }

private:
    std::size_t inputs_ = 0;
    std::size_t outputs_ = 0;
    Native native_{};
    Interpreter<S> interpreter_{};
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
