// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/machine_code.hpp"

#if defined(INVOLUTE_NATIVE) && defined(__x86_64__)

#include <asmjit/x86.h>

#include <array>

#include "involute/base/elementary.hpp"

namespace involute {

namespace {

namespace x86 = asmjit::x86;
using Id = x86::Inst::Id;

/// An operation on two operands: its SSE2 form (first operand destroyed), its AVX form, and that
/// for several lanes.
struct Forms {
    Id sse, avx, lanes;
};

constexpr Forms move_double{Id::kIdMovsd, Id::kIdVmovsd, Id::kIdVmovupd};
constexpr Forms move_register{Id::kIdMovapd, Id::kIdVmovapd, Id::kIdVmovapd};
constexpr Forms exclusive_or{Id::kIdXorpd, Id::kIdVxorpd, Id::kIdVxorpd};
constexpr Forms bitwise_and{Id::kIdAndpd, Id::kIdVandpd, Id::kIdVandpd};

Forms forms_of(MachineOp op)
{
    switch (op) {
        case MachineOp::add:
            return {Id::kIdAddsd, Id::kIdVaddsd, Id::kIdVaddpd};
        case MachineOp::subtract:
            return {Id::kIdSubsd, Id::kIdVsubsd, Id::kIdVsubpd};
        case MachineOp::multiply:
            return {Id::kIdMulsd, Id::kIdVmulsd, Id::kIdVmulpd};
        case MachineOp::divide:
            return {Id::kIdDivsd, Id::kIdVdivsd, Id::kIdVdivpd};
        case MachineOp::maximum:
            return {Id::kIdMaxsd, Id::kIdVmaxsd, Id::kIdVmaxpd};
        case MachineOp::minimum:
            return {Id::kIdMinsd, Id::kIdVminsd, Id::kIdVminpd};
        case MachineOp::sqrt:
            break;
    }
    return {Id::kIdSqrtsd, Id::kIdVsqrtsd, Id::kIdVsqrtpd};
}

// The constant pool lies in front of the code: two masks for whole registers, then the constants,
// each as often as there are lanes.
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;
constexpr int widest_register = 64;
constexpr int sign_mask = 0, magnitude_mask = widest_register, first_constant = 2 * widest_register;

// What a function is called by for several lanes: `values` has its first arguments, then its
// second ones, and receives the results.
template <int lanes>
void call_unary(double* values, double (*function)(double))
{
    for (int k = 0; k < lanes; ++k) values[k] = function(values[k]);
}
template <int lanes>
void call_binary(double* values, double (*function)(double, double))
{
    for (int k = 0; k < lanes; ++k) values[k] = function(values[k], values[lanes + k]);
}
template <int lanes>
void call_input(double* values, double (*function)(const void*, int, double), const void* object,
                int number)
{
    for (int k = 0; k < lanes; ++k) values[k] = function(object, number, values[k]);
}
template <int lanes>
void sines_in_lanes(const double* values, double* sines, double* cosines)
{
    sines_and_cosines(lanes, values, sines, cosines);
}

template <class F>
std::uint64_t address_of(F* f)
{
    return std::uint64_t(reinterpret_cast<std::uintptr_t>(f));
}

constexpr std::uint32_t cache_line = 64;

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
    int lanes = 1;
    // Of the loop: its row of the table, how often it has run. They survive calls.
    x86::Gp table_row = x86::r14, time = x86::r15;
    asmjit::Label loop{};
    std::uint32_t columns = 0, times = 0;
    // What the code reads, kept with it; the deleter of the code may be copied.
    std::shared_ptr<std::vector<std::vector<std::uint32_t>>> tables =
        std::make_shared<std::vector<std::vector<std::uint32_t>>>();

    x86::Vec reg(int r) const
    {
        if (lanes == 8) return x86::zmm(std::uint32_t(r));
        if (lanes == 4) return x86::ymm(std::uint32_t(r));
        return x86::xmm(std::uint32_t(r));
    }
    /// Room for two arguments of every lane.
    int scratch_size() const { return lanes == 1 ? 0 : 2 * 8 * lanes; }

