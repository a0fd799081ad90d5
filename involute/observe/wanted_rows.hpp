// SPDX-License-Identifier: Apache-2.0
// Where rows are wanted: the sampling of the options as values of the parameter.
#pragma once

#include <vector>

#include "involute/base/scalar.hpp"
#include "involute/options/solve_options.hpp"

namespace involute {

/// The parameter values at which rows are wanted, in order of travel; none: at accepted steps.
/// Values equally spread are computed when they are asked for: there may be many.
template <class S>
class WantedRows {
public:
    WantedRows() = default;
    WantedRows(const Sampling& sampling, const S& from, const S& to);

    std::size_t size() const { return spread_ + listed_.size(); }
    S operator[](std::size_t k) const
    {
        if (spread_ == 0) return listed_[k];
        return k + 1 == spread_ ? to_ : S(from_ + S(double(k)) * spacing_);
    }

private:
    std::size_t spread_ = 0;  // how many are equally spread, the last of them at to_
    S from_{}, to_{}, spacing_{};
    std::vector<S> listed_{};
};

extern template class WantedRows<double>;
extern template class WantedRows<Quad>;

}  // namespace involute
