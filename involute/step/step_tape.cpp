// SPDX-License-Identifier: Apache-2.0
#include "involute/step/step_tape.hpp"

#include "involute/expr/functions.hpp"

namespace involute {
namespace {

using Point = std::vector<Slot>;
using Terms = std::vector<WeightedSlope<double>>;

StepTapes::Inputs lay_out(int size, int pivots)
{
    StepTapes::Inputs in;
    int next = 0;
    const auto place = [&](int& where, int count) {
        where = next;
        next += count;
    };
    place(in.p, size);
    place(in.v, size);
    for (int* number :
         {&in.h, &in.to, &in.lowest, &in.zero, &in.one, &in.unit, &in.rtol, &in.share})
        place(*number, 1);
    place(in.atol, size);
    place(in.floors, size);
    place(in.inverses, pivots);
    in.count = next;
    return in;
}

/// What was seen of J and of the tops, evaluation after evaluation.
struct Watched {
    Slot x{}, unfinite{}, lowest{}, determinant{};
    Point least{}, greatest{}, tops{};
    bool begun = false;
};

/// One of the two parts, while it is written.
class Part {
public:
    Part(CompletedSystem& completed, const BlockOrders& orders, const StepSums& sums,
         const StepTapes::Inputs& in, int inputs)
        : completed_(completed),
          orders_(orders),
          sums_(sums),
          in_(in),
          size_(completed.layout.size),
          tape_(completed.system.graph, std::uint32_t(inputs))
    {
    }

    Slot input(int place) const { return tape_.input(std::uint32_t(place)); }
    Point inputs(int place) const
    {
        Point slots;
        for (int c = 0; c < size_; ++c) slots.push_back(input(place + c));
        return slots;
    }
    TapeBuilder& tape() { return tape_; }
    void add_slope(Point slope) { slopes_.push_back(std::move(slope)); }

    /// Σ_j weight_j slope_j times h. The sum begins with a zero that nothing knows to be one, for
    /// the sign of a zero; x has slope 1 everywhere.
    Slot sum(const Terms& terms, int c)
    {
        if (c == 0) {
            double all = 0;
            for (const auto& term : terms) all += term.weight;
            return tape_.multiply(tape_.constant(Quad(all)), input(in_.h));
        }
        Slot sum = input(in_.zero);
        for (const auto& term : terms)
            sum = tape_.add(sum, tape_.multiply(tape_.constant(Quad(term.weight)),
                                                slopes_[std::size_t(term.slope)][std::size_t(c)]));
        return tape_.multiply(sum, input(in_.h));
    }
    Point stage(int i)
    {
        Point point;
        for (int c = 0; c < size_; ++c)
            point.push_back(tape_.add(sum(sums_.rows[std::size_t(i)], c), input(in_.p + c)));
        return point;
    }

    /// V at a point, as Geometry::field and Geometry::direction find it.
    Point slope(const Point& point)
    {
        FieldSlots field = write_field(completed_, tape_, orders_, point);
        for (auto* slots : {&field.tops, &field.pivots})
            for (Slot& slot : *slots) slot = opaque(slot);
        watch(field, point[0]);
        Point v(std::size_t(size_), input(in_.one));
        for (std::size_t i = 1; i + 1 < v.size(); ++i) v[i] = point[i + 1];
        const Layout& l = completed_.layout;
        for (int j = 0; j < l.unknowns; ++j)
            if (l.d[std::size_t(j)] > 0)
                v[std::size_t(l.position(j, l.d[std::size_t(j)] - 1))] = field.tops[std::size_t(j)];
        return v;
    }

    /// Σ (h Σ_j e_j k_j)² in scale, for each estimate.
    Point squared_norms(const Point& end)
    {
        Point norms;
        for (const Terms* terms : {&sums_.error, &sums_.error2}) {
            if (terms->empty()) continue;
            Slot all = tape_.constant(0);
            for (int c = 0; c < size_; ++c) {
                const Slot part = tape_.multiply(sum(*terms, c), weight(end, c));
                all = tape_.add(all, tape_.multiply(part, part));
            }
            norms.push_back(all);
        }
        return norms;
    }

    int output(const Point& slots)
    {
        const int first = outputs_;
        for (const Slot slot : slots) tape_.output(slot);
        outputs_ += int(slots.size());
        return first;
    }
    int output(Slot slot) { return output(Point{slot}); }
    WatchedPlaces output_watched()
    {
        WatchedPlaces places;
        places.x = output(watched_.x);
        places.unfinite = output(watched_.unfinite);
        places.lowest = output(watched_.lowest);
        places.determinant = output(watched_.determinant);
        places.least = output(watched_.least);
        places.greatest = output(watched_.greatest);
        places.tops = output(watched_.tops);
        return places;
    }
    void start_watching(Slot lowest, Slot unfinite)
    {
        watched_.lowest = lowest;
        watched_.unfinite = unfinite;
    }
    int outputs() const { return outputs_; }

