// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/machine_code.hpp"

#if defined(INVOLUTE_NATIVE) && defined(__x86_64__)

#include <asmjit/x86.h>

#include <array>
#include <cmath>

namespace involute {

namespace {

namespace x86 = asmjit::x86;
using Id = x86::Inst::Id;

/// An operation on two operands: its SSE2 form (first operand destroyed) and its AVX form.
struct Forms {
    Id sse, avx;
};

constexpr Forms move_double{Id::kIdMovsd, Id::kIdVmovsd};
constexpr Forms move_register{Id::kIdMovapd, Id::kIdVmovapd};
constexpr Forms exclusive_or{Id::kIdXorpd, Id::kIdVxorpd};
constexpr Forms bitwise_and{Id::kIdAndpd, Id::kIdVandpd};

Forms forms_of(MachineOp op)
{
    switch (op) {
        case MachineOp::add:
            return {Id::kIdAddsd, Id::kIdVaddsd};
        case MachineOp::subtract:
            return {Id::kIdSubsd, Id::kIdVsubsd};
        case MachineOp::multiply:
            return {Id::kIdMulsd, Id::kIdVmulsd};
        case MachineOp::divide:
            return {Id::kIdDivsd, Id::kIdVdivsd};
        case MachineOp::maximum:
            return {Id::kIdMaxsd, Id::kIdVmaxsd};
        case MachineOp::minimum:
            return {Id::kIdMinsd, Id::kIdVminsd};
        case MachineOp::sqrt:
            break;
    }
    return {Id::kIdSqrtsd, Id::kIdVsqrtsd};
}

// The constant pool lies in front of the code: two masks for whole registers, then the constants.
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;
constexpr std::array<std::uint64_t, 4> masks{sign_bit, sign_bit, ~sign_bit, ~sign_bit};
constexpr int sign_mask = 0, magnitude_mask = 16, first_constant = 32;

/// Remembers that something went wrong; the interpreter then runs instead.
struct Failure : asmjit::ErrorHandler {
    bool happened = false;
    void handleError(asmjit::Error, const char*, asmjit::BaseEmitter*) override { happened = true; }
};

std::shared_ptr<asmjit::JitRuntime> runtime()
{
    static const auto shared = std::make_shared<asmjit::JitRuntime>();
    return shared;
}

}  // namespace

struct MachineCode::Assembler {
    asmjit::CodeHolder code{};
    Failure failure{};
    x86::Assembler out{};
    asmjit::Label pool{};
    std::size_t start = 0;
    x86::Gp in_array = x86::rdi, out_array = x86::rsi, work_array = x86::rdx;

    x86::Mem address(MemoryPlace place) const
    {
        const auto offset = std::int32_t(8 * place.index);
        switch (place.area) {
            case MemoryPlace::Area::in:
                return x86::qword_ptr(in_array, offset);
            case MemoryPlace::Area::out:
                return x86::qword_ptr(out_array, offset);
            case MemoryPlace::Area::work:
                return x86::qword_ptr(work_array, offset);
            case MemoryPlace::Area::constants:
                break;
        }
        return x86::qword_ptr(pool, first_constant + offset);
    }

    void write_pool(const std::vector<Quad>& constants)
    {
        pool = out.newLabel();
        out.bind(pool);
        out.embed(masks.data(), sizeof masks);
        for (const Quad& value : constants) {
            const double number = to_double(value);
            out.embed(&number, sizeof number);
        }
        start = out.offset();
    }

    /// With calls the three pointers move to registers that survive them; three pushes also align
    /// the stack as calls want it.
    void enter()
    {
        for (const x86::Gp& r : {x86::rbx, x86::r12, x86::r13}) out.push(r);
        in_array = x86::rbx, out_array = x86::r12, work_array = x86::r13;
        out.mov(in_array, x86::rdi);
        out.mov(out_array, x86::rsi);
        out.mov(work_array, x86::rdx);
    }

    void operate(Forms op, bool avx, int target, int a, const asmjit::Operand& b)
    {
        if (avx) {
            out.emit(op.avx, x86::xmm(target), x86::xmm(a), b);
        } else {
            if (target != a) out.emit(move_register.sse, x86::xmm(target), x86::xmm(a));
            out.emit(op.sse, x86::xmm(target), b);
        }
    }
};

bool MachineCode::available()
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

MachineCode::MachineCode(const std::vector<Quad>& constants, bool avx, bool calls)
    : asm_(std::make_unique<Assembler>()),
      avx_(avx && asmjit::CpuInfo::host().features().x86().hasAVX()),
      calls_(calls)
{
    asm_->code.init(runtime()->environment());
    asm_->code.setErrorHandler(&asm_->failure);
    asm_->code.attach(&asm_->out);
    asm_->write_pool(constants);
    if (calls_) asm_->enter();
}

MachineCode::~MachineCode() = default;

void MachineCode::load(int r, MemoryPlace from)
{
    asm_->out.emit(avx_ ? move_double.avx : move_double.sse, x86::xmm(r), asm_->address(from));
}

void MachineCode::store(MemoryPlace to, int r)
{
    asm_->out.emit(avx_ ? move_double.avx : move_double.sse, asm_->address(to), x86::xmm(r));
}

void MachineCode::copy(int to, int from)
{
    if (to == from) return;
    asm_->out.emit(avx_ ? move_register.avx : move_register.sse, x86::xmm(to), x86::xmm(from));
}

void MachineCode::operate(MachineOp op, int target, int a, int b)
{
    asm_->operate(forms_of(op), avx_, target, a, x86::xmm(b));
}

void MachineCode::operate(MachineOp op, int target, int a, MemoryPlace b)
{
    asm_->operate(forms_of(op), avx_, target, a, asm_->address(b));
}

void MachineCode::negate(int target, int a)
{
    asm_->operate(exclusive_or, avx_, target, a, x86::xmmword_ptr(asm_->pool, sign_mask));
}

void MachineCode::absolute(int target, int a)
{
    asm_->operate(bitwise_and, avx_, target, a, x86::xmmword_ptr(asm_->pool, magnitude_mask));
}

void MachineCode::call(const void* function)
{
    asm_->out.mov(x86::rax, std::uint64_t(reinterpret_cast<std::uintptr_t>(function)));
    asm_->out.call(x86::rax);
}

void MachineCode::call(const void* function, const void* object, int number)
{
    asm_->out.mov(x86::rdi, std::uint64_t(reinterpret_cast<std::uintptr_t>(object)));
    asm_->out.mov(x86::esi, number);
    call(function);
}

void MachineCode::call_sincos(MemoryPlace sine, MemoryPlace cosine)
{
    asm_->out.lea(x86::rdi, asm_->address(sine));
    asm_->out.lea(x86::rsi, asm_->address(cosine));
    call(reinterpret_cast<const void*>(&::sincos));
}

MachineCode::Loaded MachineCode::finish()
{
    if (calls_)
        for (const x86::Gp& r : {x86::r13, x86::r12, x86::rbx}) asm_->out.pop(r);
    asm_->out.ret();
    char* memory = nullptr;
    if (asm_->failure.happened || runtime()->add(&memory, &asm_->code) != asmjit::kErrorOk)
        return {};
    return {.memory = {memory, [owner = runtime()](void* p) { owner->release(p); }},
            .entry = reinterpret_cast<Entry>(memory + asm_->start)};
}

}  // namespace involute

#endif
