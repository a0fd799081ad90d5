// SPDX-License-Identifier: Apache-2.0
#include "involute/step/newton_code.hpp"

#include <cmath>
#include <limits>

#include "involute/geometry/shifted_loops.hpp"
#include "involute/step/tape_number.hpp"

namespace involute {
namespace {

// Writing and loading code takes as long as it saves in some 250 to 750 iterations and what goes
// with them, whatever their size: both grow with the number of operations.
constexpr long pays_after = 600;
// Longer code is slower than loops that fit into the first cache.
constexpr int most_numbers = 3000;
constexpr std::size_t longest_factorisation = 4000;

using Numbers = std::vector<TapeNumber>;

/// A tape over the whole memory.
struct MemoryTape {
    MemoryTape(const Graph& graph, std::size_t size) : tape(graph, std::uint32_t(size)) {}
    TapeNumber at(std::size_t place) { return TapeNumber(tape, tape.input(std::uint32_t(place))); }
    Numbers at(std::size_t place, std::size_t count)
    {
        Numbers numbers;
        for (std::size_t i = 0; i < count; ++i) numbers.push_back(at(place + i));
        return numbers;
    }
    void output(const TapeNumber& number) { tape.output(number.slot(tape)); }
    void output(const Numbers& numbers)
    {
        for (const TapeNumber& number : numbers) output(number);
    }
    Program<double> finish(std::vector<double>& work)
    {
        return compile_program<double>(tape.finish(), true, work);
    }

    TapeBuilder tape;
};

/// Binds the leaves of a point and its tops to the inputs from this one on.
void bind_state(CompletedSystem& c, TapeBuilder& tape, std::uint32_t first)
{
    for (int i = 0; i < c.layout.size; ++i)
        tape.bind(leaf_at(c, i), tape.input(first + std::uint32_t(i)));
    first += std::uint32_t(c.layout.size);
    for (int j = 0; j < c.layout.unknowns; ++j)
        tape.bind(c.top(j), tape.input(first + std::uint32_t(j)));
}

/// Writes the parts down for a method with s stages.
template <int s>
class Writer {
public:
    static constexpr int pairs = s / 2, width = 2 * pairs + 1;

    Writer(CompletedSystem& completed, const StageRows& rows, const EliminationPlan& plan,
           const StageNumbers<double>& numbers, const ShiftedMatrices<double>& matrices,
           const NewtonCode::Shape& shape)
        : c_(completed),
          rows_(rows),
          plan_(plan),
          numbers_(numbers),
          matrices_(matrices),
          shape_(shape),
          at_(shape.places),
          n_(std::size_t(shape.unknowns)),
          slots_(std::size_t(plan.slots() * width)),
          wide_(n_ * std::size_t(width)),
          inverses_(at_.factors + slots_),
          diagonal_(inverses_ + wide_)
    {
    }

    /// Of the memory, but for what a factorisation leaves behind its factors.
    std::size_t size() const { return diagonal_ + n_; }
    bool is_long() const { return slots_ + at_.states > std::size_t(most_numbers); }

    Program<double> factor(std::vector<double>& work) const
    {
        MemoryTape m(c_.system.graph, size());
        const Numbers derivatives = m.at(at_.derivatives, rows_.entries.size());
        Numbers powers(std::size_t((rows_.deepest + 1) * width)), scale(n_), values(slots_),
            inverses(wide_), scratch(wide_);
        const auto depth = [&](std::size_t e) { return rows_.entries[e].depth; };
        raise_powers(matrices_.gamma(), matrices_.pairs(), rows_.deepest, m.at(at_.h),
                     powers.data());
        const TapeNumber nothing = scale_shifted_rows(rows_, derivatives.data(), powers.data(),
                                                      width, depth, scale.data());
        auto found =
            factor_shifted<pairs>(rows_, derivatives.data(), powers.data(), depth, scale.data(),
                                  plan_, values.data(), inverses.data(), scratch.data());
        found[0] += nothing;
        m.output(values);
        m.output(inverses);
        m.output(scale);
        for (const TapeNumber& largest : found) m.output(largest);
        if (m.tape.size() > longest_factorisation) return {};
        return m.finish(work);
    }

    Program<double> predict(std::vector<double>& work) const
    {
        MemoryTape m(c_.system.graph, size());
        const Numbers kept = m.at(at_.kept, std::size_t(s) * n_), base = m.at(at_.base, at_.stride);
        Numbers states(at_.states);
        continue_tops<s>(*shape_.table, *shape_.table, shape_.unknowns, kept.data(), n_,
                         m.at(at_.begin), m.at(at_.ratio), states.data() + shape_.size, at_.stride);
        integrate_stages<s>(*shape_.table, numbers_, shape_.links, at_.stride, base.data(),
                            m.at(at_.h), states.data());
        m.output(states);
        return m.finish(work);
    }

