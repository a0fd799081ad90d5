// SPDX-License-Identifier: Apache-2.0
// Pulses in x: does what a step saw of the parts that depend on x alone (geometry/sharp_parts.hpp)
// tell what they do between? Bounds over the whole step answer that nearly always; where they do
// not, parts are looked at closer, and a step that misses something that matters is made again,
// shorter.
#pragma once

#include <optional>
#include <vector>

#include "involute/expr/enclosure.hpp"
#include "involute/expr/program.hpp"
#include "involute/observe/walk_view.hpp"
#include "involute/step/surface_problems.hpp"

namespace involute {

template <class S>
class PulseWatch {
public:
    PulseWatch(SurfaceProblem<S>& problem, WalkView<S>& view);

    /// After every accepted step. True: it was undone, and nobody is to be shown it.
    bool undoes_step() { return count_ > 0 && look_at_step(); }

private:
    // Values at so many places of a step are compared with what a polynomial says.
    static constexpr int pieces = 8;
    // A place where a part is not what was to be expected, and how wide the surprise is.
    struct Surprise {
        double x = 0, width = 0;
        double reach = 0;  // how far what begins there may last
    };

    bool look_at_step();
    void grow_slowly();
    void look_ahead();
    bool is_plain(std::size_t part, double rate, double width) const;
    std::optional<Surprise> look_closer(std::size_t part);
    std::optional<Surprise> search_piece(std::size_t part, int piece);
    bool is_polynomial(std::size_t part, double range);
    bool changes_at_an_end(std::size_t part);
    Surprise find_front(std::size_t part, int piece);
    bool matters(const Surprise& surprise);
    void bound(double a, double b);
    void values_at(double x, double* values);
    double* sample(int k) { return samples_.data() + std::size_t(k) * count_; }

    SurfaceProblem<S>& problem_;
    WalkView<S>& view_;
    std::size_t count_ = 0;  // of parts
    Program<double> program_{};
    Interpreter<Enclosure> bounds_{};
    std::vector<double> work_{}, samples_{}, begin_{}, end_{}, middle_{};
    std::vector<double> rates_{}, rates_ahead_{};  // largest over the step, over the window ahead_
    Interval ahead_{1, -1};
    std::vector<Enclosure> bounds_work_{}, range_{};
    std::vector<S> point_{}, slope_{}, low_{}, high_{};
    S cap_{};                                  // of the next steps, after one was made shorter
    double from_ = 0, to_ = 0, known_at_ = 0;  // the step in x; where begin_ belongs
    bool sampled_ = false, bounded_ = false, knows_begin_ = false, careful_ = false;
    int evaluations_ = 0;
};

extern template class PulseWatch<double>;
extern template class PulseWatch<Quad>;

}  // namespace involute
