// SPDX-License-Identifier: Apache-2.0
// Whether a step passes a kink, judged by samples of the switches along it: for those of which
// bounds tell nothing (kink_sight.hpp).
#pragma once

#include <optional>
#include <vector>

#include "involute/observe/walk_view.hpp"
#include "involute/singular/switch_sides.hpp"

namespace involute {

template <class S>
class KinkSamples {
public:
    using Values = SwitchValues<S>;

    KinkSamples(WalkView<S>& view, SwitchSides<S>& sides);

    /// The first place of the last step beyond a kink of these switches; `beyond` are the values
    /// there.
    std::optional<S> first_sign_change(const Values& before, const Values& now,
                                       const std::vector<char>& which, Values& beyond);
    /// Whether the samples tell what they do between: the polynomial through five of them must
    /// foretell others, to a part of their distance from zero, or of their changes where one has
    /// crossed.
    bool are_plain(const Values& before, const std::vector<char>& which, bool has_crossed);

private:
    // Interior points of a step at which the switches are looked at: one that passes zero twice
    // within a step is seen between.
    static constexpr int pieces = 4;

    void sample(S theta, Values& values);
    S possible_touch(int middle, const std::vector<char>& which) const;
    bool counts(const Values& before, const Values& values, const std::vector<char>& which) const;

    WalkView<S>& view_;
    SwitchSides<S>& sides_;
    std::vector<Values> samples_;
    Values between_;
    std::vector<S> point_;
};

extern template class KinkSamples<double>;
extern template class KinkSamples<Quad>;

}  // namespace involute
