// SPDX-License-Identifier: Apache-2.0
// A piece of a solution as a function: the steps of a leg, and the equations it walked on. Nothing
// in it changes; calls take turns with workspaces, of which there are as many as ask at once.
#pragma once

#include <mutex>

#include "involute/drive/function_workspace.hpp"
#include "involute/observe/kept_steps.hpp"
#include "involute/options/function_piece.hpp"

namespace involute {

template <class S>
class KeptPiece final : public FunctionPiece {
public:
    KeptPiece(KeptSystem<S> system, KeptSteps<S> steps, std::vector<std::string> names);

    bool along_curve() const override { return steps_.x_free; }
    bool in_quad() const override { return std::is_same_v<S, Quad>; }
    Quad from() const override { return Quad(steps_.start); }
    Quad to() const override { return Quad(steps_.end()); }
    std::size_t steps() const override { return steps_.steps.size(); }
    std::size_t bytes() const override { return steps_.bytes(); }
    void step_ends(std::vector<double>& out) const override;
    const std::string& independent() const override;
    const std::vector<std::string>& names() const override { return names_; }
    void row(const Quad& parameter, std::vector<double>& out) const override;
    void row(const Quad& parameter, std::vector<Quad>& out) const override;
    Quad value(std::string_view name, const Quad& parameter, int derivative) const override;
    void passages(std::string_view name, const Quad& x, std::vector<double>& out) const override;

private:
    using Workspace = FunctionWorkspace<S>;
    /// A workspace for one call.
    class Lease;

    RowPoint<S> point_at(Workspace& work, const S& t) const;
    RowPoint<S> node_as_point(Workspace& work, const KeptStep<S>& step, const S* node,
                              const S& t) const;
    RowPoint<S> point_of(Workspace& work, const KeptStep<S>& step, const S& t, const S* x) const;
    std::vector<S> passages_in(const KeptStep<S>& step, const S& x) const;

    KeptSystem<S> system_;
    KeptSteps<S> steps_;
    std::vector<std::string> names_;
    mutable std::mutex mutex_{};
    mutable std::vector<std::unique_ptr<Workspace>> idle_{};
};

extern template class KeptPiece<double>;
extern template class KeptPiece<Quad>;

}  // namespace involute
