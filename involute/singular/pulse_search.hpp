// SPDX-License-Identifier: Apache-2.0
// Parts of the equations along a step (geometry/sharp_parts.hpp): is there a place between the
// samples where one of them is not what they explain? Places are parts of the step, from 0 to 1.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "involute/expr/enclosure.hpp"

namespace involute {

class PartsAlong {
public:
    virtual ~PartsAlong() = default;
    virtual std::size_t count() const = 0;
    virtual void values_at(double place, double* values) = 0;
    /// All values of them over a piece, or more, and all rates of change over the length of the
    /// step.
    virtual const std::vector<Enclosure>& bounds(double from, double to) = 0;
};

/// A place where a part is not what was to be expected, and how wide the surprise is.
struct Surprise {
    double at = 0, width = 0;
    double reach = 0;  // how far what begins there may last
};

class PulseSearch {
public:
    /// Whether a surprise moves the solution.
    using Matters = std::function<bool(const Surprise&)>;

    /// A step; its values at both ends are known.
    void begin(PartsAlong& parts, const std::vector<double>& begin, const std::vector<double>& end);
    /// The first surprise of a part that matters.
    std::optional<Surprise> look_closer(std::size_t part, const Matters& matters);

private:
    // Values at so many places of a step are compared with what a polynomial says.
    static constexpr int pieces = 8;

    std::optional<Surprise> search_piece(int piece);
    /// All samples but every other, and all rates, are as a polynomial through those has them.
    bool is_polynomial(double range) const;
    bool changes_at_an_end() const;
    Surprise find_front(int piece);
    double sample(int s) const { return samples_[std::size_t(s) * count_ + part_]; }
    double value_at(double place);
    void look_at_pieces();

    PartsAlong* parts_ = nullptr;
    std::size_t count_ = 0, part_ = 0;
    std::vector<double> samples_{}, values_{};
    std::vector<Interval> over_pieces_{};  // between samples
    std::vector<double> steepest_{};       // of the parts, over all pieces
    bool looked_ = false;
    int evaluations_ = 0;
};

}  // namespace involute
