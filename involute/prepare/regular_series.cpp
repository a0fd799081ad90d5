// SPDX-License-Identifier: Apache-2.0
#include "involute/prepare/regular_series.hpp"

#include <algorithm>
#include <cmath>

#include "involute/base/dense.hpp"
#include "involute/expr/series.hpp"
#include "involute/prepare/cleared.hpp"

namespace involute {
namespace {

// Coefficients sought, and those of them that are used: the last ones miss equations of higher
// order.
constexpr int sought = 24, used = 14;
constexpr int most_unknowns = 6, most_iterations = 15, most_units = 12;
const Quad difference_step = Quad(1e-12);
const Quad negligible = Quad(1e-15), arrived = Quad(1e-22), satisfied = Quad(1e-20);
// What the equations leave undetermined, in parts of what is asked about; sizes of coefficients
// in the unit of x above which a smaller unit is tried.
constexpr double free_part = 1e-8, null_value = 1e-11;
const Quad too_large = Quad(1e3);

/// The equations along power series, cleared of denominators that vanish at the start.
class Orders {
public:
    Orders(System system, const Quad& unit) : system_(std::move(system)), unit_(unit)
    {
        for (const Given& given : system_.starts)
            if (given.unknown < 0) x_ = given.value;
        for (const Equation& equation : system_.equations) {
            const auto f = cleared_of_denominators(system_.graph, equation.f, x_);
            if (!f) return;
            equations_.push_back(*f);
            highest_.push_back(highest_order(*f));
        }
        good_ = true;
    }
    bool good() const { return good_; }
    const Quad& x() const { return x_; }

    /// Σ over equations of the orders that the sought coefficients determine.
    VectorOf<Quad> residual(const std::vector<std::vector<Quad>>& c) const
    {
        const auto leaf = [&](NodeId id) {
            const Node& node = system_.graph[id];
            if (node.op == Op::independent) {
                Series<Quad> x = Series<Quad>::variable(x_, sought + 1);
                x.c[1] = unit_;
                return x;
            }
            return derivative(c[std::size_t(node.a)], int(node.b));
        };
        const auto values = evaluate<Series<Quad>>(system_.graph, equations_, leaf);
        std::vector<Quad> rows;
        for (std::size_t i = 0; i < values.size(); ++i)
            for (int m = 0; m <= sought - highest_[i]; ++m)
                rows.push_back(values[i][std::size_t(m)]);
        return Eigen::Map<VectorOf<Quad>>(rows.data(), Eigen::Index(rows.size()));
    }

private:
    int highest_order(NodeId f) const
    {
        int highest = 0;
        const Subgraph part = subgraph(system_.graph, std::vector<NodeId>{f});
        for (const Visit& visit : part.visits)
            if (system_.graph[visit.id].op == Op::jet)
                highest = std::max(highest, int(system_.graph[visit.id].b));
        return highest;
    }
    Series<Quad> derivative(std::vector<Quad> c, int order) const
    {
        for (int l = 0; l < order; ++l) {
            for (std::size_t k = 1; k < c.size(); ++k) c[k - 1] = c[k] * Quad(int(k)) / unit_;
            c.back() = 0;
        }
        return Series<Quad>(std::move(c));
    }

    System system_;
    Quad unit_, x_ = 0;
    std::vector<NodeId> equations_;
    std::vector<int> highest_;
    bool good_ = false;
};

Quad factorial(int n)
{
    Quad product = 1;
    for (int k = 2; k <= n; ++k) product *= k;
    return product;
}

/// Newton's iteration for the coefficients, in one unit of x.
class Search {
public:
    Search(const System& system, const Quad& unit) : orders_(system, unit)
    {
        const auto n = std::size_t(system.unknowns());
        found_ = {.x = orders_.x(), .unit = unit, .c = {n, std::vector<Quad>(sought + 1, 0)}};
        std::vector<std::vector<bool>> fixed(n, std::vector<bool>(sought + 1, false));
        for (const auto* list : {&system.guesses, &system.starts})
            for (const Given& given : *list) {
                if (given.unknown < 0 || given.order > sought) continue;
                const auto j = std::size_t(given.unknown), l = std::size_t(given.order);
                Quad& c = found_.c[j][l];
                c = given.value / factorial(given.order);
                for (std::size_t k = 0; k < l; ++k) c *= unit;
                fixed[j][l] = list == &system.starts;
            }
        for (std::size_t j = 0; j < n; ++j)
            for (std::size_t k = 0; k <= sought; ++k)
                if (!fixed[j][k]) free_.push_back({j, k});
    }

