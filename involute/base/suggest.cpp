// SPDX-License-Identifier: Apache-2.0
#include "involute/base/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/base/error.hpp"

namespace involute {
namespace {

// Above this many candidates no suggestion is made: it would take longer than the rest of the
// message.
constexpr std::size_t most_candidates = 20'000;

std::string lowered(std::string_view text)
{
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
    return result;
}

// One wrong letter in short words, one in three in longer ones. One-letter words get no suggestion.
int tolerated_distance(std::size_t length)
{
    return length < 2 ? 0 : std::max(1, int(length + 1) / 3);
}

}  // namespace

int edit_distance(std::string_view a, std::string_view b)
{
    const std::size_t n = b.size();
    std::vector<int> before(n + 1), last(n + 1), row(n + 1);
    for (std::size_t j = 0; j <= n; ++j) last[j] = int(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = int(i);
        for (std::size_t j = 1; j <= n; ++j) {
            const int replaced = last[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before.swap(last);
        last.swap(row);
    }
    return last[n];
}

std::string nearest(std::string_view word, const std::vector<std::string_view>& candidates)
{
    const std::string meant = lowered(word);
    const int tolerated = tolerated_distance(word.size());
    int best = tolerated + 1;
    std::string_view found;
    for (std::size_t i = 0; i < std::min(candidates.size(), most_candidates); ++i) {
        const std::string_view candidate = candidates[i];
        if (candidate == word) continue;
        const auto difference = std::ptrdiff_t(candidate.size()) - std::ptrdiff_t(word.size());
        if (std::abs(difference) > tolerated) continue;
        const int distance = edit_distance(meant, lowered(candidate));
        if (distance < best) {
            best = distance;
            found = candidate;
        }
    }
    return std::string(found);
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates)
{
    const std::string found = nearest(word, candidates);
    return found.empty() ? "" : "did you mean `" + found + "`?";
}

std::size_t place_of_name(std::string_view what, std::string_view name,
                          const std::vector<std::string_view>& known)
{
    const auto at = std::ranges::find(known, name);
    if (at != known.end()) return std::size_t(at - known.begin());
    constexpr std::size_t most = 12;  // names a message can hold
    const std::string guess = did_you_mean(name, known);
    const std::string all =
        known.empty()
            ? fmt::format("there is no {} at all", what)
            : fmt::format(
                  "there {} {}{}", known.size() == 1 ? "is" : "are",
                  fmt::join(known.begin(),
                            known.begin() + std::ptrdiff_t(std::min(most, known.size())), ", "),
                  known.size() > most ? ", .." : "");
    throw Error(Diagnostic{.message = fmt::format("no {} is called `{}`", what, name),
                           .hint = guess.empty() ? all : guess});
}

}  // namespace involute
