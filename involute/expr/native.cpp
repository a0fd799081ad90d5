// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/native.hpp"

#if defined(INVOLUTE_NATIVE) && defined(__x86_64__)

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "involute/expr/functions.hpp"
#include "involute/expr/input.hpp"
#include "involute/expr/liveness.hpp"
#include "involute/expr/machine_code.hpp"
#include "involute/expr/repeat_body.hpp"
#include "involute/expr/sine_batches.hpp"

namespace involute {

namespace {

constexpr int register_count = MachineCode::register_count;
constexpr int nowhere = -1;
constexpr Value no_value = 0xffffffff;

double power_value(double a, double b)
{
    return std::pow(a, b);
}

double input_at(const InputFunction* function, int order, double t)
{
    return function->value(order, t);
}

/// The address to call, or null where there is a machine instruction.
const void* function_address(const Instruction& p)
{
    const auto address = [](auto* f) { return reinterpret_cast<const void*>(f); };
    if (p.code == Code::power) return address(&power_value);
    if (p.code == Code::input) return address(&input_at);
    if (p.code == Code::call1 && p.function != sqrt_function())
        return address(functions()[p.function].unary);
    if (p.code == Code::call2 && p.function != min_function())
        return address(functions()[p.function].binary);
    return nullptr;
}

bool has_calls(const Tape& tape)
{
    return std::ranges::any_of(tape.code, function_address);
}

// Shorter code stays in the first cache as it is, where it is quicker than loops.
constexpr std::size_t longest_without_loops = 4000;

std::vector<Repeat> repeats_of(const Tape& tape, const Liveness& live, int lanes)
{
    if (lanes > 1 || tape.code.size() <= longest_without_loops) return {};
    return find_repeats(kinds_of_instructions(tape, live));
}

/// Where the inputs and outputs of a tape are, and from which number on it may use the work area:
/// for one that is the body of a loop.
struct BodyPlaces {
    std::vector<MemoryPlace> inputs{}, outputs{};
    std::uint32_t work = 0;
};

/// Writes the code of one tape. What is repeated in it becomes loops, whose bodies are tapes of
/// their own; they find and leave all that others need in memory. Values live in registers; when
/// one is needed, the value with the furthest next use gives up its own (Belady, IBM Syst. J. 5
/// (1966) 78-101: optimal for loads, since straight-line code tells the future). A value without a
/// register is in its home: an input or output array, the constant pool, or its slot of the work
/// area.
class Writer {
public:
    Writer(const Tape& tape, MachineCode& machine, int lanes, const BodyPlaces* body = nullptr)
        : tape_(tape),
          live_(liveness(tape)),
          repeats_(body ? std::vector<Repeat>() : repeats_of(tape, live_, lanes)),
          sines_(find_sine_batches(tape, live_, lanes > 1, repeats_)),
          lanes_(lanes),
          machine_(machine),
          body_(body)
    {
        read_repeats();
        where_.assign(live_.values(), nowhere);
        at_home_.assign(live_.values(), false);
        std::fill_n(at_home_.begin(), live_.first_temporary, true);
        holds_.fill(no_value);
        first_output_.assign(live_.values(), no_value);
        next_output_.assign(live_.outputs.size(), no_value);
        for (Value k = Value(live_.outputs.size()); k-- > 0;)
            next_output_[k] = std::exchange(first_output_[live_.outputs[k]], k);
    }

    /// Numbers of work space the code needs.
    std::size_t work_size() const { return first_varying() + tape_.varying(); }
    /// Where the constants begin that depend on parameters.
    std::uint32_t first_varying() const { return temporaries() + sines_.space + bodies_space_; }