    x86::Gp base_of(MemoryPlace::Area area)
    {
        switch (area) {
            case MemoryPlace::Area::in:
                return in_array;
            case MemoryPlace::Area::out:
                return out_array;
            case MemoryPlace::Area::work:
                return work_array;
            case MemoryPlace::Area::constants:
                break;
        }
        out.lea(x86::rcx, x86::Mem(pool, first_constant));
        return x86::rcx;
    }
    /// In a loop: of another number each time.
    x86::Mem moving_address(MemoryPlace place)
    {
        const x86::Gp base = base_of(place.area);
        if (place.in_table) {
            out.mov(x86::eax, x86::Mem(table_row, std::int32_t(4 * place.index), 4));
            return x86::Mem(base, x86::rax, 3, 0, 8);
        }
        const auto offset = std::int32_t(8 * place.index);
        if (place.stride == 1) return x86::Mem(base, time, 3, offset, 8);
        out.imul(x86::rax, time, 8 * place.stride);
        return x86::Mem(base, x86::rax, 0, offset, 8);
    }
    x86::Mem address(MemoryPlace place)
    {
        if (place.in_table || place.stride != 0) return moving_address(place);
        const auto offset = std::int32_t(8 * place.index) * lanes;
        const auto size = std::uint32_t(8 * lanes);
        switch (place.area) {
            case MemoryPlace::Area::in:
                return x86::Mem(in_array, offset, size);
            case MemoryPlace::Area::out:
                return x86::Mem(out_array, offset, size);
            case MemoryPlace::Area::work:
                return x86::Mem(work_array, offset, size);
            case MemoryPlace::Area::constants:
                break;
        }
        return x86::Mem(pool, first_constant + offset, size);
    }
    x86::Mem mask(int offset) const
    {
        return x86::Mem(pool, offset, std::uint32_t(lanes == 1 ? 16 : 8 * lanes));
    }

    void write_pool(const std::vector<Quad>& constants)
    {
        pool = out.newLabel();
        out.bind(pool);
        for (const std::uint64_t mask_bits : {sign_bit, ~sign_bit})
            for (int k = 0; k < widest_register / 8; ++k) out.embed(&mask_bits, sizeof mask_bits);
        for (const Quad& value : constants) {
            const double number = to_double(value);
            for (int k = 0; k < lanes; ++k) out.embed(&number, sizeof number);
        }
        out.align(asmjit::AlignMode::kData, cache_line);  // code beside numbers is slow to begin
        start = out.offset();
    }

    /// With calls the three pointers move to registers that survive them; five pushes also align
    /// the stack as calls want it.
    void enter()
    {
        for (const x86::Gp& r : {x86::rbx, x86::r12, x86::r13, x86::r14, x86::r15}) out.push(r);
        in_array = x86::rbx, out_array = x86::r12, work_array = x86::r13;
        out.mov(in_array, x86::rdi);
        out.mov(out_array, x86::rsi);
        out.mov(work_array, x86::rdx);
        if (lanes > 1) out.sub(x86::rsp, scratch_size());
    }
    void leave()
    {
        if (lanes > 1) out.add(x86::rsp, scratch_size());
        for (const x86::Gp& r : {x86::r15, x86::r14, x86::r13, x86::r12, x86::rbx}) out.pop(r);
    }

    /// Where the arguments of a function lie: on the stack.
    void spill_arguments(int count)
    {
        for (int k = 0; k < count; ++k)
            out.emit(move_double.lanes, x86::Mem(x86::rsp, 8 * lanes * k, std::uint32_t(8 * lanes)),
                     reg(k));
        out.mov(x86::rdi, x86::rsp);
    }
    /// Code that knows nothing of the upper halves of registers is slow where they are in use.
    void call(std::uint64_t address)
    {
        if (lanes > 1) out.vzeroupper();
        out.mov(x86::rax, address);
        out.call(x86::rax);
    }
    void fetch_result()
    {
        out.emit(move_double.lanes, reg(0), x86::Mem(x86::rsp, 0, std::uint32_t(8 * lanes)));
    }

