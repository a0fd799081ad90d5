// SPDX-License-Identifier: Apache-2.0
#include "involute/project/certificate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace involute {

template <class S>
Certificate<S>::Certificate(CompletedSystem& completed, Scale scale, bool native)
    : program_(write_certificate(completed), native),
      scale_(scale),
      point_size_(std::size_t(completed.layout.size))
{
    const std::vector<std::vector<NodeId>>& derivatives = completed.structure.derivatives;
    for (int i = 0; i < int(derivatives.size()); ++i)
        for (int l = 0; l < int(derivatives[i].size()); ++l) rows_.push_back({i, l});
    in_.resize(program_.inputs());
    out_.resize(program_.outputs());
    work_.resize(program_.work_size());
    program_.prepare(work_.data());
}

template <class S>
Residual Certificate<S>::operator()(const S* p, const S* z)
{
    using std::abs;
    const std::size_t half = in_.size() / 2;
    std::copy(p, p + point_size_, in_.begin());
    std::copy(z, z + (half - point_size_), in_.begin() + std::ptrdiff_t(point_size_));
    for (std::size_t k = 0; k < half; ++k) in_[half + k] = abs(in_[k]) + S(scale_.floor);
    program_.run(in_.data(), out_.data(), work_.data());

    Residual worst;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        const double size = to_double(S(abs(out_[2 * r])));
        const double reach = to_double(out_[2 * r + 1]);
        const double residual = size == 0 ? 0 : size / reach;
        if (residual <= worst.value) continue;
        worst = {std::isfinite(residual) ? residual : std::numeric_limits<double>::infinity(),
                 rows_[r].first, rows_[r].second};
    }
    return worst;
}

template class Certificate<double>;
template class Certificate<Quad>;

}  // namespace involute
