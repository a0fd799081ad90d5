// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/closure/array_points.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>

#include "involute/base/dense.hpp"
#include "involute/base/least_squares.hpp"
#include "involute/base/patience.hpp"

namespace involute {

namespace {

constexpr int most_iterations = 60;
// Smaller singular values, relative to the largest, count as zero in a correction: they would throw
// the point far away for little gain. The second value is for badly scaled problems that need them.
constexpr double truncations[] = {1e-11, 1e-14};
// A residual below this is a zero, up to the digits in which the numbers of a model are given.
constexpr double near_zero = 1e-12;
// Half the digits of double: below this the search has found its zero and only polishes.
constexpr double polishing = 1e-7;
// A matrix factored near the zero is used again as long as a step gains so much, ...
constexpr double well_gained = 1e-3;
// ... and where it gains nothing any more, below this, nothing is left to gain: round-off of Quad.
constexpr double all_digits = 1e-29;

// Times so many times shorter or longer than the run are not those in which unknowns change.
constexpr double unlikely = 1e8;
// Given values below this part of all others are what rounding left of 0.
constexpr double as_good_as_zero = 1e-13;
// A value below this part of another given for it is about to pass zero.
constexpr double passing_zero = 1e-2;
// A value below this part of its unknown's size is no measure of how far to look.
constexpr double far_below = 1e-8;

double uniform(std::mt19937& random)
{
    return 2 * (double(random()) / 4294967296.0) - 1;
}

struct Residual {
    VectorOf<Quad> f{};
    MatrixOf<double> jacobian{};   // by w_k / reach_k, rows divided by their sizes
    VectorOf<double> row_sizes{};  // largest entry of these rows before
    VectorOf<double> scaled{};     // f / row_sizes
    double largest = 0;            // of |f_i| / Σ_k |∂f_i/∂w_k| (|w_k| + scale_k)
};

VectorOf<double> divided(const VectorOf<Quad>& f, const VectorOf<double>& sizes)
{
    VectorOf<double> scaled(f.size());
    for (Eigen::Index i = 0; i < f.size(); ++i) scaled[i] = to_double(Quad(f[i] / sizes[i]));
    return scaled;
}

bool measure(const RowsAt& rows, const VectorOf<Quad>& w, const VectorOf<double>& scale,
             const VectorOf<double>& reach, Residual& result)
{
    MatrixOf<double>& J = result.jacobian;
    if (!rows(w, result.f, &J)) return false;
    result.largest = 0;
    result.row_sizes.resize(J.rows());
    for (Eigen::Index i = 0; i < J.rows(); ++i) {
        const double value = std::abs(to_double(result.f[i]));
        double size = 0;
        for (Eigen::Index k = 0; k < w.size(); ++k)
            size += std::abs(J(i, k)) * (std::abs(to_double(w[k])) + scale[k]);
        if (value > 0) result.largest = std::max(result.largest, size > 0 ? value / size : 1);
        J.row(i) = J.row(i).cwiseProduct(reach.transpose());
        const double entry = J.cols() > 0 ? J.row(i).cwiseAbs().maxCoeff() : 0;
        result.row_sizes[i] = entry > 0 ? entry : value > 0 ? value : 1;
        J.row(i) /= result.row_sizes[i];
    }
    result.scaled = divided(result.f, result.row_sizes);
    return result.scaled.allFinite() && J.allFinite() && std::isfinite(result.largest);
}

VectorOf<Quad> moved(const VectorOf<Quad>& w, const VectorOf<double>& delta,
                     const VectorOf<double>& reach, double part)
{
    VectorOf<Quad> result = w;
    for (Eigen::Index k = 0; k < w.size(); ++k) result[k] += Quad(part * delta[k] * reach[k]);
    return result;
}

class Search {
public:
    Search(const RowsAt& rows, VectorOf<Quad> w, const VectorOf<double>& scale,
           const VectorOf<double>& reach)
        : rows_(rows), w_(std::move(w)), scale_(scale), reach_(reach)
    {
    }

