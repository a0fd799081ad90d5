// SPDX-License-Identifier: Apache-2.0
// One quantity of a grid: from end to end, or value by value.
#include <fmt/format.h>

#include <algorithm>

#include "involute/base/error.hpp"
#include "involute/sweep/numbers.hpp"
#include "involute/sweep/samples.hpp"

namespace involute {
namespace {

[[noreturn]] void refuse(std::string_view text, std::string_view why)
{
    throw Error(Diagnostic{
        .message = fmt::format("the axis `{}`: {}", text, why),
        .hint = "as in \"g=1:2:101\" (from, to, how many), \"g=1:1000:4:log\" or \"g=1,2,5\""});
}

Quad number_in(std::string_view text, std::string_view word)
{
    const std::optional<Quad> value = finite_decimal(word);
    if (!value) refuse(text, fmt::format("`{}` is no finite number", trimmed(word)));
    return *value;
}

std::vector<std::string_view> colon_separated(std::string_view text)
{
    std::vector<std::string_view> parts;
    for (auto colon = text.find(':'); colon != text.npos; colon = text.find(':')) {
        parts.push_back(trimmed(text.substr(0, colon)));
        text.remove_prefix(colon + 1);
    }
    parts.push_back(trimmed(text));
    return parts;
}

/// Both ends are met, and 0:1:11 gives 0.3 and not its neighbour: in quadruple precision, rounded
/// once.
double between(const Quad& from, const Quad& to, std::int64_t k, std::int64_t count, bool ratios)
{
    if (k == 0) return to_double(from);
    if (k == count - 1) return to_double(to);
    const Quad last(double(count - 1)), at(double{double(k)});
    if (!ratios) return to_double((from * (last - at) + to * at) / last);
    const Quad sign(from < Quad(0) ? -1 : 1);
    return to_double(sign * exp((log(sign * from) * (last - at) + log(sign * to) * at) / last));
}

SampleBlock range(std::string_view text, const std::vector<std::string_view>& parts)
{
    if (parts.size() > 4 || (parts.size() == 4 && parts[3] != "log"))
        refuse(text, "what stands behind the number of values is `log` or nothing");
    if (parts.size() < 3) refuse(text, "how many values there are is missing");
    const bool ratios = parts.size() == 4;
    const Quad from = number_in(text, parts[0]), to = number_in(text, parts[1]);
    const auto count = number<std::int64_t>(parts[2]);
    if (!count || *count < 1)
        refuse(text, fmt::format("`{}` is no number of values, 1 or more", parts[2]));
    if (*count == 1 && from != to) refuse(text, "one value cannot be at both ends");
    if (ratios && !(from * to > Quad(0)))
        refuse(text, "with equal ratios both ends have one sign, and none is 0");
    SampleBlock block;
    block.count = *count;
    block.put = [from, to, count = *count, ratios](std::int64_t k, double* value) {
        *value = between(from, to, k, count, ratios);
    };
    return block;
}

SampleBlock values(std::string_view text, std::string_view listed)
{
    std::vector<double> numbers;
    for (const std::string_view word : comma_separated(listed))
        numbers.push_back(to_double(number_in(text, word)));
    SampleBlock block;
    block.count = std::int64_t(numbers.size());
    block.put = [numbers](std::int64_t k, double* value) { *value = numbers[std::size_t(k)]; };
    return block;
}

}  // namespace

SampleBlock axis(std::string_view text)
{
    const auto equals = text.find('=');
    const std::string_view name = trimmed(text.substr(0, equals));
    if (equals == text.npos || name.empty()) refuse(text, "this names no quantity");
    const std::string_view rest = trimmed(text.substr(equals + 1));
    SampleBlock block =
        rest.find(':') == rest.npos ? values(text, rest) : range(text, colon_separated(rest));
    block.names = {std::string(name)};
    block.description = fmt::format("axis {}={}", name, rest);
    return block;
}

}  // namespace involute
