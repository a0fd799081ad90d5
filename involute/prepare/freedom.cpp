// SPDX-License-Identifier: Apache-2.0
#include "involute/prepare/freedom.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "involute/project/start_wishes.hpp"

namespace involute {
namespace {

// Beyond this many constraints the choice is made from the structure instead of a factorisation.
constexpr std::size_t dense_limit = 400;
constexpr double smallest_pivot = 1e-9;
// Points beside the start that are asked where it is a special one, and how far away they are.
constexpr int points_beside = 4;
constexpr double spread = 0.1;

/// By the highest-value transversal: f_i^(l) settles the jet y_m^(l + d_m - c_i), m = match(i).
std::vector<bool> free_by_structure(const CompletedSystem& c)
{
    std::vector<bool> free(c.layout.size, true);
    free[0] = false;
    for (const Layout::Constraint& g : c.layout.constraints) {
        const int m = c.structure.match[g.equation];
        free[c.layout.position(m, g.order + c.layout.d[m] - c.structure.c[g.equation])] = false;
    }
    return free;
}

/// Rows a start must satisfy, as a dense matrix in scale.
template <class S>
Eigen::MatrixXd start_matrix(const PreparedOf<S>& prepared, const std::vector<S>& p)
{
    Geometry<S>& geometry = *prepared.geometry;
    const CompletedSystem& c = geometry.completed();
    std::vector<S> entries(c.constraint_jacobian.entries.size());
    geometry.constraint_jacobian(p.data(), entries.data());
    const double floor = Scale{}.floor * unit_of(c.system);
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(c.constraint_jacobian.rows, c.layout.size);
    for (std::size_t e = 0; e < entries.size(); ++e) {
        const auto [row, column] = c.constraint_jacobian.entries[e];
        const int invariant = row - int(c.layout.constraints.size());
        if (column == 0 || (invariant >= 0 && !c.system.invariants[invariant].value)) continue;
        a(row, column) += to_double(entries[e]) * (std::abs(to_double(p[column])) + floor);
    }
    for (int i = 0; i < a.rows(); ++i)
        if (const double size = a.row(i).lpNorm<Eigen::Infinity>(); size > 0) a.row(i) /= size;
    return a;
}

int auxiliary_from(const CompletedSystem& c)
{
    return c.layout.unknowns - c.system.auxiliary;
}

template <class S>
std::vector<bool> free_at(const PreparedOf<S>& prepared, const std::vector<S>& p)
{
    const CompletedSystem& c = prepared.geometry->completed();
    Eigen::MatrixXd a = start_matrix(prepared, p);
    std::vector<bool> free(c.layout.size, true);
    free[0] = false;
    std::vector<bool> used(a.rows(), false);
    // Where J is regular the constraints are independent, however small their pivots; closure rows
    // and invariants may depend on them.
    const double threshold = c.invariants > 0 ? smallest_pivot : 0;
    // What completion added is determined first, then what was not mentioned, then guesses, then
    // given values.
    for (int wish = -1; wish < 3; ++wish) {
        for (;;) {
            double best = threshold;
            int pivot_row = -1, pivot_column = -1;
            for (int j = 1; j < a.cols(); ++j) {
                const StartValue& value = prepared.start.values[j];
                int rank = value.given ? 2 : value.guessed ? 1 : 0;
                if (value.unknown >= auxiliary_from(c)) rank = -1;
                if (!free[j] || rank != wish) continue;
                for (int i = 0; i < a.rows(); ++i)
                    if (!used[i] && std::abs(a(i, j)) > best) {
                        best = std::abs(a(i, j));
                        pivot_row = i;
                        pivot_column = j;
                    }
            }
            if (pivot_row < 0) break;
            used[pivot_row] = true;
            free[pivot_column] = false;
            for (int i = 0; i < a.rows(); ++i)
                if (!used[i] && a(i, pivot_column) != 0)
                    a.row(i) -=
                        a.row(pivot_row) * (a(i, pivot_column) / a(pivot_row, pivot_column));
        }
    }
    return free;
}

/// How many values of the author's unknowns are free.
int count_of(const CompletedSystem& c, const std::vector<bool>& free)
{
    int count = 0;
    for (std::size_t i = 1; i < free.size(); ++i)
        count += free[i] && c.layout.jets[i].unknown < auxiliary_from(c);
    return count;
}

/// The dimension that completion found, where rows a start must satisfy are the equations' alone.
std::optional<int> known_dimension(const CompletionReport& report, const System& system)
{
    const bool more = std::ranges::any_of(system.invariants,
                                          [](const Invariant& i) { return i.value && !i.closure; });
    return more ? std::nullopt : report.dimension;
}

}  // namespace

template <class S>
std::vector<bool> free_positions(const PreparedOf<S>& prepared)
{
    const CompletedSystem& c = prepared.geometry->completed();
    if (c.constraint_nodes.size() > dense_limit) return free_by_structure(c);
    std::vector<bool> at_start = free_at(prepared, prepared.start.p);
    const std::optional<int> known = known_dimension(prepared.report, c.system);
    if (!known || count_of(c, at_start) == *known) return at_start;
    std::mt19937 random(14);
    for (int k = 0; k < points_beside; ++k) {
        std::vector<S> p = prepared.start.p;
        if (!generic_point(*prepared.geometry, Scale{}, spread, random, p)) continue;
        std::vector<bool> beside = free_at(prepared, p);
        if (count_of(c, beside) == *known) return beside;
    }
    return at_start;
}

template <class S>
int free_values(const PreparedOf<S>& prepared)
{
    return count_of(prepared.geometry->completed(), free_positions(prepared));
}

template <class S>
bool is_as_free_as_known(const PreparedOf<S>& prepared)
{
    const auto known = known_dimension(prepared.report, prepared.geometry->completed().system);
    return !known || free_values(prepared) == *known;
}

template <class S>
std::vector<StartEntry> start_entries(const PreparedOf<S>& prepared)
{
    const CompletedSystem& c = prepared.geometry->completed();
    if (prepared.start.values.empty()) return {};
    const std::vector<bool> free = free_positions(prepared);
    std::vector<StartEntry> entries;
    for (std::size_t k = 0; k < prepared.start.values.size(); ++k) {
        const StartValue& value = prepared.start.values[k];
        if (value.unknown >= auxiliary_from(c)) continue;
        const bool top = k >= free.size();
        entries.push_back(
            {.name = value.unknown < 0 ? c.system.names.independent
                                       : jet_name(c.system.names, value.unknown, value.order),
             .given = value.given,
             .guessed = value.guessed,
             .free = !top && free[k],
             .value = to_double(top ? prepared.start.z[k - free.size()] : prepared.start.p[k]),
             .moved = value.moved});
    }
    return entries;
}

template std::vector<bool> free_positions(const PreparedOf<double>&);
template std::vector<bool> free_positions(const PreparedOf<Quad>&);
template int free_values(const PreparedOf<double>&);
template int free_values(const PreparedOf<Quad>&);
template bool is_as_free_as_known(const PreparedOf<double>&);
template bool is_as_free_as_known(const PreparedOf<Quad>&);
template std::vector<StartEntry> start_entries(const PreparedOf<double>&);
template std::vector<StartEntry> start_entries(const PreparedOf<Quad>&);

}  // namespace involute
