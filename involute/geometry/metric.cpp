// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/metric.hpp"

#include <fmt/format.h>

#include <cmath>

#include "involute/base/error.hpp"

namespace involute {

void require_metric(const Metric& metric, int size)
{
    if (metric.kind != Metric::Kind::given) return;
    if (int(metric.lengths.size()) != size)
        throw Error(Diagnostic{.message = fmt::format("the metric has {} numbers, a point has {}",
                                                      metric.lengths.size(), size),
                               .hint = "give one unit of length for each, x first"});
    for (const double length : metric.lengths)
        if (!(length > 0) || !std::isfinite(length))
            throw Error(Diagnostic{.message = fmt::format("a metric cannot contain {}", length),
                                   .hint = "units of length are positive"});
}

template <class S>
void lengths_at(const Metric& metric, const S* p, int size, S* lengths)
{
    using std::sqrt;
    for (int i = 0; i < size; ++i) {
        const auto at = std::size_t(i);
        switch (metric.kind) {
            case Metric::Kind::plain:
                lengths[i] = S(1);
                break;
            case Metric::Kind::scaled: {
                const S floor(metric.floor_of(at));
                lengths[i] = sqrt(S(p[i] * p[i] + floor * floor));
                break;
            }
            case Metric::Kind::given:
                lengths[i] = S(metric.lengths[at]);
                break;
        }
    }
}

template void lengths_at(const Metric&, const double*, int, double*);
template void lengths_at(const Metric&, const Quad*, int, Quad*);

}  // namespace involute
