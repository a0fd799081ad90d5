// SPDX-License-Identifier: Apache-2.0
// Repair of a square system whose J is singular wherever one looks (the linear combination method
// of Tan, Nedialkov, Pryce, J. Symb. Comput. 2017, on one diagonal block at a time). With u a left
// null vector of a block, I = {u_i != 0} and cmin the least c_i there,
//   f_l := Σ_I u_i D^(c_i - cmin) f_i,   c_l = cmin,
// no longer depends on the leading jets, so the value of the transversal drops, and repair ends.
#include "involute/complete/closure/repair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "involute/base/patience.hpp"
#include "involute/complete/closure/closure.hpp"
#include "involute/complete/closure/repair_rows.hpp"
#include "involute/complete/combine/combination.hpp"
#include "involute/complete/combine/combination_vector.hpp"
#include "involute/complete/combine/factor_sizes.hpp"
#include "involute/complete/redundant/exact_null_vector.hpp"
#include "involute/complete/structural/assignment.hpp"
#include "involute/complete/structural/blocks.hpp"
#include "involute/complete/structural/find_structure.hpp"
#include "involute/complete/structural/hidden.hpp"
#include "involute/complete/structural/offsets.hpp"
#include "involute/complete/structural/raising.hpp"
#include "involute/expr/calculus.hpp"

namespace involute {

namespace {

constexpr int random_points = 4;
// A matrix is singular at a point if it is so to this in Quad.
constexpr double zero = 1e-24;
// Numbers written with 16 or 17 digits may hide that it is.
constexpr double nearly_zero = 1e-12;
// A factor below this part of its size nearby vanishes at the start; below that it may do so soon.
constexpr double vanishing = 1e-3;
constexpr double nearly_vanishing = 0.3;
// Dense elimination in Quad beyond this size takes minutes; sums with fractions are sought then.
constexpr int largest_block = 150;

class Repairer {
public:
    Repairer(const System& system, const CompletionOptions& options, SmallFactors small,
             const std::vector<std::string>& names)
        : options_(options), small_(small), result_(unfinished(system)), rows_(result_, names)
    {
    }

    /// Takes the equations apart first; false if that does not leave fewer free values.
    bool take_apart()
    {
        if (!find_offsets()) return false;
        const int mixed = value_of_transversal();
        involute::take_apart(rows_);
        return find_offsets() && value_of_transversal() < mixed;
    }

    Completion run()
    {
        int value = 0;
        for (int round = 0; find_offsets(); ++round) {
            keep_patience();
            const int now = value_of_transversal();
            if (round > 0 && now >= value)
                return refused("combining equations does not uncover what they hide");
            value = now;
            const std::vector<int> block = singular_block();
            if (!result_.message.empty()) return std::move(result_);
            if (block.empty()) return finish();
            if (!replace(block)) return std::move(result_);
        }
        return std::move(result_);
    }

private:
    static Completion unfinished(const System& system)
    {
        Completion result;
        result.system = system;
        result.route = Route::repaired;
        result.outcome = Outcome::singular_jacobian;
        return result;
    }

    Graph& graph() { return result_.system.graph; }

    Completion refused(std::string message)
    {
        result_.message = std::move(message);
        return std::move(result_);
    }

    int value_of_transversal() const
    {
        return std::accumulate(d_.begin(), d_.end(), 0) - std::accumulate(c_.begin(), c_.end(), 0);
    }

    // Offsets, pattern, blocks; false where there is no transversal.
    bool find_offsets()
    {
        const Signature sigma = rows_.signature();
        const Assignment assignment = highest_value_transversal(sigma, result_.system.unknowns());
        if (!assignment.perfect) {
            result_.message = "some equations have too few unknowns between them";
            return false;
        }
        Offsets offsets = canonical_offsets(sigma, assignment);
        c_ = std::move(offsets.c);
        d_ = std::move(offsets.d);
        match_ = assignment.match;
        blocks_ = block_triangular_form(tight_pattern(sigma, c_, d_), match_);
        return true;
    }

    ExpressionMatrix matrix_of(const std::vector<int>& block)
    {
        std::vector<int> columns;
        for (int i : block) columns.push_back(match_[i]);
        return leading_matrix(graph(), rows_.equations(), rows_.signature(), c_, d_, block,
                              columns);
    }

