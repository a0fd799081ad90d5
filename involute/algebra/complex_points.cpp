// SPDX-License-Identifier: Apache-2.0
#include "involute/algebra/complex_points.hpp"

#include <algorithm>
#include <cmath>

#include "involute/expr/calculus.hpp"
#include "involute/expr/subgraph.hpp"

namespace involute {
namespace {

using Number = std::complex<long double>;

constexpr int most_iterations = 200;
constexpr int tries_for_one = 20;
// A row is zero below this part of its terms.
constexpr long double arrived = 1e-15L;
constexpr long double rank_threshold = 1e-9L;

Number power(Number x, int n)
{
    Number result = 1;
    for (unsigned k = unsigned(n); k > 0; k /= 2, x *= x)
        if (k % 2 == 1) result *= x;
    return result;
}

std::vector<Number> values_at(const Graph& graph, const std::vector<NodeId>& nodes,
                              const std::vector<NodeId>& variables, const ComplexPoint& at)
{
    const Subgraph part = subgraph(graph, nodes);
    std::vector<Number> v;
    v.reserve(part.visits.size());
    const auto leaf = [&](NodeId id) {
        const auto found = std::find(variables.begin(), variables.end(), id);
        return found == variables.end() ? Number(0) : at[std::size_t(found - variables.begin())];
    };
    for (const Visit& visit : part.visits) {
        const Node& node = graph[visit.id];
        const auto a = [&] { return v[visit.a]; };
        const auto b = [&] { return v[visit.b]; };
        switch (node.op) {
            case Op::constant:
                v.emplace_back(from_quad<double>(graph.value(visit.id)));
                break;
            case Op::add:
                v.push_back(a() + b());
                break;
            case Op::subtract:
                v.push_back(a() - b());
                break;
            case Op::multiply:
                v.push_back(a() * b());
                break;
            case Op::divide:
                v.push_back(a() / b());
                break;
            case Op::negate:
                v.push_back(-a());
                break;
            case Op::integer_power:
                v.push_back(power(a(), node.exponent));
                break;
            default:
                v.push_back(leaf(visit.id));
        }
    }
    std::vector<Number> results;
    for (const std::uint32_t root : part.roots) results.push_back(v[root]);
    return results;
}

}  // namespace

PolynomialSet::PolynomialSet(Graph& graph, const std::vector<NodeId>& polynomials,
                             const std::vector<NodeId>& variables)
    : graph_(graph), nodes_(polynomials), variables_(variables), rows_(polynomials.size())
{
    for (const NodeId f : polynomials)
        for (const NodeId leaf : variables) nodes_.push_back(differentiate(graph, f, leaf));
}

/// Rows and slopes, divided by the size of the terms of their row.
void PolynomialSet::evaluate(const ComplexPoint& at)
{
    const std::vector<Number> all = values_at(graph_, nodes_, variables_, at);
    const std::size_t n = variables_.size();
    values_.assign(all.begin(), all.begin() + std::ptrdiff_t(rows_));
    slopes_.assign(all.begin() + std::ptrdiff_t(rows_), all.end());
    // A variable that is zero has the size of the others.
    long double typical = 0;
    for (const Number& x : at) typical = std::max(typical, std::abs(x));
    for (std::size_t i = 0; i < rows_; ++i) {
        long double size = 0;
        for (std::size_t j = 0; j < n; ++j) size += std::abs(slopes_[i * n + j]) * typical;
        size = std::max(size, std::abs(values_[i]));
        if (!(size > 0)) size = 1;
        values_[i] /= size;
        for (std::size_t j = 0; j < n; ++j) slopes_[i * n + j] /= size;
    }
}

long double PolynomialSet::squares() const
{
    long double sum = 0;
    for (const Number& value : values_) sum += std::norm(value);
    return sum;
}

double PolynomialSet::residual(const ComplexPoint& at)
{
    evaluate(at);
    long double worst = 0;
    for (const Number& value : values_)
        if (!(std::abs(value) <= worst)) worst = std::abs(value);
    return double(worst);
}

int PolynomialSet::rank(const ComplexPoint& at)
{
    evaluate(at);
    const std::size_t n = variables_.size();
    std::vector<Number> a = slopes_;
    for (std::size_t i = 0; i < rows_; ++i) {
        long double most = 0;
        for (std::size_t j = 0; j < n; ++j) most = std::max(most, std::abs(a[i * n + j]));
        for (std::size_t j = 0; j < n && most > 0; ++j) a[i * n + j] /= most;
    }
    int rank = 0;
    for (std::size_t step = 0; step < std::min(rows_, n); ++step) {
        std::size_t pi = step, pj = step;
        for (std::size_t i = step; i < rows_; ++i)
            for (std::size_t j = step; j < n; ++j)
                if (std::abs(a[i * n + j]) > std::abs(a[pi * n + pj])) pi = i, pj = j;
        if (!(std::abs(a[pi * n + pj]) > rank_threshold)) break;
        for (std::size_t j = 0; j < n; ++j) std::swap(a[step * n + j], a[pi * n + j]);
        for (std::size_t i = 0; i < rows_; ++i) std::swap(a[i * n + step], a[i * n + pj]);
        for (std::size_t i = step + 1; i < rows_; ++i) {
            const Number factor = a[i * n + step] / a[step * n + step];
            for (std::size_t j = step; j < n; ++j) a[i * n + j] -= factor * a[step * n + j];
        }
        ++rank;
    }
    return rank;
}

/// (Aᴴ A + damping) δ = -Aᴴ r, by elimination.
bool PolynomialSet::solve_damped(long double damping, std::vector<Number>& delta) const
{
    const std::size_t n = variables_.size();
    std::vector<Number> m(n * (n + 1), Number(0));
    const auto at = [&](std::size_t i, std::size_t j) -> Number& { return m[i * (n + 1) + j]; };
    for (std::size_t r = 0; r < rows_; ++r)
        for (std::size_t i = 0; i < n; ++i) {
            const Number left = std::conj(slopes_[r * n + i]);
            for (std::size_t j = 0; j < n; ++j) at(i, j) += left * slopes_[r * n + j];
            at(i, n) -= left * values_[r];
        }
    for (std::size_t i = 0; i < n; ++i) at(i, i) += damping;
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t pivot = k;
        for (std::size_t i = k + 1; i < n; ++i)
            if (std::abs(at(i, k)) > std::abs(at(pivot, k))) pivot = i;
        if (!(std::abs(at(pivot, k)) > 0)) return false;
        for (std::size_t j = 0; j <= n; ++j) std::swap(at(k, j), at(pivot, j));
        for (std::size_t i = 0; i < n; ++i) {
            if (i == k) continue;
            const Number factor = at(i, k) / at(k, k);
            for (std::size_t j = k; j <= n; ++j) at(i, j) -= factor * at(k, j);
        }
    }
    delta.resize(n);
    for (std::size_t i = 0; i < n; ++i) delta[i] = at(i, n) / at(i, i);
    return true;
}

