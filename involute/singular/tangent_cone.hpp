// SPDX-License-Identifier: Apache-2.0
// The lines in which quadratic forms vanish together: the tangents of branches that cross.
#pragma once

#include <vector>

#include "involute/base/linear.hpp"

namespace involute {

struct ConeLines {
    bool isolated = false;                 // they are lines, not planes or more
    std::vector<Eigen::VectorXd> lines{};  // of length 1
};

/// xᵗ B x = 0 for every form B. Of one form in two dimensions these are all lines; of several,
/// those that Newton's iteration finds from many places, `near` first: lines in which the cone
/// touches itself may be missing.
ConeLines cone_lines(const std::vector<Eigen::MatrixXd>& forms, const Eigen::VectorXd& near);

}  // namespace involute