    std::vector<ExpressionRow> sparse_matrix_of(const std::vector<int>& block)
    {
        std::vector<char> within(match_.size(), 0);
        for (const int i : block) within[std::size_t(match_[std::size_t(i)])] = 1;
        const std::vector<NodeId> equations = rows_.equations();
        const Signature sigma = rows_.signature();
        std::vector<ExpressionRow> rows;
        for (const int i : block) {
            rows.emplace_back();
            Partials partials(graph(), equations[std::size_t(i)]);
            for (const auto& [j, order] : sigma[std::size_t(i)])
                if (within[std::size_t(j)] && order == d_[std::size_t(j)] - c_[std::size_t(i)])
                    rows.back().push_back({std::uint32_t(j), partials.by(graph().jet(j, order))});
        }
        return rows;
    }

    // The rows of a block that is singular at all random points, or, if it is large, of which sums
    // with fractions cancel.
    std::vector<int> singular_block()
    {
        for (const auto& block : blocks_) {
            if (block.size() == 1) continue;
            if (int(block.size()) > largest_block) {
                exact_ = exact_null_vector(graph(), sparse_matrix_of(block));
                if (exact_) return block;
                continue;
            }
            const auto values =
                values_at_random(graph(), matrix_of(block), rows_.probe(), random_points);
            const auto is_singular = [&](double threshold) {
                return std::ranges::all_of(values, [&](const auto& A) {
                    return scaled_rank(A, threshold) < int(block.size());
                });
            };
            if (values.empty()) continue;
            if (is_singular(zero)) return block;
            // Nothing is proved here, so that ranks must decide.
            if (is_singular(nearly_zero))
                result_.message =
                    "the system Jacobian is singular but for what numbers of 16 digits leave open";
        }
        return {};
    }

    // Those that can be replaced: the least differentiated ones.
    std::vector<int> replaceable(const std::vector<int>& block, const NullVector& vector) const
    {
        int least = -1;
        for (std::size_t i = 0; i < block.size(); ++i)
            if (vector.sizes[i] > 0 && (least < 0 || c_[block[i]] < least)) least = c_[block[i]];
        std::vector<int> found;
        for (int i = 0; i < int(block.size()); ++i)
            if (vector.sizes[i] > 0 && c_[block[i]] == least) found.push_back(i);
        return found;
    }

    // What is not given may be anything: then small says little.
    double least_part(NodeId factor)
    {
        const bool known = is_given(result_.system, factor);
        return known && small_ == SmallFactors::refused ? nearly_vanishing : vanishing;
    }

    // One with a number as factor, else the one whose factor is largest at the start; -1 where all
    // vanish there, or nearly.
    int to_replace(const std::vector<int>& block, const NullVector& vector)
    {
        const auto [sizes, usual] = sizes_at_start(result_.system, rows_.probe(), vector.u);
        int best = -1;
        std::pair<bool, Quad> most{};
        for (const int i : replaceable(block, vector)) {
            if (!(sizes[i] > least_part(vector.u[std::size_t(i)]) * usual[i])) continue;
            const std::pair<bool, Quad> rank{graph().is_constant(vector.u[std::size_t(i)]),
                                             sizes[i]};
            if (best >= 0 && !(most < rank)) continue;
            best = i;
            most = rank;
        }
        return best;
    }

    void remember(const std::vector<int>& block, const NullVector& vector, int l)
    {
        if (graph().is_constant(vector.u[std::size_t(l)])) return;
        Replacement made{vector.u[std::size_t(l)], {}};
        for (const int i : replaceable(block, vector))
            if (i != l) made.instead.push_back(vector.u[std::size_t(i)]);
        result_.replacements.push_back(std::move(made));
    }

    std::optional<NullVector> null_vector(const std::vector<int>& block)
    {
        const ExpressionMatrix A = matrix_of(block);
        const auto values = values_at_random(graph(), A, rows_.probe(), random_points);
        return find_null_vector(graph(), A, values, rows_.probe(), zero);
    }

    bool replace(const std::vector<int>& block)
    {
        const auto vector = exact_ ? std::exchange(exact_, {}) : null_vector(block);
        if (!vector) {
            result_.message = "no simple combination of the equations uncovers what they hide";
            return false;
        }
        const int l = to_replace(block, *vector);
        if (l < 0) {
            result_.message = small_factor_message;
            return false;
        }
        remember(block, *vector, l);
        const RepairRow row = combination(block, *vector, l);
        note(row, rows_[block[l]], *vector, l);
        if (row.sigma.empty()) {
            result_.message = fmt::format("{} contains no unknown", row.text);
            return false;
        }
        rows_[block[l]] = row;
        if (graph().size() > options_.max_nodes) {
            result_.outcome = Outcome::too_large;
            result_.message = "the combined equations exceed the size limit";
            return false;
        }
        return true;
    }

