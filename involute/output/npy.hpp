// SPDX-License-Identifier: Apache-2.0
// Arrays in numpy's own format (.npy, version 1.0), of which a .npz is an archive.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace involute {

/// Magic, header length, a Python dictionary padded so that the data start at a multiple of 64, the
/// data. `type` as numpy calls it, "<f8"; `shape` is what stands between its brackets, "3, 2".
std::string npy(std::string_view type, std::string_view shape, std::string_view data);

/// Texts in UTF-8, as an array of numpy's unicode.
std::string unicode(const std::vector<std::string>& texts, std::string_view shape);

}  // namespace involute