std::optional<ComplexPoint> PolynomialSet::reach(ComplexPoint q)
{
    evaluate(q);
    long double damping = 1e-3L;
    std::vector<Number> delta;
    for (int k = 0; k < most_iterations; ++k) {
        const long double now = squares();
        if (!std::isfinite(now)) return std::nullopt;
        if (now <= arrived * arrived) return q;
        if (!solve_damped(damping, delta)) return std::nullopt;
        ComplexPoint next = q;
        for (std::size_t i = 0; i < q.size(); ++i) next[i] += delta[i];
        evaluate(next);
        if (squares() < now) {
            q = std::move(next);
            damping = std::max(damping / 10, 1e-18L);
        } else {
            damping *= 10;
            if (damping > 1e12L) break;
            evaluate(q);
        }
    }
    // Multiple roots are known to fewer digits.
    if (residual(q) <= 1e-13) return q;
    return std::nullopt;
}

std::vector<ComplexPoint> PolynomialSet::points(int wanted, std::mt19937& random)
{
    std::normal_distribution<double> normal;
    std::vector<ComplexPoint> found;
    for (int k = 0; k < wanted * tries_for_one && int(found.size()) < wanted; ++k) {
        ComplexPoint from(variables_.size());
        const double size = std::exp(normal(random));
        for (Number& x : from) x = Number(size * normal(random), size * normal(random));
        if (auto point = reach(std::move(from))) found.push_back(std::move(*point));
    }
    return found;
}

std::optional<ComplexPoint> PolynomialSet::point_beside(const ComplexPoint& at,
                                                        std::mt19937& random)
{
    std::normal_distribution<double> normal;
    ComplexPoint from = at;
    long double size = 0;
    for (const Number& x : at) size = std::max(size, std::abs(x));
    for (Number& x : from)
        x += 0.3L * (size + 0.1L) *
             Number((long double)(normal(random)), (long double)(normal(random)));
    return reach(std::move(from));
}

}  // namespace involute
