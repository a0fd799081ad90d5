// SPDX-License-Identifier: Apache-2.0
#include "involute/prepare/fast_modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "involute/base/dense.hpp"
#include "involute/forces/compliance.hpp"
#include "involute/forces/large_factors.hpp"
#include "involute/prepare/smooth_start.hpp"

namespace involute {
namespace {

constexpr int most_coordinates = 60;
// Fewer periods are resolved without being noticed.
constexpr double fewest_periods = 250;
// An error-controlled method of high order needs about this many steps for a period.
constexpr double steps_per_period = 12;
constexpr double gap = 20;
// Damped faster than this an oscillation is over at once.
constexpr double steepest = 0.1;  // |Re| / |Im|

/// The Jacobian of the field by the coordinates, x held; empty where the field has no value.
template <class S>
Eigen::MatrixXd linearised(PreparedOf<S>& prepared)
{
    using std::abs;
    using std::cbrt;
    Geometry<S>& geometry = *prepared.geometry;
    const int size = geometry.layout().size;
    std::vector<S> p = prepared.start.p, z(geometry.layout().unknowns), up(size), down(size);
    const std::vector<double> floors = floors_of(prepared.scale, geometry.layout());
    Eigen::MatrixXd a(size - 1, size - 1);
    for (int j = 1; j < size; ++j) {
        const S at = p[j], h = S(cbrt(unit_roundoff<S>())) * (abs(at) + S(floors[std::size_t(j)]));
        p[j] = at + h;
        const bool above = geometry.field(p.data(), z.data()).health == Health::good;
        geometry.direction(p.data(), z.data(), up.data());
        p[j] = at - h;
        const bool below = geometry.field(p.data(), z.data()).health == Health::good;
        geometry.direction(p.data(), z.data(), down.data());
        p[j] = at;
        if (!above || !below) return {};
        for (int i = 1; i < size; ++i) a(i - 1, j - 1) = to_double(S((up[i] - down[i]) / (2 * h)));
    }
    return a;
}

/// Rows and columns scaled by powers of two until they are of one size (Parlett, Reinsch, Numer.
/// Math. 13 (1969) 293-304): small eigenvalues beside large ones keep their digits.
void balance(Eigen::MatrixXd& a)
{
    for (int turn = 0; turn < 20; ++turn) {
        bool changed = false;
        for (int i = 0; i < a.rows(); ++i) {
            const double own = std::abs(a(i, i));
            const double row = a.row(i).lpNorm<1>() - own, column = a.col(i).lpNorm<1>() - own;
            if (!(row > 0 && column > 0)) continue;
            const double factor = std::exp2(std::round(std::log2(row / column) / 2));
            if (factor == 1) continue;
            a.row(i) /= factor;
            a.col(i) *= factor;
            changed = true;
        }
        if (!changed) return;
    }
}

/// The pairs above the first gap, if all of them are oscillations.
std::optional<FastModes> split(const Eigen::VectorXcd& eigenvalues)
{
    std::vector<std::complex<double>> all(eigenvalues.begin(), eigenvalues.end());
    std::ranges::sort(all, std::greater{}, [](const auto& v) { return std::abs(v); });
    std::size_t first_other = 1;
    while (first_other < all.size() &&
           std::abs(all[first_other - 1]) < gap * std::abs(all[first_other]))
        ++first_other;
    if (first_other == all.size() || first_other < 2) return {};
    FastModes modes;
    for (std::size_t i = 0; i < first_other; ++i) {
        const bool swings = std::abs(all[i].real()) <= steepest * std::abs(all[i].imag());
        if (!swings) return {};
        modes.fastest = std::max(modes.fastest, std::abs(all[i].imag()));
    }
    modes.count = int(first_other / 2);
    modes.slowest = std::abs(all[first_other - 1].imag());
    modes.others = std::abs(all[first_other]);
    return modes;
}

/// How far positions are from the smooth motion, in the system with forces carried.
std::optional<double> excitation(const System& forces, const SolveOptions& options)
{
    const SmoothStart smooth = smooth_start(forces, options);
    if (!smooth.found) return {};
    double most = 0;
    for (const Given& given : forces.starts)
        for (const Given& moved : smooth.system.starts)
            if (given.order == 0 && given.unknown >= 0 && moved.order == 0 &&
                moved.unknown == given.unknown)
                most = std::max(most, std::abs(to_double(moved.value - given.value)));
    return most;
}

std::string notice_of(const FastModes& modes, const std::string& x, double end)
{
    const std::string which =
        modes.count == 1
            ? fmt::format("a fast oscillation of angular frequency {}", to_text(modes.fastest, 3))
            : fmt::format(
                  "{} fast oscillations of angular frequencies {} to "
                  "{}",
                  modes.count, to_text(modes.slowest, 3), to_text(modes.fastest, 3));
    const std::string excited = !modes.amplitude ? ""
                                : *modes.amplitude == 0
                                    ? ", which the start does not excite"
                                    : fmt::format(
                                          ", excited by the start with an amplitude of about "
                                          "{}",
                                          to_text(*modes.amplitude, 2));
    return fmt::format(
        "the equations have {}{}; resolving it takes about {:.0e} steps to {} = "
        "{}; option `smooth`, or a parameter declared `small`, starts on the motion "
        "without it and steps over it",
        which, excited, modes.steps, x, to_text(end, 6));
}

}  // namespace

template <class S>
std::optional<FastModes> find_fast_modes(PreparedOf<S>& prepared, const SolveOptions& options)
{
    if (prepared.outcome != Outcome::complete || prepared.curve || options.curve) return {};
    const System& system = prepared.geometry->completed().system;
    const std::optional<double> end = options.to ? options.to : system.solve.to;
    const int size = prepared.geometry->layout().size;
    if (!end || size < 4 || size - 1 > most_coordinates || !system.forces.empty()) return {};
    Eigen::MatrixXd a = linearised(prepared);
    if (a.size() == 0 || !a.allFinite()) return {};
    // No eigenvalue is larger than this: most systems need no closer look.
    const double interval = std::abs(*end - to_double(prepared.start.p[0]));
    balance(a);
    const double fewest = 2 * M_PI * fewest_periods;
    if (a.cwiseAbs().rowwise().sum().maxCoeff() * interval < fewest) return {};
    std::optional<FastModes> modes = split(eigenvalues(a));
    if (!modes || modes->slowest * interval < fewest) return {};

    System author = system;
    if (!system.written.empty()) author.equations = system.written;
    const System forces = with_large_factors_as_forces(author);
    // With nothing else that moves, the oscillation is the motion.
    const bool strong = !forces.forces.empty();
    if (!strong && modes->others * interval < 0.1) return {};
    if (strong) modes->amplitude = excitation(forces, options);
    modes->steps = modes->fastest * interval / (2 * M_PI) * steps_per_period;
    modes->notice = notice_of(*modes, system.names.independent, *end);
    return modes;
}

template std::optional<FastModes> find_fast_modes(PreparedOf<double>&, const SolveOptions&);
template std::optional<FastModes> find_fast_modes(PreparedOf<Quad>&, const SolveOptions&);

}  // namespace involute
