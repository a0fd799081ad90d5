// SPDX-License-Identifier: Apache-2.0
// The two kinds of parts that may be flat for long and then not (geometry/sharp_parts.hpp), along
// the last step of a walk: those of x alone, and those of the state, bounded on the polynomials of
// the step.
#pragma once

#include <vector>

#include "involute/base/found_once.hpp"
#include "involute/expr/enclosure.hpp"
#include "involute/expr/program.hpp"
#include "involute/observe/walk_view.hpp"
#include "involute/singular/calm_balls.hpp"
#include "involute/singular/pulse_search.hpp"
#include "involute/step/surface_problems.hpp"

namespace involute {

/// Values and bounds of some parts as code.
struct SharpCode {
    SharpCode() = default;
    SharpCode(const Tape& tape, bool native);

    std::size_t count = 0;
    Program<double> program{};
    Interpreter<Enclosure> bounds{};
};

/// What both kinds have: compiled values, bounds, and values at both ends of the step.
template <class S>
class SharpParts : public PartsAlong {
public:
    std::size_t count() const override { return count_; }
    /// A step was accepted. False: by quick bounds all parts are plain over it.
    virtual bool begin_step() = 0;
    /// It is kept: the next one begins where it ends.
    virtual void end_step() = 0;
    /// By bounds over the whole step alone.
    virtual bool is_plain(std::size_t part) = 0;
    const std::vector<double>& begin() const { return begin_; }
    const std::vector<double>& end() const { return end_; }
    virtual void visit_state(State& state);

protected:
    explicit SharpParts(WalkView<S>& view) : view_(view) {}
    void take(const SharpCode& code);
    /// Changes over the step by no more than part_of_size times its size, or not much faster than
    /// on the average.
    bool changes_plainly(std::size_t part, double rate, double part_of_size) const;

    WalkView<S>& view_;
    std::size_t count_ = 0;
    Program<double> program_{};
    Interpreter<Enclosure> bounds_{};
    std::vector<double> work_{}, begin_{}, end_{}, rates_{};  // rates: the largest over the step
    bool bounded_ = false;                                    // whether rates_ are known
    std::vector<Enclosure> bounds_in_{}, bounds_work_{}, range_{};
};

template <class S>
class PartsInX final : public SharpParts<S> {
public:
    PartsInX(SurfaceProblem<S>& problem, WalkView<S>& view, FoundOnce& findings);

    bool begin_step() override;
    void end_step() override;
    bool is_plain(std::size_t part) override;
    void values_at(double place, double* values) override;
    const std::vector<Enclosure>& bounds(double from, double to) override;
    void visit_state(State& state) override;

private:
    void run_bounds(double a, double b);
    void look_ahead();
    double x_at(double place) const { return place == 1 ? to_ : from_ + place * (to_ - from_); }

    double from_ = 0, to_ = 0;  // the step in x
    double known_at_ = 0;       // where begin_ belongs
    bool knows_begin_ = false;
    std::vector<double> rates_ahead_{};  // the largest over the window ahead_
    Interval ahead_{1, -1};
};

template <class S>
class PartsOfState final : public SharpParts<S> {
public:
    PartsOfState(SurfaceProblem<S>& problem, WalkView<S>& view, FoundOnce& findings);

    /// A step was accepted. True: by quick bounds all parts keep their sizes, and nothing else is
    /// to be asked.
    bool stays_calm()
    {
        const Walker<S>& walker = this->view_.walker;
        knows_end_ = false;
        return (calm_ && stays_in_box()) || (balls_.are_quick() && balls_.keep_sizes(walker)) ||
               walker.t == walker.t_before || coordinates_.empty();
    }
    /// Asked after that.
    bool begin_step() override;
    void end_step() override;
    bool is_plain(std::size_t part) override;
    void values_at(double place, double* values) override;
    const std::vector<Enclosure>& bounds(double from, double to) override;
    void visit_state(State& state) override;

private:
    /// What does not depend on the walk.
    struct Formulas {
        explicit Formulas(Geometry<S>& geometry);

        std::vector<int> coordinates{};
        SharpCode code{};
        std::vector<double> factors{};  // within which sizes are to stay
        Interpreter<Interval> sizes{};
        CalmBalls<S> balls{};
        bool last = true;  // nor on parameters or inputs
    };
    void take(const Formulas& formulas, int size);
    void read(const std::vector<S>& p, std::vector<double>& into) const;
    void find_hull();
    bool stays_in_box() const;
    bool is_calm(const std::vector<Interval>& ranges);
    bool is_calm_in_halves();
    void look_ahead();
    void prepare(int piece);

    std::vector<int> coordinates_{};  // that they read
    std::vector<double> from_{}, to_{}, known_at_{}, in_{};
    bool knows_end_ = false;                   // end_ was computed
    std::vector<Interval> hull_{}, slopes_{};  // of the step
    std::vector<Interval> half_{};             // the hull of half of it
    std::vector<Interval> inner_{}, box_{};    // for some steps
    Interpreter<Interval> values_{};           // of what tells sizes, over a hull or a box
    CalmBalls<S> balls_{};                     // the same over a step, quickly
    std::vector<double> factors_{};            // within which these are to stay
    std::vector<Interval> over_{}, values_work_{};
    double reach_ = 2;   // of the box, in steps
    bool calm_ = false;  // all parts keep their sizes over the box
    int boxes_in_vain_ = 0, steps_to_box_ = 0;
    std::vector<S> point_{};
    StepPolynomial polynomial_{};
    int piece_ = -1;  // of the step, in polynomial_
};

extern template class PartsInX<double>;
extern template class PartsInX<Quad>;
extern template class PartsOfState<double>;
extern template class PartsOfState<Quad>;

}  // namespace involute