    /// The largest change from p to q in scale; not a number where one is not finite.
    Slot distance(const Point& q, const Point& p, int floors, Slot zero)
    {
        Slot worst = zero, unfinite = zero;
        for (std::size_t c = 0; c < q.size(); ++c) {
            const Slot size = tape_.add(tape_.absolute(q[c]), input(floors + int(c)));
            const Slot part = tape_.divide(tape_.absolute(tape_.subtract(q[c], p[c])), size);
            unfinite = tape_.add(unfinite, tape_.multiply(part, zero));
            worst = tape_.maximum(part, worst);
        }
        return tape_.add(worst, unfinite);
    }

private:
    /// A number of this step, whatever it is made of: nothing is computed with it in any other
    /// precision.
    Slot opaque(Slot slot)
    {
        const auto value = tape_.constant_value(slot);
        return tape_.multiply(input(in_.one),
                              value ? tape_.constant(Quad(to_double(*value))) : slot);
    }

    /// As Geometry::watch does; whether pivots have kept their sizes and signs is seen from their
    /// extremes.
    void watch(const FieldSlots& field, Slot x)
    {
        Slot determinant = input(in_.unit);
        for (std::size_t k = 0; k < field.pivots.size(); ++k) {
            const Slot pivot = field.pivots[k];
            determinant = tape_.multiply(
                determinant, tape_.multiply(tape_.absolute(pivot), input(in_.inverses + int(k))));
            if (!watched_.begun) continue;
            watched_.least[k] = tape_.call(min_function(), pivot, watched_.least[k]);
            watched_.greatest[k] = tape_.maximum(pivot, watched_.greatest[k]);
        }
        if (!watched_.begun) watched_.least = watched_.greatest = field.pivots;
        watched_.begun = true;
        if (!field.pivots.empty())
            watched_.lowest = tape_.call(min_function(), determinant, watched_.lowest);
        watched_.determinant = determinant;
        for (const Slot top : field.tops)
            watched_.unfinite = tape_.add(watched_.unfinite, tape_.multiply(top, input(in_.zero)));
        watched_.tops = field.tops;
        watched_.x = x;
    }

    Slot weight(const Point& end, int c)
    {
        const Slot largest =
            tape_.maximum(tape_.absolute(end[std::size_t(c)]), tape_.absolute(input(in_.p + c)));
        const Slot allowed =
            tape_.add(input(in_.atol + c), tape_.multiply(input(in_.rtol), largest));
        return tape_.divide(input(in_.one), tape_.multiply(input(in_.share), allowed));
    }

    CompletedSystem& completed_;
    const BlockOrders& orders_;
    const StepSums& sums_;
    const StepTapes::Inputs in_;
    int size_, outputs_ = 0;
    TapeBuilder tape_;
    std::vector<Point> slopes_{};
    Watched watched_{};
};

void write_stages(StepTapes& step, Part part, const StepSums& sums)
{
    part.add_slope(part.inputs(step.in.v));
    part.start_watching(part.input(step.in.lowest), part.input(step.in.zero));
    for (int i = 1; i < sums.end; ++i) {
        const Point slope = part.slope(part.stage(i));
        part.output(slope);
        part.add_slope(slope);
    }
    Point end = part.stage(sums.end);
    end[0] = part.input(step.in.to);
    step.found.end = part.output(end);
    if (sums.early) step.found.norms = part.output(part.squared_norms(end));
    step.found.watched = part.output_watched();
    step.stages = part.tape().finish();
}

/// `found` is where outputs of the stages begin among the inputs here, `projected` the point.
void write_arrival(StepTapes& step, Part part, const StepSums& sums, int size, int found,
                   int projected)
{
    part.add_slope(part.inputs(step.in.v));
    for (int i = 1; i < sums.end; ++i) part.add_slope(part.inputs(found + (i - 1) * size));
    part.start_watching(part.input(found + step.found.watched.lowest), part.input(step.in.zero));
    const Point end = part.inputs(projected);
    const Point slope = part.slope(end);
    part.add_slope(slope);
    step.arrived.slope = part.output(slope);
    step.arrived.distance = part.output(part.distance(end, part.inputs(found + step.found.end),
                                                      step.in.floors, part.input(step.in.zero)));
    if (!sums.early) step.arrived.norms = part.output(part.squared_norms(end));
    step.arrived.watched = part.output_watched();
    step.arrival = part.tape().finish();
}

}  // namespace

std::size_t expected_size(const Tape& field, const StepSums& sums, int size)
{
    std::size_t terms = sums.error.size() + sums.error2.size();
    for (const auto& row : sums.rows) terms += row.size();
    return std::size_t(sums.end) * field.code.size() + 2 * terms * std::size_t(size);
}

StepTapes write_step(CompletedSystem& completed, const BlockOrders& orders, const StepSums& sums)
{
    const int size = completed.layout.size;
    StepTapes step;
    step.pivots = write_field(completed, orders).watched;
    step.in = lay_out(size, step.pivots);
    write_stages(step, Part(completed, orders, sums, step.in, step.in.count), sums);
    const int found = step.in.count, projected = found + int(step.stages.outputs.size());
    write_arrival(step, Part(completed, orders, sums, step.in, projected + size), sums, size, found,
                  projected);
    if (completed.layout.stages == 0) return step;

    const int zero = 2 * size;
    Part part(completed, orders, sums, step.in, zero + 1);
    const Point from = part.inputs(0);
    const SweepSlots sweep = write_sweep(completed, part.tape(), orders, from);
    part.output(sweep.point);
    part.output(part.distance(sweep.point, from, size, part.input(zero)));
    part.output(sweep.pivots);
    step.sweep_pivots = int(sweep.pivots.size());
    step.sweep = part.tape().finish();
    return step;
}

}  // namespace involute