    void write()
    {
        auto batch = sines_.batches.begin();
        auto repeat = repeats_.begin();
        for (std::uint32_t i = 0; i < tape_.code.size(); ++i) {
            if (repeat != repeats_.end() && i == repeat->first) {
                write_repeat(bodies_[std::size_t(repeat - repeats_.begin())], *repeat);
                i = (repeat++)->end() - 1;
                continue;
            }
            if (sines_.result[i] == SineBatches::none) {
                write_instruction(i);
            } else {
                write_batch(*batch);
                i = batch++->end - 1;
            }
        }
        if (body_) return;
        // Outputs that are inputs or constants; the others were stored when computed.
        for (std::size_t k = 0; k < live_.outputs.size(); ++k) {
            if (live_.outputs[k] >= live_.first_temporary) continue;
            machine_.load(0, home(live_.outputs[k]));
            machine_.store(output(Value(k)), 0);
        }
    }

private:
    // ---- loops

    void read_repeats()
    {
        if (repeats_.empty()) return;
        const std::vector<std::uint32_t> last = last_uses(live_);
        for (const Repeat& repeat : repeats_) {
            bodies_.push_back(body_of(tape_, live_, last, repeat));
            std::uint32_t space = repeat.period;
            for (const Instruction& p : bodies_.back().tape.code)
                if (is_sine_or_cosine(p)) space += 2 * sines_at_once;
            bodies_space_ = std::max(bodies_space_, space);
        }
    }

    void write_repeat(const RepeatBody& body, const Repeat& repeat)
    {
        save_all();
        vacate_all();
        std::fill_n(at_home_.begin() + live_.target(repeat.first), repeat.end() - repeat.first,
                    true);
        BodyPlaces places{.work = temporaries() + sines_.space};
        std::vector<std::vector<std::uint32_t>> columns;
        const auto place = [&](const std::vector<Value>& values) {
            MemoryPlace first = home(values[0]);
            const std::uint32_t stride = home(values[1]).index - first.index;
            std::vector<std::uint32_t> column;
            bool steady = true;
            for (const Value v : values) {
                steady &= column.empty() || home(v).index - column.back() == stride;
                column.push_back(home(v).index);
            }
            if (steady) {
                first.stride = std::int32_t(stride);
                return first;
            }
            columns.push_back(std::move(column));
            return MemoryPlace{.area = first.area,
                               .index = std::uint32_t(columns.size() - 1),
                               .stride = 0,
                               .in_table = true};
        };
        for (const std::vector<Value>& input : body.inputs) places.inputs.push_back(place(input));
        for (const std::vector<Value>& output : body.outputs)
            places.outputs.push_back(place(output));
        std::vector<std::uint32_t> table;
        table.reserve(columns.size() * repeat.times);
        for (std::uint32_t time = 0; time < repeat.times; ++time)
            for (const std::vector<std::uint32_t>& column : columns) table.push_back(column[time]);
        machine_.begin_loop(std::move(table), std::uint32_t(columns.size()), repeat.times);
        Writer(body.tape, machine_, lanes_, &places).write();
        machine_.end_loop();
    }

    // ---- sines and cosines side by side

    std::uint32_t temporaries() const { return tape_.slots - live_.first_temporary; }
    MemoryPlace result_place(std::uint32_t result) const
    {
        return {MemoryPlace::Area::work, (body_ ? body_->work : 0) + temporaries() + result};
    }

    /// Results stay where the call puts them, until they are used; only outputs are stored at once.
    void write_batch(const SineBatches::Batch& batch)
    {
        for (std::uint32_t i = batch.first; i < batch.end; ++i)
            set_next_use(live_.rows[i].a, live_.rows[i].next_a);
        save_all();
        if (lanes_ == 1) {
            move_arguments_of(batch);
            vacate_all();
            machine_.call_sines(result_place(batch.results), batch.arguments.size() > 1);
        } else {
            for (const Value v : batch.arguments)
                if (where_[v] != nowhere) save(where_[v]);
            vacate_all();
            for (std::uint32_t k = 0; k < batch.arguments.size(); ++k) {
                machine_.load(0, home(batch.arguments[k]));
                machine_.call_sines_in_lanes(result_place(batch.results + k),
                                             result_place(batch.results + batch.room() + k));
            }
        }
        for (std::uint32_t i = batch.first; i < batch.end; ++i) {
            const Value v = live_.target(i);
            at_home_[v] = true;
            if (first_output_[v] == no_value) continue;
            const int r = take_register(0);
            machine_.load(r, result_place(sines_.result[i]));
            define(i, r);
        }
    }