    ZeroSearch run()
    {
        Residual now;
        if (!measure(rows_, w_, scale_, reach_, now)) return {};
        for (int iteration = 0; iteration < most_iterations && now.largest > 0; ++iteration) {
            keep_patience();
            const bool polishes = now.largest < polishing;
            Residual next;
            if (!(polishes ? polish(now, next) : step(now, next))) break;
            now = std::move(next);
        }
        return {now.largest < near_zero, true, w_, now.largest};
    }

private:
    // Linear rows have one matrix for a whole search.
    const LeastSquares& factored(const Residual& now, double truncation)
    {
        const bool same = factors_ && truncation == truncation_ && matrix_ == now.jacobian;
        if (same) return *factors_;
        factors_ = std::make_unique<LeastSquares>(now.jacobian, truncation);
        matrix_ = now.jacobian;
        truncation_ = truncation;
        return *factors_;
    }

    // Full steps as long as they halve the residual.
    bool polish(const Residual& now, Residual& next)
    {
        if (sizes_near_zero_.size() > 0) {
            if (polish_again(now, next)) return true;
            if (now.largest < all_digits) return false;
        }
        for (const double truncation : truncations) {
            factored(now, truncation);
            sizes_near_zero_ = now.row_sizes;
            if (gains(now, 0.5, next)) return true;
        }
        return false;
    }

    // With the matrix of an earlier step, while that is nearly as good.
    bool polish_again(const Residual& now, Residual& next)
    {
        return gains(now, now.largest < all_digits ? 0.5 : well_gained, next);
    }

    bool gains(const Residual& now, double required, Residual& next)
    {
        const VectorOf<double> d = factors_->solve(-divided(now.f, sizes_near_zero_));
        const VectorOf<Quad> w = moved(w_, d, reach_, 1);
        if (!measure(rows_, w, scale_, reach_, next) || !(next.largest < now.largest * required))
            return false;
        w_ = w;
        return true;
    }

    // A part of the full step that makes the residual smaller; failing that, a damped step.
    bool step(const Residual& now, Residual& next)
    {
        for (const double truncation : truncations) {
            const VectorOf<double> full = factored(now, truncation).solve(-now.scaled);
            if (!full.allFinite()) return false;
            for (double part = 1; part > 1e-3; part /= 2)
                if (take(moved(w_, full, reach_, part), now, 1 - 1e-3 * part, next)) return true;
        }
        return damped_step(now, next);
    }

    // min |J d + f|² + mu² |d|² for growing mu: ever shorter and closer to steepest descent.
    bool damped_step(const Residual& now, Residual& next)
    {
        const double size = now.jacobian.norm();
        if (!(size > 0)) return false;
        for (double mu = 1e-4 * size; mu < 1e4 * size; mu *= 8) {
            const VectorOf<double> d = damped_least_squares(now.jacobian, -now.scaled, mu);
            if (take(moved(w_, d, reach_, 1), now, 1 - 1e-6, next)) return true;
        }
        return false;
    }

    bool take(const VectorOf<Quad>& w, const Residual& now, double required, Residual& next)
    {
        VectorOf<Quad> f;
        if (!rows_(w, f, nullptr)) return false;
        const VectorOf<double> scaled = divided(f, now.row_sizes);
        if (!(scaled.norm() < required * now.scaled.norm())) return false;
        if (!measure(rows_, w, scale_, reach_, next)) return false;
        w_ = w;
        return true;
    }