    Program<double> iterate(std::vector<double>& work) const
    {
        MemoryTape m(c_.system.graph, size());
        Numbers states = m.at(0, at_.states), residuals, modes(wide_), changes(at_.states);
        for (std::size_t i = 0; i < std::size_t(s); ++i) {
            bind_state(c_, m.tape, std::uint32_t(i * at_.stride));
            for (const NodeId row : rows_.rows) residuals.emplace_back(m.tape, m.tape.emit(row));
        }
        to_modes<s>(numbers_, shape_.unknowns, residuals.data(), modes.data());
        Numbers scratch(wide_);
        plan_.solve<pairs>(m.at(at_.factors, slots_).data(), m.at(inverses_, wide_).data(),
                           m.at(diagonal_, n_).data(), modes.data(), scratch.data());
        from_modes<s>(numbers_, shape_.unknowns, modes.data(), changes.data() + shape_.size,
                      at_.stride);
        const TapeNumber squares = add_changes<s>(
            numbers_, shape_.links, shape_.unlinked, shape_.size, shape_.unknowns, at_.stride,
            m.at(at_.h), weight(m).data(), changes.data(), states.data());
        m.output(states);
        m.output(changes);
        m.output(squares);
        return m.finish(work);
    }

    Program<double> estimate(std::vector<double>& work) const
    {
        MemoryTape m(c_.system.graph, size());
        const auto points = std::size_t(shape_.size);
        Numbers errors(points), scratch(points + 3 * n_);
        const TapeNumber squares = error_of_step(
            *shape_.table, rows_, shape_.entry_places, shape_.links, shape_.size, shape_.unknowns,
            m.at(at_.h), m.at(at_.base, at_.stride).data(), m.at(0, at_.states).data(), at_.stride,
            m.at(at_.derivatives, rows_.entries.size()).data(), weight(m).data(), scratch.data(),
            errors.data(), [&](TapeNumber* b) {
                Numbers x(n_);
                plan_.solve_real<pairs>(m.at(at_.factors, slots_).data(),
                                        m.at(inverses_, wide_).data(), m.at(diagonal_, n_).data(),
                                        b, x.data());
            });
        m.output(errors);
        m.output(squares);
        return m.finish(work);
    }

private:
    Numbers weight(MemoryTape& m) const { return m.at(at_.weight, std::size_t(shape_.size)); }

    CompletedSystem& c_;
    const StageRows& rows_;
    const EliminationPlan& plan_;
    const StageNumbers<double>& numbers_;
    const ShiftedMatrices<double>& matrices_;
    const NewtonCode::Shape& shape_;
    const StagePlaces& at_;
    std::size_t n_, slots_, wide_, inverses_, diagonal_;
};

}  // namespace

StagePlaces::StagePlaces(int stages, int size, int unknowns, std::size_t entries)
    : stride(std::size_t(size + unknowns)),
      states(std::size_t(stages) * stride),
      base(states),
      weight(base + stride),
      derivatives(weight + std::size_t(size)),
      kept(derivatives + entries),
      h(kept + std::size_t(stages * unknowns)),
      begin(h + 1),
      ratio(begin + 1),
      factors(ratio + 1)
{
}

bool NewtonCode::is_due()
{
    return ++without_ == pays_after;
}

void NewtonCode::write(CompletedSystem& completed, const StageRows& rows,
                       const EliminationPlan& plan, const StageNumbers<double>& numbers,
                       const ShiftedMatrices<double>& matrices, const Shape& shape)
{
    shape_ = shape;
    with_stages(shape.table->stages, [&](auto stages) {
        const Writer<stages> writer(completed, rows, plan, numbers, matrices, shape_);
        if (writer.is_long()) return;
        found_ = writer.size();
        matrices_ = Writer<stages>::pairs + 1;
        factor_ = writer.factor(factor_work_);
        predict_ = writer.predict(predict_work_);
        iterate_ = writer.iterate(iterate_work_);
        estimate_ = writer.estimate(estimate_work_);
        out_.assign(2 * shape.places.states + 1, 0.0);
    });
}

bool NewtonCode::factor(double* memory)
{
    if (!factor_.is_native()) return false;
    factor_.run(memory, memory + shape_.places.factors, factor_work_.data());
    const double* const found = memory + found_;
    bool small = true;
    for (int m = 0; m < matrices_; ++m) small = small && found[m] <= largest_multiplier;
    return small;
}

void NewtonCode::predict(double* memory)
{
    predict_.run(memory, memory, predict_work_.data());
}

double NewtonCode::iterate(double* memory)
{
    iterate_.run(memory, out_.data(), iterate_work_.data());
    const double squares = out_.back();
    if (!std::isfinite(squares)) return std::numeric_limits<double>::quiet_NaN();
    copy_few(out_.data(), shape_.places.states, memory);
    return squares;
}

double NewtonCode::estimate(const double* memory, double* error)
{
    estimate_.run(memory, out_.data(), estimate_work_.data());
    copy_few(out_.data(), std::size_t(shape_.size), error);
    return out_[std::size_t(shape_.size)];
}

}  // namespace involute
