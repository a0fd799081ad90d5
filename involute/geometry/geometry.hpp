// SPDX-License-Identifier: Apache-2.0
// The completed system as functions on points: the field V with its outputs z, the projection
// sweep, the constraints, J. All numbers are of one scalar type; functions write into given
// storage. A Geometry has its own scratch memory: use one per thread.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "involute/base/state.hpp"
#include "involute/expr/program.hpp"
#include "involute/geometry/linear_solver.hpp"
#include "involute/geometry/listed_elimination.hpp"
#include "involute/geometry/tapes.hpp"

namespace involute {

class LaneGeometry;

enum class Health { good, singular, not_finite };

/// What an evaluation that factors J found out on the way.
struct Factored {
    Health health = Health::good;
    bool negative = false;  // the sign of det J; a change means a fold or an impasse was jumped
};

struct GeometryCounts {
    long fields = 0;
    long sweeps = 0;
    long jacobians = 0;
    long factorizations = 0;
    long fallbacks = 0;  // evaluations that needed the pivoted factorisation
    long repivots = 0;   // new elimination orders
};

/// |det J| in units of what it was where the order of elimination was first chosen, as seen by the
/// compiled elimination. What is constant in J does not count, so that nothing is seen of a
/// constant J. Infinite: not seen.
template <class S>
struct SeenDeterminant {
    S lowest = std::numeric_limits<S>::infinity();  // since it was last reset
    S last = std::numeric_limits<S>::infinity();    // at the point looked at last,
    S x{};                                          // which has this x
};

/// A pivot below this part of its size at the reference point is not trusted.
inline constexpr double pivot_floor = 1e-3;

template <class S>
class Geometry {
public:
    /// Compiles what needs no elimination: constraints, their Jacobian, T and J.
    Geometry(CompletedSystem completed, bool native);

    const CompletedSystem& completed() const { return completed_; }
    CompletedSystem& completed() { return completed_; }
    const Layout& layout() const { return completed_.layout; }
    bool native() const { return native_; }

    /// Parameters take the values they have in this system; its order of elimination is kept where
    /// it serves at the next point that one is chosen for.
    void set_parameters(const System& from);

    /// g, then the invariants minus their values.
    void constraints(const S* p, S* g);
    void constraint_jacobian(const S* p, S* entries);
    /// T(p, z) and the entries of J(p, z), in the order of completed().jacobian.
    void matrix(const S* p, const S* z, S* top_rows, S* entries);
    std::vector<S>& invariant_values() { return invariant_values_; }

    /// Fixes the order of elimination for points like p and compiles field and sweep. False if J
    /// is singular at p.
    bool choose_order(const S* p);
    /// The order of elimination chosen last.
    const BlockOrders& orders() const { return orders_; }

    /// z(p) by a pivoted elimination, block by block; needs no order. Where a block has no value or
    /// is singular, the tops settled before it are right.
    Factored settle_tops(const S* p, S* z) { return field_pivoted(p, z); }
    /// z(p), with the compiled elimination, or with a pivoted one where a pivot has become small.
    Factored field(const S* p, S* z);
    /// V = (1; shifted jets; z).
    void direction(const S* p, const S* z, S* v) const;
    /// One projection sweep at fixed x, in place (docs/theory.md, section 2).
    Factored sweep(S* p);

    /// What depends on the points looked at so far: the order of elimination, and what was seen.
    void visit_state(State& state);
    /// The same as numbers, for who puts it back in this process: here, or where the same was
    /// completed.
    struct Memory;
    Memory memory() const;
    void put_back(const Memory& memory);

    /// True when the pivoted factorisation has been needed so often that a new order pays.
    bool wants_new_order() const;

    GeometryCounts counts{};
    SeenDeterminant<S> seen{};

private:
    friend class LaneGeometry;
    /// What a set of pivots is compared with: what they were where the order was chosen.
    struct Reference {
        std::vector<S> floors{}, inverses{};
    };
    template <bool remember>
    Factored watch(const S* pivots, int count, const Reference& reference, bool negative);
    const S* evaluate_field(const S* p);
    bool factor_listed(const S* p);
    Factored sweep_listed(S* p);
    Factored field_pivoted(const S* p, S* z);
    Factored sweep_pivoted(S* p);
    template <class Solve>
    void add_correction(int stage, S* p, Solve&& solve);
    bool has_constant_jacobian() const;
    std::vector<std::vector<S>> sample_points(const S* p) const;
    void compile(const S* p);
    void refer_to(const S* p);
    bool order_serves(const S* p);

    /// The highest derivative of an unknown is the slope of the jet before it.
    struct TopPlace {
        int position = 0, unknown = 0;
    };

    CompletedSystem completed_;
    std::vector<TopPlace> top_places_{};
    bool native_;
    BlockOrders orders_;
    std::vector<S> order_point_{};  // where it was chosen
    Program<S> constraints_, constraint_jacobian_, matrix_, field_, sweep_;
    std::optional<ListedElimination<S>> listed_{};  // instead of field_ and sweep_
    int field_watched_ = 0, sweep_watched_ = 0;
    bool field_negative_ = false, sweep_negative_ = false;
    Reference field_reference_, sweep_reference_;
    S unit_{1};  // |det J| where the order was chosen
    std::vector<S> invariant_values_;
    // scratch
    std::vector<S> constraints_work_, constraint_jacobian_work_, matrix_work_, field_work_,
        sweep_work_, in_, out_, entries_, rows_, delta_;
    LinearSolver<S> pivoted_;
    long fallbacks_at_order_ = 0;
    bool order_is_old_ = false;  // chosen for other values of parameters
};

template <class S>
struct Geometry<S>::Memory {
    BlockOrders orders{};
    std::vector<S> order_point{};
    Reference field{}, sweep{};
    bool order_is_old = false, field_negative = false, sweep_negative = false;
    S unit{1};
    GeometryCounts counts{};
    long fallbacks_at_order = 0;
    SeenDeterminant<S> seen{};
    std::vector<S> invariant_values{};
};

extern template class Geometry<double>;
extern template class Geometry<Quad>;

}  // namespace involute
