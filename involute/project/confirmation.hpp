// SPDX-License-Identifier: Apache-2.0
// Whether the compiled certificate computes what the author wrote. The text of a model is walked
// with numbers (witness/tree_walk.hpp), hidden equations included; of a system built in C++ the
// formulas are walked as built, undifferentiated. Both must give the same values at a row.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "involute/project/certificate.hpp"
#include "involute/witness/tree_walk.hpp"

namespace involute {

/// The rows looked at beside the first and the last: every one of so many.
inline constexpr long rows_between_confirmations = 64;

template <class S>
class Confirmation {
public:
    explicit Confirmation(const Author& author);
    /// Parameters have the values they have in this system of the author's.
    void set_parameters(std::shared_ptr<const System> author);
    /// Looks at the row the certificate looked at last, and says what differs beyond round-off.
    std::optional<std::string> operator()(const Certificate<S>& certificate);

private:
    template <class T>
    using Values = std::vector<std::optional<T>>;  // by row; none: nothing is known of it
    mutable std::vector<double> largest_{};        // by row: the largest number on the way to it

    template <class T>
    Values<T> walk(std::optional<TreeWalk<T>>& tree, const Certificate<S>& certificate) const;
    template <class T>
    Values<T> walk_text(TreeWalk<T>& tree, const Certificate<S>& certificate) const;
    template <class T>
    Values<T> walk_nodes(const Certificate<S>& certificate) const;

    Author author_;
    bool by_text_ = false;
    std::optional<TreeWalk<double>> in_double_{};
    std::optional<TreeWalk<Quad>> in_quad_{};
};

extern template class Confirmation<double>;
extern template class Confirmation<Quad>;

}  // namespace involute
