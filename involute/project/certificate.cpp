// SPDX-License-Identifier: Apache-2.0
#include "involute/project/certificate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "involute/geometry/certificate_tape.hpp"

namespace involute {

template <class S>
Certificate<S>::Certificate(Geometry<S>& geometry, Scale scale)
    : scale_(scale),
      point_size_(std::size_t(geometry.layout().size)),
      invariant_values_(geometry.invariant_values())
{
    const std::vector<CheckedRow> rows = checked_rows(geometry.completed());
    program_ =
        compile_program<S>(write_certificate(geometry.completed(), rows), geometry.native(), work_);
    for (const CheckedRow& row : rows) {
        names_.push_back(row.name);
        invariants_.push_back(row.invariant);
    }
    in_.resize(program_.inputs());
    out_.resize(program_.outputs());
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
    for (std::size_t r = 0; r < names_.size(); ++r) {
        S value = out_[2 * r];
        if (invariants_[r] >= 0) value -= invariant_values_[std::size_t(invariants_[r])];
        const double size = to_double(S(abs(value)));
        const double reach = to_double(out_[2 * r + 1]);
        const double residual = size == 0 ? 0 : size / reach;
        if (residual <= worst.value) continue;
        worst = {std::isfinite(residual) ? residual : std::numeric_limits<double>::infinity(),
                 int(r)};
    }
    return worst;
}

template class Certificate<double>;
template class Certificate<Quad>;

}  // namespace involute
