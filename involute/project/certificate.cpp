// SPDX-License-Identifier: Apache-2.0
#include "involute/project/certificate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "involute/geometry/certificate_tape.hpp"

namespace involute {
namespace {

// Squares of larger numbers overflow: what is computed from them has no value either.
constexpr double as_good_as_infinite = 1e150;

}  // namespace

template <class S>
Certificate<S>::Certificate(Geometry<S>& geometry, Scale scale, const Author& author)
    : author_(author, geometry.layout()), invariant_values_(geometry.invariant_values())
{
    int seeking = 0;
    for (int r = 0; r < int(author_.rows.size()); ++r) {
        const bool seeks = author_.rows[std::size_t(r)].seeks;
        number_.push_back(seeks ? seeking++ : int(settled_.size()));
        if (!seeks) settled_.push_back(r);
    }
    const std::vector<Invariant>& completed = geometry.completed().system.invariants;
    for (const Invariant& invariant : author.system->invariants) {
        const auto same = std::ranges::find(completed, invariant.name, &Invariant::name);
        invariants_.push_back(int(same - completed.begin()));
    }
    program_ = compile_program<S>(author_.write_settled(), geometry.native(), work_);
    const std::vector<double> floors = floors_of(scale, geometry.layout(), true);
    floors_.assign(floors.begin(), floors.end());
    if (seeking > 0) sought_.emplace(author_, scale, floors, geometry.native());
    const std::vector<CheckedRow> further = rows_of_completion(geometry.completed());
    for (const CheckedRow& row : further) further_.push_back(row.name);
    if (!further.empty())
        further_program_ = compile_program<S>(write_certificate(geometry.completed(), further),
                                              geometry.native(), further_work_);
    in_.resize(program_.inputs());
    out_.resize(program_.outputs());
    further_out_.resize(further_program_.outputs());
}

template <class S>
void Certificate<S>::set_parameters(const std::vector<Quad>& values)
{
    program_.set_parameters(values, work_.data());
    further_program_.set_parameters(values, further_work_.data());
    if (sought_) sought_->set_parameters(values);
}

template <class S>
const std::string& Certificate<S>::name(int row) const
{
    const auto r = std::size_t(row);
    return r < author_.rows.size() ? author_.rows[r].name : further_[r - author_.rows.size()];
}

template <class S>
S Certificate<S>::number(int place) const
{
    const std::size_t known = in_.size() / 2;
    const auto at = std::size_t(place);
    return at < known ? in_[at] : sought_->jets()[at - known];
}

template <class S>
S Certificate<S>::value(int row) const
{
    const int k = number_[std::size_t(row)];
    return author_.rows[std::size_t(row)].seeks ? sought_->value(k) : out_[std::size_t(2 * k)];
}

template <class S>
S Certificate<S>::reach(int row) const
{
    const int k = number_[std::size_t(row)];
    return author_.rows[std::size_t(row)].seeks ? sought_->reach(k) : out_[std::size_t(2 * k + 1)];
}

/// A residual that is not a number is the largest of all.
template <class S>
void Certificate<S>::compare(Residual& worst, int row, const S& residual) const
{
    const double value = to_double(residual);
    if (value <= worst.value || (top_is_infinite_ && !std::isfinite(value))) return;
    worst = {std::isfinite(value) ? value : std::numeric_limits<double>::infinity(), row};
}

template <class S>
Residual Certificate<S>::operator()(const S* p, const S* z)
{
    using std::abs;
    const std::size_t half = in_.size() / 2, point = std::size_t(author_.point_size());
    std::copy(p, p + point, in_.begin());
    std::copy(z, z + (half - point), in_.begin() + std::ptrdiff_t(point));
    for (std::size_t k = 0; k < half; ++k) in_[half + k] = abs(in_[k]) + floors_[k];
    top_is_infinite_ = std::any_of(z, z + (half - point), [](const S& top) {
        return !(S(abs(top)) < S(as_good_as_infinite));
    });
    program_.run(in_.data(), out_.data(), work_.data());

    Residual worst;
    const auto in_scale = [](const S& value, const S& reach) {
        return value == S(0) ? S(0) : S(abs(value) / reach);
    };
    for (std::size_t k = 0; k < settled_.size(); ++k) {
        const AuthorRow& row = author_.rows[std::size_t(settled_[k])];
        S value = out_[2 * k];
        if (row.invariant >= 0)
            value -= invariant_values_[std::size_t(invariants_[std::size_t(row.invariant)])];
        compare(worst, settled_[k], in_scale(value, out_[2 * k + 1]));
    }
    if (sought_) {
        sought_->seek(in_.data());
        for (int r = 0; r < int(author_.rows.size()); ++r)
            if (author_.rows[std::size_t(r)].seeks)
                compare(worst, r, sought_->residual(number_[std::size_t(r)]));
    }
    if (further_.empty()) return worst;
    further_program_.run(in_.data(), further_out_.data(), further_work_.data());
    for (std::size_t k = 0; k < further_.size(); ++k)
        compare(worst, int(author_.rows.size() + k),
                in_scale(further_out_[2 * k], further_out_[2 * k + 1]));
    return worst;
}

template <class S>
void Certificate<S>::visit_state(State& state)
{
    if (sought_) sought_->visit_state(state);
}

template class Certificate<double>;
template class Certificate<Quad>;

}  // namespace involute
