// SPDX-License-Identifier: Apache-2.0
// Few rows that look like many: of every piece of the run, those in which a column is largest or
// smallest. What is kept are rows as they were returned, so that every number in a report is one of
// the run's.
#pragma once

#include <cstddef>
#include <vector>

namespace involute::report {

using Rows = std::vector<std::vector<double>>;

/// Numbers of rows in ascending order, at most `most` of them (but at least the first and the
/// last); all where there are no more.
std::vector<std::size_t> thinned(const Rows& rows, std::size_t most);

}  // namespace involute::report
