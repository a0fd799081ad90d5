// SPDX-License-Identifier: Apache-2.0
// From a point of a walk to a row of values: x, then the columns.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "involute/observe/columns.hpp"
#include "involute/project/certificate.hpp"

namespace involute {

template <class S>
class RowMaker {
public:
    virtual ~RowMaker() = default;
    virtual const std::vector<std::string>& names() const = 0;
    /// False if a value is not finite: no row is made of such a point.
    virtual bool make(const S* p, std::vector<S>& row) = 0;
    /// The largest residual of all rows made, and the equation it belongs to.
    virtual Residual worst() const = 0;
    virtual std::string equation(int row) const = 0;
};

/// Adds a row to a list, and in full precision to another where there is more than double's.
void store(const std::vector<double>& row, std::vector<std::vector<double>>& rows,
           std::vector<std::vector<Quad>>& in_full);
void store(const std::vector<Quad>& row, std::vector<std::vector<double>>& rows,
           std::vector<std::vector<Quad>>& in_full);

/// The highest derivatives z at a point.
template <class S>
using Tops = std::function<void(const S* p, S* z)>;

/// Rows of a completed system; every one is checked by the certificate.
template <class S>
class EquationRows final : public RowMaker<S> {
public:
    EquationRows(int unknowns, Columns<S> columns, Certificate<S>& certificate, Tops<S> tops);

    const std::vector<std::string>& names() const override { return columns_.names(); }
    bool make(const S* p, std::vector<S>& row) override;
    Residual worst() const override { return worst_; }
    std::string equation(int row) const override { return certificate_.name(row); }

private:
    Columns<S> columns_;
    Certificate<S>& certificate_;
    Tops<S> tops_;
    std::vector<S> z_;
    Residual worst_;
};

extern template class EquationRows<double>;
extern template class EquationRows<Quad>;

}  // namespace involute
