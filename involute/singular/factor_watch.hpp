// SPDX-License-Identifier: Apache-2.0
// Combinations of equations stand for an equation as long as its factor in them does not vanish. A
// walk that comes near such a place is told in time, so that another equation can be replaced.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "involute/complete/completion.hpp"
#include "involute/step/surface_problems.hpp"

namespace involute {

template <class S>
class FactorWatch {
public:
    FactorWatch(SurfaceProblem<S>& problem, const std::vector<Replacement>& replacements,
                const std::vector<S>& start);

    /// After every accepted step, at its end: the factor that has become small, in words.
    std::optional<std::string> look(const S* p)
    {
        if (watched_.empty()) return std::nullopt;
        return look_at(p);
    }

private:
    struct Watched {
        NodeId factor{};
        std::size_t first = 0, count = 0;  // of the values: the factor, then those of others
        S size{};                          // at the start
    };

    std::optional<std::string> look_at(const S* p);
    void evaluate(const S* p);

    SurfaceProblem<S>& problem_;
    std::vector<Watched> watched_{};
    Program<S> program_{};
    std::vector<S> in_{}, out_{}, work_{};
};

extern template class FactorWatch<double>;
extern template class FactorWatch<Quad>;

}  // namespace involute