    RepairRow combination(const std::vector<int>& block, const NullVector& vector, int l)
    {
        RepairRow made = rows_.combination();
        std::vector<Share> shares;
        std::vector<Summand> summands;
        for (std::size_t i = 0; i < block.size(); ++i) {
            if (vector.sizes[i] <= 0) continue;
            const RepairRow& row = rows_[block[i]];
            const int times = c_[block[i]] - c_[block[l]];
            NodeId f = row.f;
            for (int m = 0; m < times; ++m) f = total_derivative(graph(), f);
            shares.push_back({vector.u[i], f});
            summands.push_back({rows_.factor_text(vector.u[i]), row.name, times});
            RepairRows::use(made, row, times);
        }
        made.f = combine(graph(), shares);
        made.text = describe_sum(summands);
        rows_.clean(made);
        return made;
    }

    void note(const RepairRow& made, const RepairRow& old, const NullVector& vector, int l)
    {
        std::string text = fmt::format("{} = {} replaces {}: {}", made.name, made.text, old.name,
                                       equation_text(result_.system, made.f));
        if (!graph().is_constant(vector.u[l]))
            text += fmt::format("; this loses nothing where {} is not 0",
                                rows_.factor_text(vector.u[l]));
        result_.notes.push_back(std::move(text));
    }

    Completion finish()
    {
        System& system = result_.system;
        bool repaired = false;
        for (std::size_t i = 0; i < rows_.size(); ++i) repaired |= rows_[i].replaced;
        if (repaired && system.written.empty()) system.written = system.equations;
        for (std::size_t i = 0; i < rows_.size(); ++i)
            if (rows_[i].replaced) {
                system.equations[i].f = rows_[i].f;
                system.equations[i].text = rows_[i].text;
            }
        result_.structure = find_structure(system, {options_.jointly_affine, options_.max_nodes});
        if (result_.structure.code != Outcome::complete) {
            result_.outcome = result_.structure.code == Outcome::too_large
                                  ? Outcome::too_large
                                  : Outcome::singular_jacobian;
            return refused(result_.structure.message);
        }
        // Points of a large one take too long to find in Quad: J is looked at where it starts.
        if (system.unknowns() <= largest_block && !is_regular_on_set(system, result_.structure))
            return refused("the system Jacobian is singular at points that satisfy all equations");
        if (!raise_for_author(system, result_.structure, options_.max_nodes)) {
            result_.outcome = Outcome::too_large;
            return refused("the differentiated equations exceed the size limit");
        }
        report();
        result_.outcome = Outcome::complete;
        if (!repaired) result_.route = Route::structural;
        return std::move(result_);
    }

    void report()
    {
        const std::vector<int>& c = result_.structure.canonical_c;
        result_.differentiated.assign(rows_.size(), 0);
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            for (std::size_t a = 0; a < rows_.size(); ++a)
                if (rows_[i].orders[a] >= 0)
                    result_.differentiated[a] =
                        std::max(result_.differentiated[a], rows_[i].orders[a] + c[i]);
            if (rows_[i].replaced)
                result_.hidden.push_back(equation_text(result_.system, rows_[i].f));
        }
        for (std::string& text : hidden_equations(result_.system, result_.structure))
            result_.hidden.push_back(std::move(text));
    }

    CompletionOptions options_;
    SmallFactors small_;
    Completion result_;
    RepairRows rows_;
    std::vector<int> c_{}, d_{}, match_{};
    std::vector<std::vector<int>> blocks_{};
    std::optional<NullVector> exact_{};  // of the large block that is singular
};

}  // namespace

Completion repair(const System& system, const CompletionOptions& options, SmallFactors small,
                  const std::vector<std::string>& names)
{
    Completion found = Repairer(system, options, small, names).run();
    if (found.outcome != Outcome::singular_jacobian) return found;
    Repairer apart(system, options, small, names);
    if (!apart.take_apart()) return found;
    Completion second = apart.run();
    return second.outcome == Outcome::complete ? second : found;
}

}  // namespace involute