    const RowsAt& rows_;
    VectorOf<Quad> w_;
    const VectorOf<double>& scale_;
    const VectorOf<double>& reach_;
    std::unique_ptr<LeastSquares> factors_{};  // of matrix_
    MatrixOf<double> matrix_{};
    double truncation_ = 0;
    // Near the zero: what the rows of matrix_ were divided by.
    VectorOf<double> sizes_near_zero_{};
};

}  // namespace

NaturalScale::NaturalScale(const System& system)
    : starts_(system.starts.size()), sizes_(system.unknowns(), 0.0)
{
    for (const auto* list : {&system.starts, &system.guesses})
        givens_.insert(givens_.end(), list->begin(), list->end());

    find_period(system);
    find_sizes();
}

// Whether a value passes zero, as others given for it tell.
bool NaturalScale::is_small(const Given& value) const
{
    return std::ranges::any_of(givens_, [&](const Given& other) {
        return other.unknown == value.unknown && other.order == value.order &&
               abs(value.value) < passing_zero * abs(other.value);
    });
}

// The ratio of a given value and its given derivative is a time; without one, use the length of
// the run. Where one of the two is what rounding left of 0 the ratio says nothing.
void NaturalScale::find_period(const System& system)
{
    const Given* begin = given(-1, 0);
    double span = 0;
    if (system.solve.to) span = std::abs(*system.solve.to - (begin ? to_double(begin->value) : 0));
    const double usual = span > 0 ? std::min(1.0, span) : 1;
    double logs = 0;
    int times = 0;
    for (std::size_t j = 0; j < sizes_.size(); ++j) {
        const Given *value = given(int(j), 0), *slope = given(int(j), 1);
        if (!value || !slope || value->value == 0 || slope->value == 0) continue;
        if (is_small(*value) || is_small(*slope)) continue;
        const double time = std::abs(to_double(value->value / slope->value));
        if (time < usual / unlikely || time > std::max(usual, span) * unlikely) continue;
        logs += std::log(time);
        ++times;
    }
    period_ = times > 0 ? std::exp(logs / times) : usual;
}

// An unknown whose values are all round-off beside those of others has no size of its own.
void NaturalScale::find_sizes()
{
    double largest = 0;
    for (const Given& g : givens_)
        if (g.unknown >= 0) {
            const double size = std::abs(to_double(g.value)) * std::pow(period_, g.order);
            sizes_[g.unknown] = std::max(sizes_[g.unknown], size);
            largest = std::max(largest, size);
        }
    for (double& size : sizes_)
        if (!(size > as_good_as_zero * largest)) size = 1;
}

double NaturalScale::of(int unknown, int order) const
{
    return sizes_[unknown] * std::tgamma(order + 1.0) / std::pow(period_, order);
}

const Given* NaturalScale::given(int unknown, int order) const
{
    const auto at = std::find_if(givens_.begin(), givens_.end(), [&](const Given& g) {
        return g.unknown == unknown && (unknown < 0 || g.order == order);
    });
    return at == givens_.end() ? nullptr : &*at;
}

bool NaturalScale::is_demanded(int unknown, int order) const
{
    const Given* found = given(unknown, order);
    return found && std::size_t(found - givens_.data()) < starts_;
}

JetPoint first_point(const NaturalScale& scale, const std::vector<int>& orders, int variant)
{
    std::mt19937 random(unsigned(4711 + variant));
    constexpr double spreads[] = {0.1, 0.3, 1, 3};
    const double spread = variant == 0 ? 0 : spreads[(variant - 1) % 4];
    const Given* x = scale.given(-1, 0);
    JetPoint point;
    point.x = x ? x->value : Quad(0);
    point.x += Quad(spread * scale.period() * uniform(random));
    for (int j = 0; j < int(orders.size()); ++j) {
        point.jets.emplace_back();
        for (int l = 0; l <= orders[j]; ++l) {
            const double u = uniform(random), size = scale.size(j) / std::pow(scale.period(), l);
            const Quad away = Quad(std::copysign(0.1 + 0.9 * std::abs(u), u));
            if (const Given* g = scale.given(j, l)) {
                const Quad far = abs(g->value) > far_below * size ? Quad(g->value) : Quad(size);
                point.jets[j].push_back(g->value + spread * away * far);
            } else {
                point.jets[j].push_back(size * away);
            }
        }
    }
    return point;
}

JetPoint as_started(const NaturalScale& scale, const std::vector<int>& orders)
{
    JetPoint point = first_point(scale, orders, 0);
    for (int j = 0; j < int(orders.size()); ++j)
        for (int l = 0; l <= orders[j]; ++l)
            if (!scale.given(j, l)) point.jets[j][l] = 0;
    return point;
}

JetPoint beside(const JetPoint& seed, JetPoint first)
{
    constexpr double part = 0.05;  // of the natural sizes
    for (std::size_t j = 0; j < first.jets.size(); ++j)
        for (std::size_t l = 0; l < std::min(seed.jets[j].size(), first.jets[j].size()); ++l)
            first.jets[j][l] = seed.jets[j][l] + part * first.jets[j][l];
    return first;
}

ZeroSearch approach_zero(const RowsAt& rows, VectorOf<Quad> w, const VectorOf<double>& scale,
                         const VectorOf<double>& reach)
{
    return Search(rows, std::move(w), scale, reach).run();
}

}  // namespace involute
