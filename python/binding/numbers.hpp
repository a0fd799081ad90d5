// SPDX-License-Identifier: Apache-2.0
// Python's values as ours, with a complaint that names the argument where one cannot be meant.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "python/binding/binding.hpp"

namespace binding {

/// Whatever is a real number: float, int, a scalar of numpy; no bool, no text, not NaN.
double number_of(py::handle value, std::string_view argument);
long whole_of(py::handle value, std::string_view argument);
bool flag_of(py::handle value, std::string_view argument);
std::string text_of(py::handle value, std::string_view argument);
std::vector<std::string> texts_of(py::handle value, std::string_view argument);
/// A sequence or an array of one dimension.
std::vector<double> numbers_of(py::handle value, std::string_view argument);
std::vector<int> wholes_of(py::handle value, std::string_view argument);
/// {"x": 1e-6}
std::vector<std::pair<std::string, double>> lengths_of(py::handle value, std::string_view argument);

}  // namespace binding
