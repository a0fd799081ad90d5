// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/ticks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace involute::plot {
namespace {

constexpr std::string_view minus = "\u2212";

/// A minus sign is as wide as a plus; a hyphen is not one.
std::string with_minus(std::string text)
{
    const bool is_zero = text.find_first_of("123456789") == std::string::npos;
    if (!text.starts_with('-')) return text;
    return is_zero ? text.substr(1) : std::string(minus) + text.substr(1);
}

std::string power_of_ten(int exponent)
{
    return fmt::format("10^{{{}}}", with_minus(std::to_string(exponent)));
}

/// 1, 2 or 5 times 10^exponent.
struct Step {
    int digit = 1;
    int exponent = 0;
};

double value(const Step& step)
{
    return step.digit * std::pow(10.0, step.exponent);
}

Step next(Step step)
{
    if (step.digit == 1) return {2, step.exponent};
    if (step.digit == 2) return {5, step.exponent};
    return {1, step.exponent + 1};
}

// Ends that are a multiple up to round-off count as one.
constexpr double slack = 1e-9;

double first_multiple(double low, double step)
{
    return std::ceil(low / step - slack);
}
double last_multiple(double high, double step)
{
    return std::floor(high / step + slack);
}

double count(double low, double high, double step)
{
    return last_multiple(high, step) - first_multiple(low, step) + 1;
}

/// The finest step with at most `most` multiples in the range.
Step finest_step(double low, double high, int most)
{
    const double guess = (high / 2 - low / 2) / most * 2;
    Step step{1, std::max(-307, int(std::floor(std::log10(guess))) - 1)};
    while (count(low, high, value(step)) > most) step = next(step);
    return step;
}

/// Digits between the first of `largest` and the last that tells two ticks apart.
int digits_needed(double largest, const Step& step)
{
    return int(std::floor(std::log10(largest) + slack)) - step.exponent + 1;
}

/// `n` steps, in units of 10^factor.
std::string label(double n, const Step& step, int factor)
{
    const int decimals = std::max(0, factor - step.exponent);
    const double unit = step.digit * std::pow(10.0, step.exponent - factor);
    return with_minus(fmt::format("{:.{}f}", n * unit, decimals));
}

std::string factor_text(int factor)
{
    return factor == 0 ? "" : "×" + power_of_ten(factor);
}

/// Numbers of five and more digits are shortened by a common power of ten.
int common_factor(double largest, const Step& step)
{
    const int leading = int(std::floor(std::log10(largest) + slack));
    return leading > 4 || leading < -3 || step.exponent < -5 ? leading : 0;
}

/// All ticks lie near one number far from 0: that number is written once, and the labels say how
/// far from it they are.
Ticks ticks_with_offset(double first, double last, const Step& step)
{
    const double middle = std::round((first + last) / 2);
    const double reach = std::max(last - middle, middle - first) * value(step);
    const int factor = reach > 0 ? common_factor(reach, step) : 0;
    Ticks result;
    for (int k = 0; k <= last - first; ++k)
        result.ticks.push_back(
            {(first + k) * value(step), label(first + k - middle, step, factor)});
    const std::string offset = fmt::format("{:.15g}", middle * value(step));
    const bool negative = offset.starts_with('-');
    result.factor = fmt::format("{} {} {}", factor_text(factor), negative ? minus : "+",
                                negative ? offset.substr(1) : offset);
    if (const auto e = result.factor.find('e'); e != std::string::npos)
        result.factor = result.factor.substr(0, e) + "×" +
                        power_of_ten(std::atoi(result.factor.c_str() + e + 1));
    return result;
}

/// Powers of ten, every `stride`-th with its label; the multiples 2 .. 9 or, where these would be
/// too dense, the other powers as minor ticks.
Ticks decades(double low, double high, int stride)
{
    constexpr int densest = 10;  // minor ticks from label to label
    Ticks result;
    const int first = int(first_multiple(low, 1)), last = int(last_multiple(high, 1));
    for (int n = first - 1; n <= last; ++n) {
        const bool major = n % stride == 0;
        const bool shown = n >= first && (major || stride <= densest);
        if (shown) result.ticks.push_back({double(n), major ? power_of_ten(n) : ""});
        for (int digit = 2; stride == 1 && digit <= 9; ++digit) {
            const double at = n + std::log10(double(digit));
            if (at >= low && at <= high) result.ticks.push_back({at, ""});
        }
    }
    return result;
}

/// Labels 2·10ⁿ and 5·10ⁿ as well.
Ticks with_two_and_five(Ticks ticks)
{
    for (Tick& tick : ticks.ticks) {
        const int n = int(std::floor(tick.at + slack));
        const int digit = int(std::lround(std::pow(10.0, tick.at - n)));
        if (digit == 2 || digit == 5) tick.label = fmt::format("{}×{}", digit, power_of_ten(n));
    }
    return ticks;
}

long labelled(const Ticks& ticks)
{
    return std::ranges::count_if(ticks.ticks, [](const Tick& t) { return !t.label.empty(); });
}

/// Less than a decade: the linear rule, at logarithmic places.
Ticks within_a_decade(double low, double high, int most)
{
    Ticks result = linear_ticks(std::pow(10.0, low), std::pow(10.0, high), most);
    for (Tick& tick : result.ticks) tick.at = std::log10(tick.at);
    return result;
}

}  // namespace

Ticks linear_ticks(double low, double high, int most)
{
    const Step step = finest_step(low, high, std::max(most, 2));
    const double first = first_multiple(low, value(step)), last = last_multiple(high, value(step));
    const double largest = std::max(std::abs(first), std::abs(last)) * value(step);
    if (!(largest > 0)) return {{{0, "0"}}, ""};
    if (digits_needed(largest, step) > 6) return ticks_with_offset(first, last, step);
    const int factor = common_factor(largest, step);
    Ticks result{{}, factor_text(factor)};
    for (int k = 0; k <= last - first; ++k)
        result.ticks.push_back({(first + k) * value(step), label(first + k, step, factor)});
    return result;
}

Ticks log_ticks(double low, double high, int most)
{
    const double powers = count(low, high, 1);
    if (powers < 1 || (powers < 2 && high - low < 1)) {
        // Below the round-off of the logarithm nothing can be told apart.
        if (std::pow(10.0, low) < std::pow(10.0, high) && low > -300)
            return within_a_decade(low, high, most);
    }
    const Ticks all = decades(low, high, 1);
    if (powers <= 3) {
        Ticks more = with_two_and_five(all);
        if (labelled(more) <= most) return more;
    }
    int stride = 1;
    while (count(low / stride, high / stride, 1) > std::max(most, 2)) ++stride;
    return stride == 1 ? all : decades(low, high, stride);
}

Ticks ticks(Scale scale, double low, double high, int most)
{
    return scale == Scale::log ? log_ticks(low, high, most) : linear_ticks(low, high, most);
}

}  // namespace involute::plot
