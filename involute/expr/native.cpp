// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/native.hpp"

#if defined(INVOLUTE_NATIVE) && defined(__x86_64__)

#include <asmjit/x86.h>

#include <array>
#include <bit>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "involute/expr/functions.hpp"
#include "involute/expr/liveness.hpp"

namespace involute {

namespace {

namespace x86 = asmjit::x86;
using Id = x86::Inst::Id;

constexpr int register_count = 16;
constexpr int nowhere = -1;
constexpr Value no_value = 0xffffffff;

/// An operation on two operands: its SSE2 form (first operand destroyed) and its AVX form.
struct Pair {
    Id sse, avx;
};
constexpr Pair op_add{Id::kIdAddsd, Id::kIdVaddsd}, op_subtract{Id::kIdSubsd, Id::kIdVsubsd},
    op_multiply{Id::kIdMulsd, Id::kIdVmulsd}, op_divide{Id::kIdDivsd, Id::kIdVdivsd},
    op_maximum{Id::kIdMaxsd, Id::kIdVmaxsd}, op_minimum{Id::kIdMinsd, Id::kIdVminsd},
    op_sqrt{Id::kIdSqrtsd, Id::kIdVsqrtsd}, op_xor{Id::kIdXorpd, Id::kIdVxorpd},
    op_and{Id::kIdAndpd, Id::kIdVandpd};

// The constant pool lies in front of the code: two masks for whole registers, then the constants.
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;
constexpr std::array<std::uint64_t, 4> masks{sign_bit, sign_bit, ~sign_bit, ~sign_bit};
constexpr int sign_mask = 0, magnitude_mask = 16, first_constant = 32;

double power_value(double a, double b)
{
    return std::pow(a, b);
}

/// Remembers that something went wrong; the interpreter then runs instead.
struct Failure : asmjit::ErrorHandler {
    bool happened = false;
    void handleError(asmjit::Error, const char*, asmjit::BaseEmitter*) override { happened = true; }
};

/// Writes the code of one tape. Values live in registers; when one is needed, the value with the
/// furthest next use gives up its own (Belady, IBM Syst. J. 5 (1966) 78-101: optimal for loads,
/// since straight-line code tells the future). A value without a register is in its home: an input
/// or output array, the constant pool, or its slot of the work area.
class Writer {
public:
    Writer(const Tape& tape, x86::Assembler& assembler, bool avx)
        : tape_(tape), live_(liveness(tape)), asm_(assembler), avx_(avx)
    {
        where_.assign(live_.values(), nowhere);
        at_home_.assign(live_.values(), false);
        std::fill_n(at_home_.begin(), live_.first_temporary, true);
        holds_.fill(no_value);
        first_output_.assign(live_.values(), no_value);
        next_output_.assign(live_.outputs.size(), no_value);
        for (Value k = Value(live_.outputs.size()); k-- > 0;)
            next_output_[k] = std::exchange(first_output_[live_.outputs[k]], k);
        for (const Instruction& p : tape.code) calls_ = calls_ || function_address(p);
        find_pairs();
    }

    /// Numbers of work space the code needs.
    std::size_t work_size() const { return temporaries() + 2 * pairs_; }

    void write_pool()
    {
        pool_ = asm_.newLabel();
        asm_.bind(pool_);
        asm_.embed(masks.data(), sizeof masks);
        for (const Quad& value : tape_.constants) {
            const double number = to_double(value);
            asm_.embed(&number, sizeof number);
        }
    }

    void write_code()
    {
        enter();
        for (std::uint32_t i = 0; i < tape_.code.size(); ++i) write_instruction(i);
        // Outputs that are inputs or constants; the others were stored when computed.
        for (std::size_t k = 0; k < live_.outputs.size(); ++k) {
            if (live_.outputs[k] >= live_.first_temporary) continue;
            load(0, home(live_.outputs[k]));
            store(output(Value(k)), 0);
        }
        leave();
    }

private:
    // ---- sin and cos of the same value are one call of sincos, which computes the same bits

