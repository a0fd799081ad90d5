// SPDX-License-Identifier: Apache-2.0
// Newton's method for the stages of a Radau step. With one matrix for all stages the equations
// fall apart into one system of n for every eigenvalue of A; with every stage's own matrix they
// are solved together.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "involute/geometry/shifted_matrix.hpp"
#include "involute/method/radau.hpp"
#include "involute/step/newton_code.hpp"
#include "involute/step/walk_options.hpp"

namespace involute {

struct StageNewtonResult {
    enum class Kind { converged, slow, diverged, not_finite, singular };
    Kind kind = Kind::converged;
    double advice = 0.5;  // slow: the factor for the step size with which it should converge
    int stage = 0;        // not_finite: the stage
    int row = 0;          // not_finite: the row
};

/// How long to iterate, in units of the weights.
struct StageNewtonRule {
    double target = 0.03;
    double rounding = 0;  // smaller changes are round-off
    int most = 7;
    bool patient = false;  // go on although it converges slowly: no shorter step will be tried
};

template <class S>
class StageSolver {
public:
    StageSolver(Geometry<S>& geometry, StageEquations<S>& equations);

    /// The method in use from now on.
    void set_stages(int stages);
    const Radau<S>& table() const { return *table_; }

    // Stage i at state(i): its point p, then its tops z.
    S* state(int stage) { return memory_ + std::size_t(stage) * stride_; }
    const S* state(int stage) const { return memory_ + std::size_t(stage) * stride_; }
    std::size_t stride() const { return stride_; }

    using Link = StageLink;
    const std::vector<Link>& links() const { return links_; }

    /// Where an entry of the rows stands in a state: a coordinate, or a top behind them.
    int entry_place(std::size_t entry) const { return entry_places_[entry]; }

    /// A step from this point with these tops; weight: one over what is allowed, by coordinate.
    void begin_step(const S* p, const S* z, const S* weight, S h);
    /// The same step from elsewhere.
    void begin_at(const S* p, const S* z);
    /// The states of the stages of an earlier step; none: of no use.
    struct Earlier {
        int stages = 0;
        S h{};
        const S* states = nullptr;
        S begin{};  // the part of it where this step begins
    };
    /// Stages to begin with: tops from those of an earlier step, or else from where this one
    /// begins.
    void predict(const Earlier& earlier);
    /// Factors what steps of this size need, from the derivatives of the equations.
    bool factor(S h);
    bool is_factored_for(S h) const { return factored_ && factored_h_ == h; }
    void forget() { factored_ = false; }
    /// Forgets factors and convergence, for a new place.
    void restart()
    {
        factored_ = false;
        contraction_ = 1;
        theta_ = 0;
    }
    /// The same, with the order of elimination that another one has: so that what is solved beside
    /// a walk does not depend on what was solved there before.
    void restart_with_order_of(const StageSolver& other);
    /// Starts from the present states.
    StageNewtonResult iterate(const StageNewtonRule& rule, StageNewton how);
    /// The errors of the step, by coordinate; their weighted root mean square.
    double estimate(S* error);

    /// How fast the last iteration converged, and how many iterations there were.
    double contraction() const { return contraction_; }
    /// The unknown whose top the last iteration changed most, relative to its size.
    int least_settled() const;
    double theta() const { return theta_; }
    int iterations() const { return iterations_; }

    /// Factors are made again from the derivatives of the equations.
    void visit_state(State& state);

private:
    /// Of one number of stages.
    struct Matrices {
        const Radau<S>* table = nullptr;
        StageNumbers<S> numbers{};
        ShiftedMatrices<S> shifted{};
        std::array<NewtonCode, 4> codes{};  // of the first orders of elimination
        StagePlaces places{};
        std::vector<S> memory{};
    };

    bool evaluate(StageNewtonResult& result);
    void solve_by_modes();
    bool solve_together(S h);
    double apply();
    void count_iteration();
    NewtonCode* code();
    NewtonCode* code_place();
    void make_room(std::size_t numbers);
    bool factor_natively();
    void load_factors();
    double change_size(S squares) const;
    const S* last_changes() const;
    S& step_size() { return memory_[matrices_->places.h]; }
    const S* weight() const { return memory_ + matrices_->places.weight; }

    Geometry<S>& geometry_;
    StageEquations<S>& equations_;
    int n_ = 0;
    int size_ = 0;
    std::size_t stride_ = 0;
    std::vector<Link> links_;
    EliminationPlan plan_;
    std::vector<std::unique_ptr<Matrices>> made_;
    Matrices* matrices_ = nullptr;
    const Radau<S>* table_ = nullptr;
    std::vector<int> unlinked_, entry_places_;
    S* memory_ = nullptr;           // of the matrices in use: states come first
    NewtonCode* native_ = nullptr;  // the code in use, if there is
    bool native_changes_ = false;   // the last iteration was by it
    std::vector<S> changes_, residuals_, modes_, scratch_;
    MatrixOf<S> together_;
    VectorOf<S> together_rhs_;
    bool factored_ = false;
    S factored_h_{};
    double contraction_ = 1;  // θ / (1 - θ)
    double theta_ = 0;
    int iterations_ = 0;
};

extern template class StageSolver<double>;
extern template class StageSolver<Quad>;

}  // namespace involute
