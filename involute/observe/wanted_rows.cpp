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
std::vector<S> wanted_parameters(const Sampling& sampling, const S& from, const S& to)
{
    using std::abs;
    std::vector<S> wanted;
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
        const S spacing = (to - from) / S(std::max(1L, sampling.points - 1));
        for (long k = 0; k + 1 < sampling.points; ++k) wanted.push_back(from + S(k) * spacing);
        wanted.push_back(to);
    } else if (sampling.every > 0) {
        // A multiple that is the end but for rounding is the end.
        const S last = distance - S(1e-9) * every;
        for (long k = 0; S(k) * every < last; ++k)
            wanted.push_back(from + direction * S(k) * every);
        wanted.push_back(to);
    } else if (sampling.only_end) {
        wanted = {from, to};
    } else {
        for (const double at : sampling.at)
            if (const S x = as_written<S>(at);
                (x - from) * direction >= S(0) && (to - x) * direction >= S(0))
                wanted.push_back(x);
        std::sort(wanted.begin(), wanted.end(),
                  [&](const S& a, const S& b) { return (b - a) * direction > S(0); });
    }
    return wanted;
}

template std::vector<double> wanted_parameters(const Sampling&, const double&, const double&);
template std::vector<Quad> wanted_parameters(const Sampling&, const Quad&, const Quad&);

}  // namespace involute