    void find_pairs()
    {
        const FunctionId sine = *find_function("sin"), cosine = *find_function("cos");
        partner_.assign(tape_.code.size(), Liveness::never);
        std::unordered_map<Value, std::uint32_t> seen[2];  // by argument: the sin, the cos
        for (std::uint32_t i = 0; i < tape_.code.size(); ++i) {
            const Instruction& p = tape_.code[i];
            if (p.code != Code::call1 || (p.function != sine && p.function != cosine)) continue;
            const bool is_cosine = p.function == cosine;
            seen[is_cosine][live_.rows[i].a] = i;
            const auto other = seen[!is_cosine].find(live_.rows[i].a);
            if (other == seen[!is_cosine].end()) continue;
            partner_[i] = other->second;
            partner_[other->second] = i;
            pair_of_[i] = pair_of_[other->second] = std::uint32_t(pairs_++);
        }
    }
    std::size_t temporaries() const { return tape_.slots - live_.first_temporary; }
    x86::Mem pair_result(std::uint32_t i, bool cosine) const
    {
        return x86::qword_ptr(work_, bytes(temporaries() + 2 * pair_of_.at(i) + cosine));
    }
    bool is_cosine(std::uint32_t i) const
    {
        return functions()[tape_.code[i].function].name == "cos";
    }

    /// The first of the two calls; the second only fetches its result.
    void write_pair(std::uint32_t i)
    {
        const Liveness::Row& row = live_.rows[i];
        set_next_use(row.a, row.next_a);
        if (partner_[i] > i) {
            save_all();
            move_argument(0, row.a);
            vacate_all();
            asm_.lea(x86::rdi, pair_result(i, false));
            asm_.lea(x86::rsi, pair_result(i, true));
            call(reinterpret_cast<const void*>(&::sincos));
        } else {
            vacate_if_dead(row.a);
        }
        const int r = take_register(0);
        load(r, pair_result(i, is_cosine(i)));
        define(i, r);
    }

    // ---- the frame: with calls the three pointers move to registers that survive them; three
    // pushes also align the stack as calls want it.

    void enter()
    {
        if (!calls_) return;
        for (const x86::Gp& r : {x86::rbx, x86::r12, x86::r13}) asm_.push(r);
        in_ = x86::rbx, out_ = x86::r12, work_ = x86::r13;
        asm_.mov(in_, x86::rdi);
        asm_.mov(out_, x86::rsi);
        asm_.mov(work_, x86::rdx);
    }
    void leave()
    {
        if (calls_)
            for (const x86::Gp& r : {x86::r13, x86::r12, x86::rbx}) asm_.pop(r);
        asm_.ret();
    }

    // ---- places

    static std::int32_t bytes(std::size_t index) { return std::int32_t(8 * index); }

    x86::Mem output(Value k) const { return x86::qword_ptr(out_, bytes(k)); }

    x86::Mem home(Value v) const
    {
        if (v < tape_.inputs) return x86::qword_ptr(in_, bytes(v));
        if (v < live_.first_temporary)
            return x86::qword_ptr(pool_, first_constant + bytes(v - tape_.inputs));
        if (first_output_[v] != no_value) return output(first_output_[v]);
        const Slot slot = tape_.code[v - live_.first_temporary].target;
        return x86::qword_ptr(work_, bytes(slot - live_.first_temporary));
    }

    x86::Mem mask(int offset) const { return x86::xmmword_ptr(pool_, offset); }

    // ---- machine instructions

    void load(int r, const x86::Mem& from)
    {
        asm_.emit(avx_ ? Id::kIdVmovsd : Id::kIdMovsd, x86::xmm(r), from);
    }
    void store(const x86::Mem& to, int r)
    {
        asm_.emit(avx_ ? Id::kIdVmovsd : Id::kIdMovsd, to, x86::xmm(r));
    }
    void copy(int to, int from)
    {
        if (to != from)
            asm_.emit(avx_ ? Id::kIdVmovapd : Id::kIdMovapd, x86::xmm(to), x86::xmm(from));
    }
    /// target = a op b; without AVX target must not be the register of b, unless a is too.
    void operate(const Pair& op, int target, int a, const asmjit::Operand& b)
    {
        if (avx_) {
            asm_.emit(op.avx, x86::xmm(target), x86::xmm(a), b);
        } else {
            copy(target, a);
            asm_.emit(op.sse, x86::xmm(target), b);
        }
    }

    // ---- registers

    void occupy(int r, Value v, std::uint32_t next)
    {
        holds_[std::size_t(r)] = v;
        next_[std::size_t(r)] = next;
        where_[v] = std::int8_t(r);
    }
    void vacate(int r)
    {
        where_[holds_[std::size_t(r)]] = nowhere;
        holds_[std::size_t(r)] = no_value;
    }
    void save(int r)
    {
        const Value v = holds_[std::size_t(r)];
        if (at_home_[v]) return;
        store(home(v), r);
        at_home_[v] = true;
    }

