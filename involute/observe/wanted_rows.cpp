// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/wanted_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/base/error.hpp"
#include "involute/text/number.hpp"

namespace involute {
namespace {

// Rows asked for by their number or distance: more would only fill the memory.
constexpr double most_rows = 1e8;

}  // namespace

template <class S>
WantedRows<S>::WantedRows(const Sampling& sampling, const S& from, const S& to)
    : from_(from), to_(to)
{
    using std::abs;
    const S direction(to < from ? -1 : 1), distance = abs(to - from);
    const S every = as_written<S>(sampling.every);
    const double count =
        sampling.every > 0 ? to_double(S(distance / every)) : double(sampling.points);
    if (count > most_rows)
        throw Error(Diagnostic{
            .message =
                fmt::format("{:.3g} rows are asked for; the limit is {:.0f}", count, most_rows),
            .hint = "ask for fewer points"});
    if (sampling.points > 0) {
        spread_ = std::size_t(sampling.points);
        spacing_ = (to - from) / S(std::max(1L, sampling.points - 1));
    } else if (sampling.every > 0) {
        // A multiple that is the end but for rounding is the end.
        const S last = distance - S(1e-9) * every;
        auto multiples = long(count);
        while (S(multiples) * every < last) ++multiples;
        while (multiples > 0 && !(S(multiples - 1) * every < last)) --multiples;
        spread_ = std::size_t(multiples) + 1;
        spacing_ = direction * every;
    } else if (sampling.only_end) {
        listed_ = {from, to};
    } else {
        for (const double at : sampling.at)
            if (const S x = as_written<S>(at);
                (x - from) * direction >= S(0) && (to - x) * direction >= S(0))
                listed_.push_back(x);
        std::sort(listed_.begin(), listed_.end(),
                  [&](const S& a, const S& b) { return (b - a) * direction > S(0); });
    }
}

template class WantedRows<double>;
template class WantedRows<Quad>;

}  // namespace involute
