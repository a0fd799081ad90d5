// SPDX-License-Identifier: Apache-2.0
#include "involute/project/start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "involute/project/nearest.hpp"

namespace involute {
namespace {

// A given value may be moved by this part of its scale, with a notice: papers print start values
// with three or four digits. Beyond it the start is refused.
constexpr double rounding_allowance = 1e-2;
// How freely numbers move while the start is sought, relative to a guess.
constexpr double given_mobility = 1e-3;
constexpr double unmentioned_mobility = 10;
constexpr int restarts = 12;
// Coordinates up to which given tops are reached by differences.
constexpr int most_differences = 200;

/// What the user said about each number: p first, then the tops.
struct Wishes {
    std::vector<std::optional<Quad>> given{}, guessed{};
};

int place_of(const Layout& l, const Given& g)
{
    if (g.unknown < 0) return 0;
    return l.in_point(g.unknown, g.order) ? l.position(g.unknown, g.order) : l.size + g.unknown;
}

Wishes collect(const CompletedSystem& c)
{
    const Layout& l = c.layout;
    Wishes w;
    w.given.resize(l.size + l.unknowns);
    w.guessed = w.given;
    for (const auto* list : {&c.system.starts, &c.system.guesses})
        for (const Given& g : *list) {
            if (g.unknown >= 0 && g.order > l.d[g.unknown])
                throw Error(Diagnostic{
                    .message = fmt::format("{} cannot be given at the start: it follows from the "
                                           "equations and lower derivatives",
                                           jet_name(c.system.names, g.unknown, g.order)),
                    .hint = "remove it",
                    .place = g.place,
                    .file = c.system.file});
            (list == &c.system.starts ? w.given : w.guessed)[place_of(l, g)] = g.value;
        }
    return w;
}

std::string name_of(const CompletedSystem& c, int place)
{
    if (place >= c.layout.size)
        return jet_name(c.system.names, place - c.layout.size, c.layout.d[place - c.layout.size]);
    const Layout::Jet jet = c.layout.jets[place];
    return jet.unknown < 0 ? c.system.names.independent
                           : jet_name(c.system.names, jet.unknown, jet.order);
}

std::string moved(const std::string& name, const Quad& given, double found)
{
    return fmt::format("start {} = {} was moved to {:.17g} ({:+.2g})", name, to_text(given), found,
                       found - to_double(given));
}

double allowance(const Quad& value, Scale scale)
{
    return rounding_allowance * (std::abs(to_double(value)) + scale.floor);
}

/// The rows a start must satisfy: g, and the invariants whose value is prescribed.
std::vector<int> imposed_rows(const CompletedSystem& c)
{
    std::vector<int> rows(c.layout.constraints.size());
    std::iota(rows.begin(), rows.end(), 0);
    for (int k = 0; k < c.invariants; ++k)
        if (c.system.invariants[k].value) rows.push_back(int(c.layout.constraints.size()) + k);
    return rows;
}

template <class S>
class Search {
public:
    Search(Geometry<S>& geometry, Scale scale, bool generic)
        : geometry_(geometry),
          c_(geometry.completed()),
          scale_(scale),
          wishes_(collect(c_)),
          rows_(imposed_rows(c_)),
          nearest_(geometry, scale, rows_),
          size_(c_.layout.size),
          generic_(generic)
    {
    }

    Start<S> run();

private:
    std::vector<S> first_point(std::mt19937* random) const;
    std::vector<S> weights(const std::vector<S>& p, bool hold_given) const;
    bool hold_given();
    bool move_given();
    void refuse(Start<S>& start);
    bool evaluable(Start<S>& start);
    bool reach_tops(Start<S>& start);
    bool tops_agree(const Start<S>& start) const;
    void check_tops(Start<S>& start);
    void keep_invariants(const Start<S>& start);
    void report(Start<S>& start);