    /// A free register, or else the one whose value is needed last, among those not pinned.
    int best_register(std::uint32_t pinned) const
    {
        int best = nowhere;
        for (int r = 0; r < register_count; ++r) {
            if (holds_[std::size_t(r)] == no_value) return r;
            if (pinned >> r & 1) continue;
            if (best == nowhere || next_[std::size_t(r)] > next_[std::size_t(best)]) best = r;
        }
        return best;
    }
    int take_register(std::uint32_t pinned)
    {
        const int r = best_register(pinned);
        if (holds_[std::size_t(r)] != no_value) {
            save(r);
            vacate(r);
        }
        return r;
    }

    /// The register of an operand whose next use after this one is `next`.
    int in_register(Value v, std::uint32_t next, std::uint32_t pinned)
    {
        int r = where_[v];
        if (r == nowhere) {
            r = take_register(pinned);
            load(r, home(v));
        }
        occupy(r, v, next);
        return r;
    }
    /// Whether an operand in memory deserves a register: it is used again, and before the value
    /// that would have to go.
    bool deserves_register(std::uint32_t next, std::uint32_t pinned) const
    {
        if (next == Liveness::never) return false;
        const int r = best_register(pinned);
        return holds_[std::size_t(r)] == no_value || next_[std::size_t(r)] > next;
    }
    void vacate_if_dead(Value v)
    {
        const int r = where_[v];
        if (r != nowhere && next_[std::size_t(r)] == Liveness::never) vacate(r);
    }

    void define(std::uint32_t i, int r)
    {
        const Value v = live_.target(i);
        occupy(r, v, live_.rows[i].next_target);
        for (Value k = first_output_[v]; k != no_value; k = next_output_[k]) {
            store(output(k), r);
            at_home_[v] = true;
        }
        vacate_if_dead(v);
    }

    // ---- tape instructions

    /// The address to call, or null where there is a machine instruction.
    static const void* function_address(const Instruction& p)
    {
        const auto address = [](auto* f) { return reinterpret_cast<const void*>(f); };
        if (p.code == Code::power) return address(&power_value);
        if (p.code == Code::call1 && p.function != sqrt_function())
            return address(functions()[p.function].unary);
        if (p.code == Code::call2 && p.function != min_function())
            return address(functions()[p.function].binary);
        return nullptr;
    }

    void write_instruction(std::uint32_t i)
    {
        const Instruction& p = tape_.code[i];
        if (partner_[i] != Liveness::never) return write_pair(i);
        if (const void* address = function_address(p)) return write_call(i, address);
        switch (p.code) {
            case Code::add:
                return write_binary(i, op_add, true);
            case Code::subtract:
                return write_binary(i, op_subtract, false);
            case Code::multiply:
                return write_binary(i, op_multiply, true);
            case Code::divide:
                return write_binary(i, op_divide, false);
            case Code::maximum:
                return write_binary(i, op_maximum, false);
            case Code::call2:
                return write_binary(i, op_minimum, false);
            case Code::negate:
                return write_mask(i, op_xor, sign_mask);
            case Code::absolute:
                return write_mask(i, op_and, magnitude_mask);
            case Code::call1:
                return write_sqrt(i);
            case Code::power:
                break;
        }
    }

    void write_binary(std::uint32_t i, const Pair& op, bool commutes)
    {
        Liveness::Row row = live_.rows[i];
        if (commutes && where_[row.a] == nowhere && where_[row.b] != nowhere) {
            std::swap(row.a, row.b);
            std::swap(row.next_a, row.next_b);
        }
        const bool b_here = where_[row.b] != nowhere;
        const std::uint32_t pin_b = b_here ? 1u << where_[row.b] : 0;
        const int a = in_register(row.a, row.next_a, pin_b);
        const std::uint32_t pins = pin_b | 1u << a;
        asmjit::Operand b;
        std::uint32_t pin_target = 0;
        if (b_here || row.a == row.b || deserves_register(row.next_b, pins)) {
            const int r = in_register(row.b, row.next_b, pins);
            b = x86::xmm(r);
            if (!avx_ && r != a) pin_target = 1u << r;
        } else {
            b = home(row.b);
        }
        vacate_if_dead(row.a);
        if (avx_) vacate_if_dead(row.b);
        const int target = take_register(pin_target);
        operate(op, target, a, b);
        if (!avx_) vacate_if_dead(row.b);
        define(i, target);
    }

