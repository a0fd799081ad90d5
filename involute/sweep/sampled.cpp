// SPDX-License-Identifier: Apache-2.0
// Samples that fill a box: numbers in (0, 1) for every quantity, which its distribution makes
// values of.
#include <fmt/format.h>

#include <memory>
#include <numeric>

#include "involute/base/error.hpp"
#include "involute/sweep/distribution.hpp"
#include "involute/sweep/random.hpp"
#include "involute/sweep/samples.hpp"
#include "involute/sweep/sobol.hpp"

namespace involute {
namespace {

// A Latin hypercube keeps one place for every sample and quantity.
constexpr std::int64_t most_places = 50'000'000;
// Streams of numbers that are drawn for a quantity; those of the next begin behind them.
constexpr std::uint64_t streams_each = 2;

[[noreturn]] void refuse(std::string message, std::string hint)
{
    throw Error(Diagnostic{.message = std::move(message), .hint = std::move(hint)});
}

/// By Fisher and Yates; the multiplication takes the place of a division (Lemire, 2019), and its
/// bias, below count / 2^64, cannot be seen.
std::vector<std::uint32_t> permutation(std::int64_t count, std::uint64_t seed)
{
    std::vector<std::uint32_t> places(static_cast<std::size_t>(count));
    std::iota(places.begin(), places.end(), 0u);
    for (std::uint64_t k = places.size(); k > 1; --k) {
        const std::uint64_t word = random_word(seed, k);
        // The high 64 bits of word * k, for k below 2^32.
        const std::uint64_t other = ((word >> 32) * k + (((word & 0xffffffffu) * k) >> 32)) >> 32;
        std::swap(places[k - 1], places[other]);
    }
    return places;
}

using Parts = std::function<double(std::int64_t)>;

/// The numbers in (0, 1) of one quantity.
Parts parts_of(Spread spread, std::int64_t count, std::uint64_t seed, int quantity)
{
    const std::uint64_t own = stream_seed(seed, streams_each * std::uint64_t(quantity));
    if (spread == Spread::uniform)
        return [own](std::int64_t k) { return unit_number(random_word(own, std::uint64_t(k))); };
    if (spread == Spread::sobol) {
        // A shift modulo 2, digit by digit: what is evenly spread stays so, and no point is at 0.
        const std::uint32_t shift = std::uint32_t(random_word(own, 0) >> 32);
        return [shift, quantity](std::int64_t k) {
            return (double(sobol_digits(std::uint64_t(k), quantity) ^ shift) + 0.5) * 0x1p-32;
        };
    }
    const auto places = std::make_shared<const std::vector<std::uint32_t>>(
        permutation(count, stream_seed(seed, streams_each * std::uint64_t(quantity) + 1)));
    return [places, own, count](std::int64_t k) {
        const double within = unit_number(random_word(own, std::uint64_t(k)));
        const double part = (double((*places)[std::size_t(k)]) + within) / double(count);
        return part < 1 ? part : 1 - 0x1p-53;
    };
}

std::string_view word_of(Spread spread)
{
    return spread == Spread::uniform ? "uniform" : spread == Spread::lhs ? "lhs" : "sobol";
}

}  // namespace

SampleBlock sampled(Spread spread, std::int64_t count, std::uint64_t seed,
                    const std::vector<std::string>& ranges)
{
    if (ranges.empty())
        refuse("nothing says what is to be sampled", "give a range, as in \"g=9:10\"");
    if (count < 1 || count > most_runs)
        refuse(fmt::format("{} samples; from 1 to {} can be had", count, most_runs), "");
    if (spread == Spread::sobol && int(ranges.size()) > sobol_dimensions)
        refuse(fmt::format("sobol is for at most {} quantities", sobol_dimensions), "use lhs");
    if (spread == Spread::lhs && count * std::int64_t(ranges.size()) > most_places)
        refuse(fmt::format("lhs is for at most {} samples times quantities", most_places),
               "use sobol");
    SampleBlock block;
    block.count = count;
    block.description = fmt::format("sample {}:{} seed {}", word_of(spread), count, seed);
    std::vector<SampledQuantity> quantities;
    std::vector<Parts> parts;
    for (const std::string& range : ranges) {
        parts.push_back(parts_of(spread, count, seed, int(quantities.size())));
        quantities.push_back(read_distribution(range));
        block.names.push_back(quantities.back().name);
        block.description += ", " + range;
    }
    block.put = [quantities, parts](std::int64_t k, double* values) {
        for (std::size_t i = 0; i < parts.size(); ++i)
            values[i] = quantile(quantities[i], parts[i](k));
    };
    return block;
}

}  // namespace involute