    /// To registers 0, 1, .. in an order in which none is overwritten that is still to be moved;
    /// where they are exchanged, by way of a register that is not concerned. What a call for
    /// several has too many, it gets from the first.
    void move_arguments_of(const SineBatches::Batch& batch)
    {
        const int count = int(batch.arguments.size());
        std::array<int, register_count> from{};
        from.fill(nowhere);
        std::uint32_t waiting = 0;
        for (int k = 0; k < count; ++k) {
            from[std::size_t(k)] = where_[batch.arguments[std::size_t(k)]];
            if (from[std::size_t(k)] != nowhere) waiting |= 1u << k;
        }
        const auto needed = [&](int r) {
            for (int k = 0; k < count; ++k)
                if ((waiting >> k & 1) && k != r && from[std::size_t(k)] == r) return true;
            return false;
        };
        while (waiting) {
            bool moved = false;
            for (int k = 0; k < count; ++k) {
                if (!(waiting >> k & 1) || needed(k)) continue;
                machine_.copy(k, from[std::size_t(k)]);
                waiting &= ~(1u << k);
                moved = true;
            }
            if (moved) continue;
            int spare = count;
            while (needed(spare)) ++spare;
            const int k = std::countr_zero(waiting);
            machine_.copy(spare, from[std::size_t(k)]);
            from[std::size_t(k)] = spare;
        }
        for (int k = 0; k < count; ++k)
            if (from[std::size_t(k)] == nowhere)
                machine_.load(k, home(batch.arguments[std::size_t(k)]));
        for (int k = count; count > 1 && k < sines_at_once; ++k) machine_.copy(k, 0);
    }

    // ---- places

    MemoryPlace output(Value k) const
    {
        return body_ ? body_->outputs[k] : MemoryPlace{MemoryPlace::Area::out, k};
    }

    MemoryPlace home(Value v) const
    {
        if (v < tape_.inputs)
            return body_ ? body_->inputs[v] : MemoryPlace{MemoryPlace::Area::in, v};
        const Value varying = live_.first_temporary - tape_.varying();
        if (v < varying) return {MemoryPlace::Area::constants, v - tape_.inputs};
        if (v < live_.first_temporary)
            return {MemoryPlace::Area::work, first_varying() + (v - varying)};
        // As for every repetition of what computes it, whether a batch does or not.
        if (first_output_[v] != no_value) return output(first_output_[v]);
        if (const std::uint32_t result = sines_.result[v - live_.first_temporary];
            result != SineBatches::none)
            return result_place(result);
        const Slot slot = tape_.code[v - live_.first_temporary].target;
        return {MemoryPlace::Area::work, (body_ ? body_->work : 0) + slot - live_.first_temporary};
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
        machine_.store(home(v), r);
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
            machine_.load(r, home(v));
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
            machine_.store(output(k), r);
            at_home_[v] = true;
        }
        vacate_if_dead(v);
    }

    // ---- tape instructions

    void write_instruction(std::uint32_t i)
    {
        const Instruction& p = tape_.code[i];
        if (const void* address = function_address(p)) return write_call(i, address);
        switch (p.code) {
            case Code::add:
                return write_binary(i, MachineOp::add, true);
            case Code::subtract:
                return write_binary(i, MachineOp::subtract, false);
            case Code::multiply:
                return write_binary(i, MachineOp::multiply, true);
            case Code::divide:
                return write_binary(i, MachineOp::divide, false);
            case Code::maximum:
                return write_binary(i, MachineOp::maximum, false);
            case Code::call2:
                return write_binary(i, MachineOp::minimum, false);
            case Code::negate:
                return write_unary(i, &MachineCode::negate);
            case Code::absolute:
                return write_unary(i, &MachineCode::absolute);
            case Code::call1:
                return write_sqrt(i);
            case Code::power:
            case Code::input:
                break;
        }
    }

