// SPDX-License-Identifier: Apache-2.0
// Machine code of x86-64, written instruction by instruction: a function of three arrays,
// f(in, out, work). The only place that knows asmjit; there is nothing here without it.
//
// With several lanes every number is so many, side by side: one instruction does the same to each
// of them, and functions are called for one after the other.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "involute/base/scalar.hpp"

namespace involute {

/// A number in memory: an element of one of the three arrays, or a constant of the code. In a loop
/// it can be another one each time: `stride` further on, or the one that a table names.
struct MemoryPlace {
    enum class Area { in, out, work, constants };
    Area area{};
    std::uint32_t index = 0;  // in_table: the column
    std::int32_t stride = 0;
    bool in_table = false;
};

enum class MachineOp { add, subtract, multiply, divide, maximum, minimum, sqrt };

/// Registers are the numbers 0 to 15. A call takes its arguments in 0 and 1, returns its result in
/// 0, and destroys them all.
class MachineCode {
public:
    static constexpr int register_count = 16;
    using Entry = void (*)(const double* in, double* out, double* work);
    /// What can be run; without an entry if something went wrong.
    struct Loaded {
        std::shared_ptr<const void> memory{};
        Entry entry = nullptr;
    };

    /// Whether this machine lets us run what we write.
    static bool available();

    /// The most lanes of code that this machine can run: 1, 4 (AVX) or 8 (AVX-512).
    static int most_lanes();

    /// Begins a function. AVX is used if it is wanted and the processor has it, and always for
    /// several lanes; `calls`: whether the function will call others.
    MachineCode(const std::vector<Quad>& constants, bool avx, bool calls, int lanes = 1);
    ~MachineCode();
    MachineCode(const MachineCode&) = delete;
    MachineCode& operator=(const MachineCode&) = delete;

    /// With AVX the target of an operation is independent of its operands; without, it must not be
    /// the register of b, unless a is there too.
    bool has_avx() const { return avx_; }

    void load(int r, MemoryPlace from);
    void store(MemoryPlace to, int r);
    void copy(int to, int from);
    /// target = a op b
    void operate(MachineOp op, int target, int a, int b);
    void operate(MachineOp op, int target, int a, MemoryPlace b);
    void negate(int target, int a);
    void absolute(int target, int a);
    void call(const void* function, int arguments);
    /// Of a function of an object, a number and the value in register 0.
    void call(const void* function, const void* object, int number);
    /// Sine and cosine of register 0, to two numbers in a row; of several, registers 0 to 3: four
    /// sines, then four cosines. Not in lanes.
    void call_sines(MemoryPlace results, bool several);
    /// Sine and cosine of register 0, in lanes.
    void call_sines_in_lanes(MemoryPlace sine, MemoryPlace cosine);

    /// What is written between these runs so many times. Each time has a row of the table, which
    /// has so many columns. Registers hold nothing at either end. One lane, no loops within loops.
    void begin_loop(std::vector<std::uint32_t> table, std::uint32_t columns, std::uint32_t times);
    void end_loop();

    /// Ends the function and loads it.
    Loaded finish();

private:
    struct Assembler;  // of asmjit
    std::unique_ptr<Assembler> asm_;
    bool avx_ = false;
    bool calls_ = false;
    int lanes_ = 1;
};

}  // namespace involute
