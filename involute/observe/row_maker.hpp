// SPDX-License-Identifier: Apache-2.0
// From a point of a walk to a row of values: x, then the columns.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "involute/observe/columns.hpp"
#include "involute/observe/stop_reasons.hpp"
#include "involute/project/confirmation.hpp"

namespace involute {

/// Not finite: no row is made of such a point. Refused: what was computed is wrong, and the run
/// cannot go on.
enum class Made { row, not_finite, refused };

/// What a row is made of.
template <class S>
struct RowPoint {
    const S* p = nullptr;
    const S* called_x = nullptr;  // x to be written, where it is not that of p
    const S* beside = nullptr;    // p lies on a kink: the equations hold on the side of this point
    const S* z = nullptr;         // highest derivatives that cannot be computed from p
};

template <class S>
class RowMaker {
public:
    virtual ~RowMaker() = default;
    virtual const std::vector<std::string>& names() const = 0;
    virtual Made make(const RowPoint<S>& point, std::vector<S>& row) = 0;
    /// Why the last point was refused, with its place.
    virtual Stop refusal() const = 0;
    /// After the last row: whether it is refused now that it is known to be the last.
    virtual std::optional<Stop> refused_last() { return {}; }
    /// The largest residual of all rows made, and the equation it belongs to.
    virtual Residual worst() const = 0;
    virtual std::string equation(int row) const = 0;
    virtual void visit_state(State&) {}
};

/// Adds a row to a list, and in full precision to another where there is more than double's.
/// Returns the bytes that takes.
double store(const std::vector<double>& row, std::vector<std::vector<double>>& rows,
             std::vector<std::vector<Quad>>& in_full);
double store(const std::vector<Quad>& row, std::vector<std::vector<double>>& rows,
             std::vector<std::vector<Quad>>& in_full);

/// The highest derivatives z at a point.
template <class S>
using Tops = std::function<void(const S* p, S* z)>;

/// The residual beyond which a row is refused; none where options ask for rows off the surface, to
/// show what projecting and recomputing are good for: those are reported.
double row_limit(const SolveOptions& options);

/// "equation 3 (x^2 + y^2 = 1) is satisfied only to 1.2e-05 at t = 0.25".
Stop not_certified(const std::string& equation, double residual, const std::string& place);

/// Rows of a completed system. Every one is checked by the certificate, and the first, the last and
/// one of 64 against what the author wrote.
template <class S>
class EquationRows final : public RowMaker<S> {
public:
    /// A row with a residual above the limit is refused.
    EquationRows(PreparedOf<S>& prepared, Columns<S> columns, Tops<S> tops, double limit);

    const std::vector<std::string>& names() const override { return columns_.names(); }
    Made make(const RowPoint<S>& point, std::vector<S>& row) override;
    Stop refusal() const override { return *refusal_; }
    std::optional<Stop> refused_last() override;
    Residual worst() const override { return worst_; }
    std::string equation(int row) const override { return certificate_.name(row); }
    void visit_state(State& state) override;

private:
    bool is_confirmed(const S& x);

    Columns<S> columns_;
    Certificate<S>& certificate_;
    Confirmation<S>& confirmation_;
    Tops<S> tops_;
    std::string independent_;
    double limit_;
    long made_ = 0;
    std::vector<S> z_, last_p_, last_z_;  // last_: of the last row, where it is not confirmed yet
    std::optional<Stop> refusal_{};
    Residual worst_;
};

extern template class EquationRows<double>;
extern template class EquationRows<Quad>;

}  // namespace involute