    void operate(Forms op, bool avx, int target, int a, const asmjit::Operand& b)
    {
        if (lanes > 1) {
            if (op.lanes == Id::kIdVsqrtpd)
                out.emit(op.lanes, reg(target), b);
            else
                out.emit(op.lanes, reg(target), reg(a), b);
        } else if (avx) {
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

int MachineCode::most_lanes()
{
    const auto& features = asmjit::CpuInfo::host().features().x86();
    if (features.hasAVX512_F() && features.hasAVX512_DQ()) return 8;
    return features.hasAVX() ? 4 : 1;
}

MachineCode::MachineCode(const std::vector<Quad>& constants, bool avx, bool calls, int lanes)
    : asm_(std::make_unique<Assembler>()),
      avx_(avx && asmjit::CpuInfo::host().features().x86().hasAVX()),
      calls_(calls),
      lanes_(lanes)
{
    asm_->lanes = lanes;
    asm_->code.init(runtime()->environment());
    asm_->code.setErrorHandler(&asm_->failure);
    asm_->code.attach(&asm_->out);
    asm_->write_pool(constants);
    if (calls_)
        asm_->enter();
    else
        asm_->table_row = x86::r8, asm_->time = x86::r9;
}

MachineCode::~MachineCode() = default;

void MachineCode::load(int r, MemoryPlace from)
{
    const Id move = lanes_ > 1 ? move_double.lanes : avx_ ? move_double.avx : move_double.sse;
    asm_->out.emit(move, asm_->reg(r), asm_->address(from));
}

void MachineCode::store(MemoryPlace to, int r)
{
    const Id move = lanes_ > 1 ? move_double.lanes : avx_ ? move_double.avx : move_double.sse;
    asm_->out.emit(move, asm_->address(to), asm_->reg(r));
}

void MachineCode::copy(int to, int from)
{
    if (to == from) return;
    asm_->out.emit(avx_ ? move_register.avx : move_register.sse, asm_->reg(to), asm_->reg(from));
}

void MachineCode::operate(MachineOp op, int target, int a, int b)
{
    asm_->operate(forms_of(op), avx_, target, a, asm_->reg(b));
}

void MachineCode::operate(MachineOp op, int target, int a, MemoryPlace b)
{
    asm_->operate(forms_of(op), avx_, target, a, asm_->address(b));
}

void MachineCode::negate(int target, int a)
{
    asm_->operate(exclusive_or, avx_, target, a, asm_->mask(sign_mask));
}

void MachineCode::absolute(int target, int a)
{
    asm_->operate(bitwise_and, avx_, target, a, asm_->mask(magnitude_mask));
}

void MachineCode::call(const void* function, int arguments)
{
    if (lanes_ == 1) return asm_->call(address_of(function));
    asm_->spill_arguments(arguments);
    asm_->out.mov(x86::rsi, address_of(function));
    if (arguments == 1)
        asm_->call(lanes_ == 4 ? address_of(&call_unary<4>) : address_of(&call_unary<8>));
    else
        asm_->call(lanes_ == 4 ? address_of(&call_binary<4>) : address_of(&call_binary<8>));
    asm_->fetch_result();
}

void MachineCode::call(const void* function, const void* object, int number)
{
    if (lanes_ == 1) {
        asm_->out.mov(x86::rdi, address_of(object));
        asm_->out.mov(x86::esi, number);
        return asm_->call(address_of(function));
    }
    asm_->spill_arguments(1);
    asm_->out.mov(x86::rsi, address_of(function));
    asm_->out.mov(x86::rdx, address_of(object));
    asm_->out.mov(x86::ecx, number);
    asm_->call(lanes_ == 4 ? address_of(&call_input<4>) : address_of(&call_input<8>));
    asm_->fetch_result();
}

void MachineCode::call_sines(MemoryPlace results, bool several)
{
    asm_->out.lea(x86::rdi, asm_->address(results));
    if (several)
        asm_->call(address_of(four_sines_and_cosines()));
    else
        asm_->call(address_of<void(double*, double)>(&sine_and_cosine));
}

void MachineCode::call_sines_in_lanes(MemoryPlace sine, MemoryPlace cosine)
{
    asm_->spill_arguments(1);
    asm_->out.lea(x86::rsi, asm_->address(sine));
    asm_->out.lea(x86::rdx, asm_->address(cosine));
    asm_->call(lanes_ == 4 ? address_of(&sines_in_lanes<4>) : address_of(&sines_in_lanes<8>));
}

void MachineCode::begin_loop(std::vector<std::uint32_t> table, std::uint32_t columns,
                             std::uint32_t times)
{
    Assembler& a = *asm_;
    a.columns = columns;
    a.times = times;
    a.tables->push_back(std::move(table));
    if (columns > 0) a.out.mov(a.table_row, address_of(a.tables->back().data()));
    a.out.xor_(a.time.r32(), a.time.r32());
    a.loop = a.out.newLabel();
    a.out.bind(a.loop);
}

void MachineCode::end_loop()
{
    Assembler& a = *asm_;
    if (a.columns > 0) a.out.add(a.table_row, 4 * a.columns);
    a.out.inc(a.time);
    a.out.cmp(a.time, a.times);
    a.out.jb(a.loop);
}

MachineCode::Loaded MachineCode::finish()
{
    if (calls_) asm_->leave();
    if (lanes_ > 1) asm_->out.vzeroupper();
    asm_->out.ret();
    char* memory = nullptr;
    if (asm_->failure.happened || runtime()->add(&memory, &asm_->code) != asmjit::kErrorOk)
        return {};
    return {.memory = {memory,
                       [owner = runtime(), tables = asm_->tables](void* p) { owner->release(p); }},
            .entry = reinterpret_cast<Entry>(memory + asm_->start)};
}

}  // namespace involute

#endif
