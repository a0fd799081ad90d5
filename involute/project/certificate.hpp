// SPDX-License-Identifier: Apache-2.0
// To what residual a row satisfies every equation as its author wrote it, every hidden equation,
// and every invariant:
//
//     |f_i^(l)| / Σ_jets |∂f_i^(l)/∂jet| s(jet),    s = |jet| + atol / rtol,
//
// the relative change of the numbers that would make the equation hold. It depends neither on
// units nor on a factor in front of the equation. The formulas are the author's
// (geometry/author_rows.hpp): a mistake of completion gives rows that fail.
//
// A curve passes points where a top is infinite. The equations that contain it have no value there
// and are left out; the others are checked.
//
// Beside these, closure rows of completion and the rows of strong forces in compliance form are
// checked. The latter say more than the author's: where ε^2 is near round-off, ε^-2 g(q) cannot be
// computed from rounded positions, and any force satisfies it in scale.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "involute/project/sought_jets.hpp"

namespace involute {

struct Residual {
    double value = 0;  // the largest; not finite if the point is not
    int row = 0;       // of the certificate
};

/// A row with a larger residual is not written: its numbers would have to change by more than what
/// is allowed per step. Below 1e-9 conditions and roundings decide, not the walk.
constexpr double residual_limit(double rtol)
{
    return rtol > 1e-9 ? rtol : 1e-9;
}

template <class S>
class Certificate {
public:
    /// The geometry must outlive it: the values of the invariants are read from there.
    Certificate(Geometry<S>& geometry, Scale scale, const Author& author);
    Residual operator()(const S* p, const S* z);
    /// Parameters have other values, by index.
    void set_parameters(const std::vector<Quad>& values);
    /// "equation 3 (x^2 + y^2 = 1) differentiated once".
    const std::string& name(int row) const;

    const AuthorRows& author() const { return author_; }
    /// Of the last call: (p, z, sought jets), and what was computed of a row of the author's.
    S number(int place) const;
    S value(int row) const;
    S reach(int row) const;

    /// What the next check begins with.
    void visit_state(State& state);

private:
    void compare(Residual& worst, int row, const S& residual) const;

    bool top_is_infinite_ = false;  // at the point looked at

    AuthorRows author_;
    const std::vector<S>& invariant_values_;
    std::vector<int> invariants_{};       // the author's, by their numbers in the completed system
    std::vector<int> settled_{};          // rows of the author's that seek nothing
    std::vector<int> number_{};           // of a row among those like it
    std::vector<std::string> further_{};  // names of the rows of completion
    Program<S> program_, further_program_;
    std::optional<SoughtJets<S>> sought_{};
    std::vector<S> floors_{};  // of p and z
    std::vector<S> in_, out_, work_, further_out_{}, further_work_{};
};

extern template class Certificate<double>;
extern template class Certificate<Quad>;

}  // namespace involute
