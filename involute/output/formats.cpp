// SPDX-License-Identifier: Apache-2.0
#include "involute/output/formats.hpp"

#include <algorithm>

#include "involute/output/csv.hpp"
#include "involute/output/json.hpp"
#include "involute/output/npz.hpp"

namespace involute {

namespace {

constexpr Format all[] = {
    {"csv", "a header, then one line a row", write_csv},
    {"json", "one object: status, rows, sections, events, statistics", write_json, false, true},
    {"npz", "arrays for numpy.load: values, names, one array a section", write_npz, true},
};

}  // namespace

std::span<const Format> formats()
{
    return all;
}

const Format* find_format(std::string_view name)
{
    const auto* found = std::ranges::find(all, name, &Format::name);
    return found == std::end(all) ? nullptr : found;
}

}  // namespace involute