    void write_binary(std::uint32_t i, MachineOp op, bool commutes)
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
        int b = nowhere;
        if (b_here || row.a == row.b || deserves_register(row.next_b, pins))
            b = in_register(row.b, row.next_b, pins);
        const bool avx = machine_.has_avx();
        const bool keep_b = !avx && b != nowhere && b != a;
        vacate_if_dead(row.a);
        if (avx) vacate_if_dead(row.b);
        const int target = take_register(keep_b ? 1u << b : 0);
        if (b == nowhere)
            machine_.operate(op, target, a, home(row.b));
        else
            machine_.operate(op, target, a, b);
        if (!avx) vacate_if_dead(row.b);
        define(i, target);
    }

    int unary_target(std::uint32_t i, int& a)
    {
        const Liveness::Row& row = live_.rows[i];
        a = in_register(row.a, row.next_a, 0);
        vacate_if_dead(row.a);
        return take_register(0);
    }
    void write_unary(std::uint32_t i, void (MachineCode::*op)(int target, int a))
    {
        int a;
        const int target = unary_target(i, a);
        (machine_.*op)(target, a);
        define(i, target);
    }
    void write_sqrt(std::uint32_t i)
    {
        int a;
        const int target = unary_target(i, a);
        machine_.operate(MachineOp::sqrt, target, a, a);
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
        const Instruction& p = tape_.code[i];
        if (p.code == Code::input)
            machine_.call(address, tape_.input_functions[p.b].get(),
                          int(p.function) + first_input_order);
        else
            machine_.call(address, binary ? 2 : 1);
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
    void set_next_use(Value v, std::uint32_t next)
    {
        if (where_[v] != nowhere) next_[std::size_t(where_[v])] = next;
    }
    void move_argument(int r, Value v)
    {
        if (where_[v] == nowhere)
            machine_.load(r, home(v));
        else
            machine_.copy(r, where_[v]);
    }
    void move_arguments(Value a, Value b)
    {
        if (where_[b] != 0) {
            move_argument(0, a);
            move_argument(1, b);
        } else if (where_[a] == 1) {  // they change places
            machine_.copy(2, 0);
            machine_.copy(0, 1);
            machine_.copy(1, 2);
        } else {
            machine_.copy(1, 0);
            move_argument(0, a);
        }
    }

    const Tape& tape_;
    const Liveness live_;
    const std::vector<Repeat> repeats_;
    const SineBatches sines_;
    const int lanes_;
    MachineCode& machine_;
    const BodyPlaces* const body_;
    std::vector<RepeatBody> bodies_{};
    std::uint32_t bodies_space_ = 0;
    std::array<Value, register_count> holds_{};
    std::array<std::uint32_t, register_count> next_{};
    std::vector<std::int8_t> where_{};  // the register of a value
    std::vector<bool> at_home_{};       // whether a value's home has it
    // The outputs a value is, as a list: the first, then each one's next.
    std::vector<Value> first_output_{}, next_output_{};
};

}  // namespace

bool Native::available()
{
    return MachineCode::available();
}

int Native::most_lanes()
{
    return available() ? MachineCode::most_lanes() : 1;
}

Native::Native(const Tape& tape, bool avx) : Native(tape, avx, 1) {}

Native::Native(const Tape& tape, bool avx, int lanes)
{
    if (!available() || lanes > most_lanes()) return;
    MachineCode machine(tape.constants, avx, has_calls(tape), lanes);
    Writer writer(tape, machine, lanes);
    writer.write();
    MachineCode::Loaded loaded = machine.finish();
    if (!loaded.entry) return;
    code_ = std::move(loaded.memory);
    entry_ = loaded.entry;
    work_size_ = writer.work_size() * std::size_t(lanes);
    called_ = tape.input_functions;
}

}  // namespace involute

#else

namespace involute {

bool Native::available()
{
    return false;
}

int Native::most_lanes()
{
    return 1;
}

Native::Native(const Tape&, bool) {}
Native::Native(const Tape&, bool, int) {}

}  // namespace involute

#endif