    int unary_target(std::uint32_t i, int& a)
    {
        const Liveness::Row& row = live_.rows[i];
        a = in_register(row.a, row.next_a, 0);
        vacate_if_dead(row.a);
        return take_register(0);
    }
    void write_mask(std::uint32_t i, const Pair& op, int offset)
    {
        int a;
        const int target = unary_target(i, a);
        operate(op, target, a, mask(offset));
        define(i, target);
    }
    void write_sqrt(std::uint32_t i)
    {
        int a;
        const int target = unary_target(i, a);
        operate(op_sqrt, target, a, x86::xmm(a));
        define(i, target);
    }

    /// A call destroys every register: what is needed afterwards goes home first.
    void write_call(std::uint32_t i, const void* address)
    {
        const Liveness::Row& row = live_.rows[i];
        const bool binary = operand_count(tape_.code[i].code) == 2;
        set_next_use(row.a, row.next_a);
        if (binary) set_next_use(row.b, row.next_b);
        save_all();
        if (binary)
            move_arguments(row.a, row.b);
        else
            move_argument(0, row.a);
        vacate_all();
        call(address);
        define(i, 0);
    }
    void save_all()
    {
        for (int r = 0; r < register_count; ++r)
            if (holds_[std::size_t(r)] != no_value && next_[std::size_t(r)] != Liveness::never)
                save(r);
    }
    void vacate_all()
    {
        for (int r = 0; r < register_count; ++r)
            if (holds_[std::size_t(r)] != no_value) vacate(r);
    }
    void call(const void* address)
    {
        asm_.mov(x86::rax, std::uint64_t(reinterpret_cast<std::uintptr_t>(address)));
        asm_.call(x86::rax);
    }
    void set_next_use(Value v, std::uint32_t next)
    {
        if (where_[v] != nowhere) next_[std::size_t(where_[v])] = next;
    }
    void move_argument(int r, Value v)
    {
        if (where_[v] == nowhere)
            load(r, home(v));
        else
            copy(r, where_[v]);
    }
    void move_arguments(Value a, Value b)
    {
        if (where_[b] != 0) {
            move_argument(0, a);
            move_argument(1, b);
        } else if (where_[a] == 1) {  // they change places
            copy(2, 0);
            copy(0, 1);
            copy(1, 2);
        } else {
            copy(1, 0);
            move_argument(0, a);
        }
    }

    const Tape& tape_;
    const Liveness live_;
    x86::Assembler& asm_;
    const bool avx_;
    bool calls_ = false;
    x86::Gp in_ = x86::rdi, out_ = x86::rsi, work_ = x86::rdx;
    asmjit::Label pool_{};
    std::array<Value, register_count> holds_{};
    std::array<std::uint32_t, register_count> next_{};
    std::vector<std::int8_t> where_{};  // the register of a value
    std::vector<bool> at_home_{};       // whether a value's home has it
    // The outputs a value is, as a list: the first, then each one's next.
    std::vector<Value> first_output_{}, next_output_{};
    std::vector<std::uint32_t> partner_{};  // of a sin the cos of the same value, and vice versa
    std::unordered_map<std::uint32_t, std::uint32_t> pair_of_{};
    std::size_t pairs_ = 0;
};

std::shared_ptr<asmjit::JitRuntime> runtime()
{
    static const auto shared = std::make_shared<asmjit::JitRuntime>();
    return shared;
}

bool has_avx()
{
    return asmjit::CpuInfo::host().features().x86().hasAVX();
}

}  // namespace

bool Native::available()
{
    // Some systems forbid memory that is written and then run.
    static const bool works = [] {
        asmjit::CodeHolder code;
        void* entry = nullptr;
        if (code.init(runtime()->environment()) != asmjit::kErrorOk) return false;
        x86::Assembler assembler(&code);
        assembler.ret();
        if (runtime()->add(&entry, &code) != asmjit::kErrorOk) return false;
        runtime()->release(entry);
        return true;
    }();
    return works;
}

Native::Native(const Tape& tape, bool avx)
{
    if (!available()) return;
    asmjit::CodeHolder code;
    Failure failure;
    code.init(runtime()->environment());
    code.setErrorHandler(&failure);
    x86::Assembler assembler(&code);
    Writer writer(tape, assembler, avx && has_avx());
    writer.write_pool();
    const std::size_t start = assembler.offset();
    writer.write_code();
    char* memory = nullptr;
    if (failure.happened || runtime()->add(&memory, &code) != asmjit::kErrorOk) return;
    code_ = {memory, [owner = runtime()](void* p) { owner->release(p); }};
    entry_ = reinterpret_cast<Entry>(memory + start);
    work_size_ = writer.work_size();
}

}  // namespace involute

#else

namespace involute {

bool Native::available()
{
    return false;
}

Native::Native(const Tape&, bool) {}

}  // namespace involute

#endif