    std::optional<RegularSeries> run()
    {
        if (!orders_.good()) return std::nullopt;
        for (int i = 0; i < most_iterations; ++i) {
            const VectorOf<Quad> r = orders_.residual(found_.c);
            MatrixOf<Quad> a = slopes(int(r.size()));
            VectorOf<Quad> scaled = r;
            for (int row = 0; row < a.rows(); ++row) {
                const Quad size = a.row(row).norm();
                if (!isfinite(size)) return std::nullopt;
                if (!(size > 0)) continue;
                a.row(row) /= size;
                scaled[row] /= size;
            }
            const VectorOf<Quad> d = least_squares<Quad>(a, -scaled, negligible);
            if (!isfinite(Quad(d.norm()))) return std::nullopt;
            for (std::size_t k = 0; k < free_.size(); ++k) coefficient(k) += d[Eigen::Index(k)];
            if (d.norm() > arrived * (Quad(1) + size())) continue;
            for (auto& c : found_.c)  // what is round-off of a zero
                for (Quad& value : c)
                    if (abs(value) < arrived * size()) value = 0;
            const bool holds = scaled.norm() <= satisfied * (Quad(1) + size());
            return holds && determined(a.cast<double>()) ? std::optional(found_) : std::nullopt;
        }
        return std::nullopt;
    }

    /// Of the coefficients found so far.
    Quad size() const
    {
        Quad largest = 0;
        for (const auto& c : found_.c)
            for (const Quad& value : c) largest = std::max<Quad>(largest, abs(value));
        return largest;
    }

private:
    struct Coefficient {
        std::size_t unknown = 0, order = 0;
    };
    Quad& coefficient(std::size_t k) { return found_.c[free_[k].unknown][free_[k].order]; }

    MatrixOf<Quad> slopes(int rows)
    {
        MatrixOf<Quad> a(rows, Eigen::Index(free_.size()));
        for (std::size_t k = 0; k < free_.size(); ++k) {
            const Quad kept = coefficient(k);
            coefficient(k) = kept + difference_step;
            const VectorOf<Quad> above = orders_.residual(found_.c);
            coefficient(k) = kept - difference_step;
            a.col(Eigen::Index(k)) = (above - orders_.residual(found_.c)) / (2 * difference_step);
            coefficient(k) = kept;
        }
        return a;
    }

    /// Whether no other solution differs in the coefficients that are used.
    bool determined(const Eigen::MatrixXd& a) const
    {
        const Svd svd = full_svd(a);
        for (Eigen::Index k = 0; k < svd.V.cols(); ++k) {
            if (k < svd.values.size() && svd.values[k] > null_value * svd.values[0]) continue;
            for (std::size_t i = 0; i < free_.size(); ++i)
                if (free_[i].order <= used && std::abs(svd.V(Eigen::Index(i), k)) > free_part)
                    return false;
        }
        return true;
    }

    Orders orders_;
    RegularSeries found_;
    std::vector<Coefficient> free_;
};

}  // namespace

/// Of (h/unit)^(k - l) in the l-th derivative of unknown j.
Quad RegularSeries::factor(int j, int l, int k) const
{
    Quad factor = c[std::size_t(j)][std::size_t(k)];
    for (int i = 0; i < l; ++i) factor *= Quad(k - i) / unit;
    return factor;
}

Quad RegularSeries::jet(int j, int l, const Quad& h) const
{
    Quad sum = 0;
    for (int k = used; k >= l; --k) sum = sum * (h / unit) + factor(j, l, k);
    return sum;
}

NodeId RegularSeries::formula(Graph& graph, int j, int l) const
{
    const NodeId way =
        graph.divide(graph.subtract(graph.independent(), graph.constant(x)), graph.constant(unit));
    NodeId sum = graph.constant(0);
    for (int k = used; k >= l; --k)
        sum = graph.add(graph.multiply(sum, way), graph.constant(factor(j, l, k)));
    return sum;
}

std::optional<RegularSeries> regular_series(const System& system, const Quad& reach)
{
    if (system.unknowns() > most_unknowns ||
        system.equations.size() != system.names.unknowns.size())
        return std::nullopt;
    Quad unit = std::min<Quad>(Quad(1), abs(reach));
    for (int k = 0; k < most_units && unit > 0; ++k, unit /= 8) {
        Search search(system, unit);
        const auto found = search.run();
        if (!found) return std::nullopt;
        if (search.size() <= too_large * (Quad(1) + abs(found->jet(0, 0, 0)))) return found;
    }
    return std::nullopt;
}

}  // namespace involute
