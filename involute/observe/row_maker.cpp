// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/row_maker.hpp"

#include <cmath>

namespace involute {

void store(const std::vector<double>& row, std::vector<std::vector<double>>& rows,
           std::vector<std::vector<Quad>>&)
{
    rows.push_back(row);
}

void store(const std::vector<Quad>& row, std::vector<std::vector<double>>& rows,
           std::vector<std::vector<Quad>>& in_full)
{
    std::vector<double> rounded;
    for (const Quad& value : row) rounded.push_back(to_double(value));
    rows.push_back(std::move(rounded));
    in_full.push_back(row);
}

template <class S>
EquationRows<S>::EquationRows(int unknowns, Columns<S> columns, Certificate<S>& certificate,
                              Tops<S> tops)
    : columns_(std::move(columns)), certificate_(certificate), tops_(std::move(tops)), z_(unknowns)
{
}

template <class S>
bool EquationRows<S>::make(const S* p, std::vector<S>& row)
{
    using std::isfinite;
    tops_(p, z_.data());
    row.clear();
    row.reserve(names().size() + 1);
    row.push_back(p[0]);
    columns_.append(p, z_.data(), row);
    for (const S& value : row)
        if (!isfinite(value)) return false;
    const Residual residual = certificate_(p, z_.data());
    if (residual.value > worst_.value) worst_ = residual;
    return true;
}

template class EquationRows<double>;
template class EquationRows<Quad>;

}  // namespace involute
