// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/small_values.hpp"

#include <fmt/format.h>

namespace involute {
namespace {

constexpr int most_named = 10;
constexpr double round_off = 1e-14;

}  // namespace

/// What began at 0 and stays at round-off of the others means 0.
template <class S>
bool SmallValues<S>::is_small(std::size_t i, double all) const
{
    const bool means_zero = at_start_[i] == 0 && largest_[i] <= round_off * all;
    return largest_[i] > 0 && largest_[i] < limits_[i] && !means_zero;
}

template <class S>
std::string SmallValues<S>::notice(const SolveOptions& options,
                                   const std::function<std::string(int coordinate)>& name) const
{
    // Constant steps heed no tolerance, and the Euclidean norm is all about atol.
    if (steps_ == 0 || options.step > 0 || options.technique.norm == Norm::euclidean) return {};
    double all = 0, smallest = 0, highest = 0, atol = options.atol;
    for (std::size_t i = 1; i < largest_.size(); ++i) all = std::max(all, largest_[i]);
    std::string names;
    int count = 0;
    for (std::size_t i = 1; i < largest_.size(); ++i) {
        if (!is_small(i, all)) continue;
        // of those with one tolerance; another one is told of once these are mended
        const double own = own_.empty() ? options.atol : own_[i] * options.rtol;
        if (count > 0 && own != atol) continue;
        atol = own;
        smallest = count > 0 ? std::min(smallest, largest_[i]) : largest_[i];
        highest = std::max(highest, largest_[i]);
        if (++count <= most_named) names += (names.empty() ? "" : ", ") + name(int(i));
    }
    if (count == 0) return {};
    if (count > most_named) names += fmt::format(" and {} more", count - most_named);
    return fmt::format(
        "{} never {} {:.1e}, beside which option `atol = {}` allows an error of {} %; for as "
        "many digits as of others give option `atol = {:.0e}`, or use other units",
        names, count == 1 ? "exceeds" : "exceed", highest, to_text(atol),
        to_text(std::min(100.0, 100 * atol / smallest), 2), options.rtol * smallest / 100);
}

template class SmallValues<double>;
template class SmallValues<Quad>;

}  // namespace involute
