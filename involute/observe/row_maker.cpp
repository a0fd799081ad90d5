// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/row_maker.hpp"

#include "involute/base/state_limits.hpp"

#include <fmt/format.h>

#include <cmath>

namespace involute {
namespace {

/// With what the heap adds, and the list that grows by doubling.
template <class S>
double bytes_of(const std::vector<S>& row)
{
    return double(row.size() * sizeof(S) + 16 + 2 * sizeof row);
}

}  // namespace

double store(const std::vector<double>& row, std::vector<std::vector<double>>& rows,
             std::vector<std::vector<Quad>>&)
{
    rows.push_back(row);
    return bytes_of(row);
}

double store(const std::vector<Quad>& row, std::vector<std::vector<double>>& rows,
             std::vector<std::vector<Quad>>& in_full)
{
    std::vector<double> rounded;
    for (const Quad& value : row) rounded.push_back(to_double(value));
    rows.push_back(std::move(rounded));
    in_full.push_back(row);
    return bytes_of(rows.back()) + bytes_of(row);
}

double row_limit(const SolveOptions& options)
{
    const Technique& t = options.technique;
    const bool off_the_surface =
        t.projection == ProjectionWay::none ||
        (t.collocation == Collocation::written && t.tops == TopValues::carried);
    return off_the_surface ? std::numeric_limits<double>::infinity() : residual_limit(options.rtol);
}

Stop not_certified(const std::string& equation, double residual, const std::string& place)
{
    return {Outcome::not_certified,
            fmt::format("{} is satisfied only to {:.3g} at {}", equation, residual, place)};
}

template <class S>
EquationRows<S>::EquationRows(PreparedOf<S>& prepared, Columns<S> columns, Tops<S> tops,
                              double limit)
    : columns_(std::move(columns)),
      certificate_(prepared.certificate()),
      confirmation_(prepared.confirmation()),
      tops_(std::move(tops)),
      independent_(prepared.asked.system->names.independent),
      limit_(limit),
      z_(std::size_t(prepared.geometry->layout().unknowns)),
      last_p_(std::size_t(prepared.geometry->layout().size)),
      last_z_(z_.size())
{
}

template <class S>
bool EquationRows<S>::is_confirmed(const S& x)
{
    const std::optional<std::string> differs = confirmation_(certificate_);
    if (!differs) return true;
    refusal_ =
        Stop{Outcome::internal_error, fmt::format("{} at {}: the equations were not "
                                                  "understood as they are written",
                                                  *differs, place_of(independent_, to_double(x)))};
    return false;
}

template <class S>
std::optional<Stop> EquationRows<S>::refused_last()
{
    if (refusal_ || made_ == 0 || (made_ - 1) % rows_between_confirmations == 0) return {};
    certificate_(last_p_.data(), last_z_.data());
    is_confirmed(last_p_[0]);
    return refusal_;
}

template <class S>
Made EquationRows<S>::make(const RowPoint<S>& point, std::vector<S>& row)
{
    using std::isfinite;
    const S* p = point.beside ? point.beside : point.p;
    if (point.z)
        std::copy_n(point.z, z_.size(), z_.begin());
    else
        tops_(p, z_.data());
    row.clear();
    row.reserve(names().size() + 1);
    row.push_back(point.called_x ? *point.called_x : point.p[0]);
    columns_.append(point.p, z_.data(), row);
    for (const S& value : row)
        if (!isfinite(value)) return Made::not_finite;
    const Residual residual = certificate_(p, z_.data());
    if (residual.value > limit_) {
        refusal_ = not_certified(certificate_.name(residual.row), residual.value,
                                 place_of(independent_, to_double(p[0])));
        return Made::refused;
    }
    if (made_++ % rows_between_confirmations == 0 && !is_confirmed(p[0])) return Made::refused;
    std::copy(p, p + last_p_.size(), last_p_.begin());
    std::copy(z_.begin(), z_.end(), last_z_.begin());
    if (residual.value > worst_.value) worst_ = residual;
    return Made::row;
}

template <class S>
void EquationRows<S>::visit_state(State& state)
{
    const State::Part part(state, "row maker");
    certificate_.visit_state(state);
    state("made", made_);
    visit_sized(state, "last p", last_p_);
    visit_sized(state, "last z", last_z_);
    state("worst", worst_.value);
    state("worst row", worst_.row);
}

template class EquationRows<double>;
template class EquationRows<Quad>;

}  // namespace involute
