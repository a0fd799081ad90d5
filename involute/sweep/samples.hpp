// SPDX-License-Identifier: Apache-2.0
// Which runs a sweep makes: values of parameters and start values, by number of run.
//
//     Samples grid({axis("g=1:2:101"), axis("x=0.1,0.2,0.5")});              // 303 runs
//     Samples spread({sampled(Spread::lhs, 1000, 7, {"m=1:2", "k~normal(3,0.1)"})});
//     Samples listed({list_of("g,x\n9.8,0.1\n1.6,0.2\n", "moon.csv")});
//
// Blocks multiply: every sample of one with every sample of the others, the last one fastest. A
// sample is a function of its number alone, so that any part of a sweep can be made anywhere.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace involute {

struct SampleBlock {
    std::vector<std::string> names{};                  // of parameters, unknowns or derivatives
    std::int64_t count = 0;                            // of samples
    std::function<void(std::int64_t, double*)> put{};  // the values of one, from 0
    std::string description{};                         // says which samples these are
};

/// One quantity: `g=1:2:101`, so many values from end to end; `g=1:1000:4:log`, with equal ratios;
/// `g=1,2,5`, these. Throws an Error that says what is wrong.
SampleBlock axis(std::string_view text);

/// uniform: independent of each other. lhs: a Latin hypercube, one sample in each of `count`
/// equally likely parts of every quantity. sobol: Sobol's sequence, shifted by the seed.
enum class Spread { uniform, lhs, sobol };

/// So many samples of quantities with ranges or distributions (sweep/distribution.hpp).
SampleBlock sampled(Spread spread, std::int64_t count, std::uint64_t seed,
                    const std::vector<std::string>& ranges);

/// The rows of a table: csv with names in its first line and a number in every place. `file` is
/// used in messages.
SampleBlock list_of(std::string_view csv, const std::string& file);

/// The rows of a table that is in memory, one after the other: every row a number for each name.
/// Throws an Error where there is none, or one is not finite.
SampleBlock table_of(std::vector<std::string> names, std::vector<double> values);

class Samples {
public:
    /// Throws an Error where a quantity occurs twice, or there are too many runs.
    explicit Samples(std::vector<SampleBlock> blocks);

    std::int64_t count() const { return count_; }
    const std::vector<std::string>& names() const { return names_; }
    /// The values of a run, from 0, in the order of the names.
    std::vector<double> values(std::int64_t run) const;
    /// All that decides about them.
    std::string description() const;

private:
    std::vector<SampleBlock> blocks_;
    std::vector<std::string> names_{};
    std::int64_t count_ = 1;
};

/// A sweep of more runs than these is taken for a mistake.
inline constexpr std::int64_t most_runs = 100'000'000;

}  // namespace involute
