// SPDX-License-Identifier: Apache-2.0
// A tape as machine code (x86-64, through asmjit), with the bits of the interpreter: the same
// operations in the same order, no contraction, the same functions called.
#pragma once

#include <cstddef>
#include <memory>

#include "involute/expr/tape.hpp"

namespace involute {

class Native {
public:
    Native() = default;
    /// Whether this build and this machine can run native code.
    static bool available();
    /// Stays empty where native code cannot be made. AVX is used if the processor has it.
    explicit Native(const Tape& tape, bool avx = true);
    /// For so many sets of numbers at once, at most most_lanes(): every number of the three arrays
    /// is one of each set, side by side. Each set has the bits that it has alone.
    static Native in_lanes(const Tape& tape, int lanes) { return Native(tape, true, lanes); }
    /// 1, 4 or 8: what the registers of this machine hold; 1 where there is no native code.
    static int most_lanes();

    explicit operator bool() const { return code_ != nullptr; }
    std::size_t work_size() const { return work_size_; }
    /// The same for copies, and for nothing else.
    const void* identity() const { return code_.get(); }
    /// out = f(in). Constants are in the code; those that depend on parameters are the last numbers
    /// of the work area and must have been written there. Outputs are written as they are
    /// computed: the three arrays must not overlap.
    void run(const double* in, double* out, double* work) const { entry_(in, out, work); }

private:
    Native(const Tape& tape, bool avx, int lanes);

    using Entry = void (*)(const double* in, double* out, double* work);
    std::shared_ptr<const void> code_{};  // the memory the code is in, shared by copies
    Entry entry_ = nullptr;
    std::size_t work_size_ = 0;
    InputFunctions called_{};  // by the code
};

}  // namespace involute
