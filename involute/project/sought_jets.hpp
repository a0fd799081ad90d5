// SPDX-License-Identifier: Apache-2.0
// Rows of the author's derivative array that contain jets which no row of values holds: higher
// derivatives than the completed system has, and unknowns it has others for. Through a point of a
// solution there is one of each, so the equations must be solvable for them: they are sought by
// Gauss-Newton steps in scale, and what remains is the residual.
#pragma once

#include <vector>

#include "involute/base/linear.hpp"
#include "involute/expr/program.hpp"
#include "involute/geometry/author_rows.hpp"
#include "involute/project/project.hpp"

namespace involute {

template <class S>
class SoughtJets {
public:
    /// floors: of p and z.
    SoughtJets(AuthorRows& author, const Scale& scale, const std::vector<double>& floors,
               bool native);

    void set_parameters(const std::vector<Quad>& values)
    {
        program_.set_parameters(values, work_.data());
    }

    int rows() const { return int(columns_.size()); }
    /// known: (p, z).
    void seek(const S* known);
    /// Of a row that seeks, by its number among them.
    const S& value(int row) const { return out_[at_[std::size_t(row)]]; }
    const S& reach(int row) const { return out_[at_[std::size_t(row)] + 1]; }
    /// |f| in scale; for an undifferentiated equation with what it leaves to jets above the tops: a
    /// row has no such jet because completion says that it does not matter. Zero where an unknown
    /// without value has lost its factor, as a multiplier does where components of a constraint
    /// cross: it is infinite there, and the equation says nothing.
    S residual(int row) const;
    const std::vector<S>& jets() const { return jets_; }
    /// Where the next search begins.
    void visit_state(State& state);

private:
    void evaluate(const S* known);
    S norm() const;
    bool is_lost(std::size_t row) const;

    std::vector<S> floors_;  // of p, z and the sought
    Program<S> program_;
    std::vector<std::vector<int>> columns_{};  // by row
    std::vector<std::size_t> at_{};            // where its outputs begin
    std::vector<bool> undifferentiated_{};     // by row
    std::vector<bool> beyond_{};               // by jet: a row holds lower ones of its unknown
    std::vector<int> top_{};                   // by jet: where that unknown's top stands
    std::vector<S> jets_, in_, out_, work_;
    std::vector<S> largest_{};  // of every output so far
};

extern template class SoughtJets<double>;
extern template class SoughtJets<Quad>;

}  // namespace involute
