// SPDX-License-Identifier: Apache-2.0
#include "involute/system/tolerances.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "involute/base/error.hpp"
#include "involute/base/pieces.hpp"
#include "involute/base/suggest.hpp"

namespace involute {
namespace {

struct Bounds {
    long from = 0, to = 0;
};

/// c[2, 1..5] in parts; nothing where brackets hold something else.
struct Parts {
    std::string_view name{};
    std::vector<Bounds> indices{};
};

std::optional<Parts> parts_of(std::string_view text)
{
    const std::size_t open = text.find('[');
    Parts parts{.name = trimmed(text.substr(0, open))};
    if (open == std::string_view::npos) return parts;
    if (!text.ends_with(']')) return std::nullopt;
    for (const std::string_view index :
         comma_separated(text.substr(open + 1, text.size() - open - 2))) {
        const std::size_t dots = index.find("..");
        const auto from = number<long>(index.substr(0, dots));
        const auto to =
            dots == std::string_view::npos ? from : number<long>(index.substr(dots + 2));
        if (!from || !to) return std::nullopt;
        parts.indices.push_back({*from, *to});
    }
    return parts;
}

bool names_element(const Parts& wanted, const Parts& element)
{
    if (wanted.name != element.name) return false;
    if (wanted.indices.empty()) return true;
    return std::ranges::equal(wanted.indices, element.indices,
                              [](const Bounds& range, const Bounds& index) {
                                  return range.from <= index.from && index.from <= range.to;
                              });
}

}  // namespace

NamedUnknowns named_unknowns(const Names& names, std::string_view text)
{
    NamedUnknowns found;
    text = trimmed(text);
    for (; text.ends_with('\''); text = trimmed(text.substr(0, text.size() - 1))) ++found.order;
    const std::optional<Parts> wanted = parts_of(text);
    if (!wanted) return found;
    for (std::size_t j = 0; j < names.unknowns.size(); ++j)
        if (const auto element = parts_of(names.unknowns[j]);
            element && names_element(*wanted, *element))
            found.unknowns.push_back(int(j));
    return found;
}

OwnTolerances own_tolerances(const Names& names, const std::vector<OwnTolerance>& list,
                             double common)
{
    OwnTolerances result(names.unknowns.size());
    // Lower derivatives first: a higher one begins with what holds below it.
    std::vector<std::pair<NamedUnknowns, double>> found;
    for (const OwnTolerance& item : list)
        found.emplace_back(named_unknowns(names, item.of), item.atol);
    std::ranges::stable_sort(found, {}, [](const auto& item) { return item.first.order; });
    for (const auto& [named, atol] : found)
        for (const int j : named.unknowns) {
            std::vector<double>& of = result[std::size_t(j)];
            of.resize(std::size_t(named.order) + 1, of.empty() ? common : of.back());
            of.back() = atol;
        }
    return result;
}

void require_named(const Names& names, const std::vector<std::pair<std::string, double>>& list)
{
    const std::vector<std::string_view> all(names.unknowns.begin(), names.unknowns.end());
    for (auto item = list.begin(); item != list.end(); ++item) {
        const std::string& name = item->first;
        if (named_unknowns(names, name).unknowns.empty())
            throw Error(
                Diagnostic{.message = fmt::format("option `atol`: there is no unknown `{}`", name),
                           .hint = did_you_mean(name, all)});
        if (std::any_of(list.begin(), item, [&](const auto& other) { return other.first == name; }))
            throw Error(Diagnostic{
                .message = fmt::format("option `atol`: there are two values for `{}`", name),
                .hint = "keep one"});
    }
}

}  // namespace involute