    Geometry<S>& geometry_;
    const CompletedSystem& c_;
    Scale scale_;
    Wishes wishes_;
    std::vector<int> rows_;  // a start must satisfy
    NearestPoint<S> nearest_;
    int size_;
    bool generic_;
    std::vector<S> found_;                    // the best point so far
    typename NearestPoint<S>::Found held_{};  // how close holding the given values came
};

/// Given values, then guesses, then 0; with a generator, guesses and unmentioned values perturbed.
template <class S>
std::vector<S> Search<S>::first_point(std::mt19937* random) const
{
    std::normal_distribution<double> normal;
    std::vector<S> p(size_, S(0));
    for (int i = 0; i < size_; ++i) {
        if (wishes_.given[i]) {
            p[i] = from_quad<S>(*wishes_.given[i]);
            continue;
        }
        if (wishes_.guessed[i]) p[i] = from_quad<S>(*wishes_.guessed[i]);
        if (random && i > 0) {
            using std::abs;
            p[i] += S(normal(*random)) * (wishes_.guessed[i] ? S(0.3) * abs(p[i]) + S(0.1) : S(1));
        }
    }
    return p;
}

template <class S>
std::vector<S> Search<S>::weights(const std::vector<S>& p, bool hold) const
{
    using std::abs;
    std::vector<S> w(size_);
    for (int i = 0; i < size_; ++i) {
        const bool given = bool(wishes_.given[i]);
        S s = abs(p[i]) + S(scale_.floor);
        if (given)
            s *= S(hold ? 0 : given_mobility);
        else if (!wishes_.guessed[i])
            s = S(unmentioned_mobility) * (s + S(1));
        w[i] = s * s;
    }
    w[0] = S(0);
    return w;
}

/// A point of M with every given value as it was given.
template <class S>
bool Search<S>::hold_given()
{
    std::mt19937 random(4242);
    for (int attempt = 0; attempt <= restarts; ++attempt) {
        std::vector<S> p = first_point(attempt == 0 && !generic_ ? nullptr : &random);
        std::vector<S> q = p;
        const auto found = nearest_.find(p.data(), weights(p, true).data(), q.data());
        if (attempt == 0 || found.residual < held_.residual) {
            held_ = found;
            found_ = q;
        }
        if (found.converged) return true;
    }
    return false;
}

/// A point of M near the given values, which may move.
template <class S>
bool Search<S>::move_given()
{
    using std::abs;
    std::mt19937 random(4243);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (int attempt = 0; attempt <= restarts; ++attempt) {
        const std::vector<S> p = attempt == 0 ? first_point(nullptr) : first_point(&random);
        std::vector<S> q = p;
        // Every value may be given: only another first iterate makes another attempt.
        for (int i = 1; attempt > 0 && i < size_; ++i)
            q[i] += S(0.3 * uniform(random)) * (abs(q[i]) + S(scale_.floor));
        if (!nearest_.find(p.data(), weights(p, false).data(), q.data()).converged) continue;
        found_ = q;
        return true;
    }
    return false;
}

template <class S>
void Search<S>::refuse(Start<S>& start)
{
    start.outcome = Outcome::inconsistent_start;
    start.message = held_.worst_row < 0
                        ? "the start values contradict the equations"
                        : fmt::format(
                              "the start values violate {} by {:.3g} (relative to the "
                              "size of its terms)",
                              c_.constraint_name(held_.worst_row), held_.residual);
    start.message += "; the nearest consistent start has";
    const char* separator = " ";
    for (int i = 0; i < size_; ++i) {
        if (!wishes_.given[i]) continue;
        const double value = to_double(found_[i]);
        if (std::abs(value - to_double(*wishes_.given[i])) <= 1e-12 * (std::abs(value) + 1e-2))
            continue;
        start.message += fmt::format("{}{} = {:.10g} instead of {}", separator, name_of(c_, i),
                                     value, to_text(*wishes_.given[i]));
        separator = ", ";
    }
}

/// Can every equation be evaluated at the start? If not, names one that cannot.
template <class S>
bool Search<S>::evaluable(Start<S>& start)
{
    using std::isfinite;
    std::vector<S> top_rows(c_.layout.unknowns), entries(c_.jacobian.entries.size());
    geometry_.matrix(start.p.data(), start.z.data(), top_rows.data(), entries.data());
    for (std::size_t e = 0; e < entries.size(); ++e)
        if (!isfinite(entries[e])) top_rows[c_.jacobian.entries[e].row] = entries[e];
    for (int i = 0; i < c_.layout.unknowns; ++i) {
        if (isfinite(top_rows[i])) continue;
        start.outcome = Outcome::not_finite;
        start.message = fmt::format(
            "{} cannot be evaluated at the start: a function is outside its domain, or something "
            "is divided by zero",
            equation_name(c_.system, i, c_.structure.c[i]));
        return false;
    }
    return true;
}

template <class S>
bool Search<S>::tops_agree(const Start<S>& start) const
{
    using std::abs;
    for (int j = 0; j < c_.layout.unknowns; ++j)
        if (const auto& given = wishes_.given[size_ + j]) {
            const S wish = from_quad<S>(*given);
            if (!(abs(start.z[j] - wish) <= S(1e-10) * (abs(wish) + S(scale_.floor)))) return false;
        }
    return true;
}

/// Looks for a point whose tops are the given ones by moving what was not given: Newton's method
/// on the imposed rows and z_j(p) = given, with differences for the latter.
template <class S>
bool Search<S>::reach_tops(Start<S>& start)
{
    using std::abs;
    if (size_ > most_differences) return false;
    std::vector<int> tops;
    for (int j = 0; j < c_.layout.unknowns; ++j)
        if (wishes_.given[size_ + j]) tops.push_back(j);
    const int m = int(rows_.size()), k = m + int(tops.size());
    SparsePattern dense{k, size_, {}};
    for (int i = 0; i < k; ++i)
        for (int j = 0; j < size_; ++j) dense.entries.push_back({i, j});
    MinimumNorm<S> minimum_norm(dense);
    const SparsePattern& pattern = c_.constraint_jacobian;
    std::vector<S> g(c_.constraint_nodes.size()), entries(pattern.entries.size()),
        z(c_.layout.unknowns), shifted(z), residual(k), delta(size_);
    MatrixOf<S> a(size_, k);  // column-major, so its transpose is row after row

    std::mt19937 random(4244);
    std::normal_distribution<double> normal;
    for (int attempt = 0; attempt <= restarts; ++attempt) {
        std::vector<S> q = start.p;
        for (int i = 1; attempt > 0 && i < size_; ++i)
            if (!wishes_.given[i]) q[i] += S(normal(random)) * (abs(q[i]) + S(1));
        const std::vector<S> w = weights(q, true);
        for (int iteration = 0; iteration < 40; ++iteration) {
            geometry_.constraints(q.data(), g.data());
            geometry_.constraint_jacobian(q.data(), entries.data());
            if (geometry_.field(q.data(), z.data()).health != Health::good) break;
            a.setZero();
            for (int i = 0; i < m; ++i) residual[i] = g[rows_[i]];
            for (std::size_t e = 0; e < entries.size(); ++e)
                for (int i = 0; i < m; ++i)
                    if (rows_[i] == pattern.entries[e].row)
                        a(pattern.entries[e].column, i) += entries[e];
            for (int j = 1; j < size_; ++j) {
                if (w[j] == S(0)) continue;
                const S keep = q[j], h = S(1e-7) * (abs(keep) + S(scale_.floor));
                q[j] = keep + h;
                geometry_.field(q.data(), shifted.data());
                q[j] = keep;
                for (int t = 0; t < k - m; ++t) a(j, m + t) = (shifted[tops[t]] - z[tops[t]]) / h;
            }
            for (int t = 0; t < k - m; ++t)
                residual[m + t] = z[tops[t]] - from_quad<S>(*wishes_.given[size_ + tops[t]]);
            if (!minimum_norm.correct(a.data(), w.data(), residual.data(), delta.data())) break;
            for (int i = 0; i < size_; ++i) q[i] += delta[i];
        }
        Start<S> candidate;
        candidate.p = q;
        candidate.z = z;
        if (geometry_.field(q.data(), candidate.z.data()).health != Health::good) continue;
        if (!nearest_.residual(q.data()).converged || !tops_agree(candidate)) continue;
        start.p = candidate.p;
        start.z = candidate.z;
        return true;
    }
    return false;
}

/// Tops (multipliers, highest derivatives) follow from p; what was given for them must agree.
template <class S>
void Search<S>::check_tops(Start<S>& start)
{
    for (int j = 0; j < c_.layout.unknowns; ++j) {
        const auto& given = wishes_.given[size_ + j];
        if (!given) continue;
        const double found = to_double(start.z[j]);
        const double off = std::abs(found - to_double(*given));
        const std::string name = name_of(c_, size_ + j);
        if (off <= 1e-9 * (std::abs(found) + scale_.floor)) continue;
        if (off <= allowance(*given, scale_)) {
            start.notices.push_back(moved(name, *given, found));
            continue;
        }
        start.outcome = Outcome::inconsistent_start;
        start.message = fmt::format(
            "the start value {} = {} contradicts the equations: the nearest consistent start has "
            "{} = {:.10g}",
            name, to_text(*given), name, found + 0.0);
        return;
    }
}

/// Invariants without a prescribed value keep the one they have here.
template <class S>
void Search<S>::keep_invariants(const Start<S>& start)
{
    std::vector<S> g(c_.constraint_nodes.size());
    geometry_.constraints(start.p.data(), g.data());
    for (int k = 0; k < c_.invariants; ++k)
        if (!c_.system.invariants[k].value)
            geometry_.invariant_values()[k] += g[c_.layout.constraints.size() + std::size_t(k)];
}

template <class S>
void Search<S>::report(Start<S>& start)
{
    for (int i = 0; i < size_ + c_.layout.unknowns; ++i) {
        const bool top = i >= size_;
        const Layout::Jet jet =
            top ? Layout::Jet{i - size_, c_.layout.d[i - size_]} : c_.layout.jets[i];
        StartValue value{.unknown = jet.unknown, .order = jet.order};
        value.given = bool(wishes_.given[i]);
        value.guessed = bool(wishes_.guessed[i]);
        const S& found = top ? start.z[i - size_] : start.p[i];
        if (const auto& wish = value.given ? wishes_.given[i] : wishes_.guessed[i])
            value.moved = to_double(S(found - from_quad<S>(*wish)));
        start.values.push_back(value);
    }
}

template <class S>
Start<S> Search<S>::run()
{
    Start<S> start;
    for (int k = 0; k < c_.invariants; ++k)
        if (const auto& value = c_.system.invariants[k].value)
            geometry_.invariant_values()[k] = from_quad<S>(*value);

    if (!hold_given()) {
        if (!move_given()) {
            start.outcome = Outcome::no_start_found;
            start.message = held_.worst_row < 0
                                ? "the equations cannot be evaluated at the start values"
                                : fmt::format(
                                      "no consistent start was found: {} could not be satisfied "
                                      "(relative residual {:.3g})",
                                      c_.constraint_name(held_.worst_row), held_.residual);
            start.p = found_;
            return start;
        }
        bool far = false;
        for (int i = 1; i < size_; ++i) {
            if (!wishes_.given[i]) continue;
            const double off = to_double(S(found_[i] - from_quad<S>(*wishes_.given[i])));
            far = far || std::abs(off) > allowance(*wishes_.given[i], scale_);
            if (std::abs(off) > 1e-14 * (std::abs(to_double(found_[i])) + scale_.floor))
                start.notices.push_back(
                    moved(name_of(c_, i), *wishes_.given[i], to_double(found_[i])));
        }
        if (far) {
            refuse(start);
            start.notices.clear();
            start.p = found_;
            return start;
        }
    }
    start.p = found_;

    start.z.resize(c_.layout.unknowns);
    if (!evaluable(start)) return start;
    if (geometry_.choose_order(start.p.data())) {
        geometry_.field(start.p.data(), start.z.data());
        if (!tops_agree(start) && reach_tops(start)) geometry_.choose_order(start.p.data());
        check_tops(start);
    } else {
        start.outcome = Outcome::singular_start;
    }
    keep_invariants(start);
    report(start);
    return start;
}

}  // namespace

template <class S>
Start<S> consistent_start(Geometry<S>& geometry, Scale scale, bool generic)
{
    return Search<S>(geometry, scale, generic).run();
}

template <class S>
bool generic_point(Geometry<S>& geometry, Scale scale, double spread, std::mt19937& random,
                   std::vector<S>& p)
{
    using std::abs;
    const CompletedSystem& c = geometry.completed();
    std::vector<int> rows(c.constraint_nodes.size());
    std::iota(rows.begin(), rows.end(), 0);
    NearestPoint<S> nearest(geometry, scale, std::move(rows));
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::vector<S> q = p, weights(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) {
        const S s = abs(p[i]) + S(scale.floor) + S(0.1);
        if (i > 0) q[i] += S(spread * uniform(random)) * s;
        weights[i] = i > 0 ? S(s * s) : S(0);
    }
    std::vector<S> target = q;
    if (!nearest.find(target.data(), weights.data(), q.data()).converged) return false;
    p = q;
    return true;
}

template Start<double> consistent_start(Geometry<double>&, Scale, bool);
template Start<Quad> consistent_start(Geometry<Quad>&, Scale, bool);
template bool generic_point(Geometry<double>&, Scale, double, std::mt19937&, std::vector<double>&);
template bool generic_point(Geometry<Quad>&, Scale, double, std::mt19937&, std::vector<Quad>&);

}  // namespace involute
