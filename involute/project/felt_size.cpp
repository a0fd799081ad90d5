// SPDX-License-Identifier: Apache-2.0
#include "involute/project/felt_size.hpp"

#include <algorithm>
#include <cmath>

namespace involute {
namespace {

// Sizes are sought up to here, by this factor, and then until they are known this well: another
// unit must give the same start.
constexpr double smallest = 1e-30, largest = 1e30, factor = 100;
constexpr double known_well = 1 + 1e-8;
constexpr int most_refinements = 60;
constexpr double beyond_guess = 1e-9;
constexpr int range_samples = 16;

class FeltSize {
public:
    FeltSize(const std::function<double(double)>& felt, double told) : felt_(felt), told_(told) {}

    double from(double first) const
    {
        if (!(first > 0 && std::isfinite(first))) return told_;  // no size leads on from there
        Probe low = probe(first), high = low;
        while (high.felt < 1) {
            low = high;
            if (high.h > largest) return told_;
            high = probe(high.h * factor);
            // What is bounded, like a sine, is felt where it first has half of its range.
            if (low.felt > beyond_rounding && high.felt < 2 * low.felt)
                return first_above(low.h, range_beyond(high.h) / 2);
        }
        while (low.felt >= 1) {
            high = low;
            if (high.h <= told_ || high.h < smallest) return told_;
            low = probe(std::max(high.h / factor, told_));
        }
        return between(low, high, 1);
    }

private:
    /// A size with how much it is felt.
    struct Probe {
        double h = 0, felt = 0;
    };
    Probe probe(double h) const { return {h, felt_(h)}; }

    /// The first size at which something that oscillates is felt enough.
    double first_above(double h, double enough) const
    {
        Probe low = probe(h);
        while (low.felt > 0.1 * enough && low.h > told_ && low.h > smallest)
            low = probe(std::max(low.h / factor, told_));
        if (low.felt >= enough) return told_;
        Probe high = low;
        while (high.felt < enough) {
            low = high;
            if (high.h > largest) return told_;
            high = probe(1.5 * high.h);
        }
        return between(low, high, enough);
    }

    double range_beyond(double h) const
    {
        double most = 0;
        for (int k = 0; k < range_samples; ++k) most = std::max(most, felt_(h * (1 + 0.618 * k)));
        return most;
    }

    /// Changes are powers of h nearly everywhere: regula falsi in logarithms, and halving where
    /// that is slow.
    double between(Probe low, Probe high, double enough) const
    {
        for (int k = 0; k < most_refinements && high.h > low.h * known_well; ++k) {
            const double width = std::log(high.h / low.h);
            double part = 0.5;
            if (k % 3 < 2 && low.felt > 0 && std::isfinite(high.felt))
                part = std::log(enough / low.felt) / std::log(high.felt / low.felt);
            // A little beyond the guess, on the other side of the solution.
            part = std::clamp(part + (k % 3 == 0 ? 1 : -1) * beyond_guess, 0.001, 0.999);
            const Probe middle = probe(low.h * std::exp(part * width));
            (middle.felt >= enough ? high : low) = middle;
        }
        return high.h;
    }

    const std::function<double(double)>& felt_;
    double told_;
};

}  // namespace

double size_where_felt(const std::function<double(double)>& felt, double told, double ordinary)
{
    return FeltSize(felt, told).from(told > 0 ? told : ordinary);
}

}  // namespace involute
