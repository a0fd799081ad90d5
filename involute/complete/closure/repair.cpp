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

#include "involute/base/patience.hpp"
#include "involute/complete/closure/closure.hpp"
#include "involute/complete/combine/combination.hpp"
#include "involute/complete/combine/combination_vector.hpp"
#include "involute/complete/combine/factor_sizes.hpp"
#include "involute/complete/combine/multiples.hpp"
#include "involute/complete/combine/unmix.hpp"
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
// Dense elimination in Quad beyond this size takes minutes.
constexpr int largest_block = 150;
// Characters of a factor in a note.
constexpr std::size_t longest_factor = 400;

struct Row {
    NodeId f{};
    std::string name{};  // "equation 2", "combination 1"
    std::string text{};  // what it was made of
    std::vector<int>
        orders{};  // by equation of the author's: differentiated so often; -1: not used
    std::vector<std::pair<int, int>> sigma{};
    bool replaced = false;
};

class Repairer {
public:
    Repairer(const System& system, const CompletionOptions& options, SmallFactors small)
        : options_(options), small_(small), probe_(system)
    {
        result_.system = system;
        result_.route = Route::repaired;
        result_.outcome = Outcome::singular_jacobian;
        const int k = int(system.equations.size());
        for (int i = 0; i < k; ++i) {
            std::vector<int> orders(k, -1);
            orders[i] = 0;
            rows_.push_back({system.equations[i].f,
                             fmt::format("equation {}", i + 1),
                             system.equations[i].text,
                             std::move(orders),
                             {},
                             false});
            clean(rows_.back());
        }
    }

    /// Takes the equations apart first; false if that does not leave fewer free values.
    bool take_apart()
    {
        if (!find_offsets()) return false;
        const int mixed = value_of_transversal();
        leave_out_multiples();
        unmix_rows();
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

    void leave_out_multiples()
    {
        const WithoutMultiples found = without_multiples(graph(), equations());
        if (found.impossible) return;
        const std::vector<Row> old = rows_;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            if (found.rows[i] == old[i].f) continue;
            Row made = combined_row(found.rows[i]);
            made.text = old[i].name + " without multiples of";
            for (std::size_t k = 0; k < old.size(); ++k) {
                if (!found.used[i][k]) continue;
                made.orders[k] = 0;
                if (k != i) made.text += (made.text.ends_with("of") ? " " : ", ") + old[k].name;
            }
            rows_[i] = finished(std::move(made));
        }
    }

    void unmix_rows()
    {
        const auto found = unmix(graph(), equations());
        if (!found) return;
        std::vector<Row> kept(rows_.size()), made;
        for (std::size_t i = 0; i < found->rows.size(); ++i) {
            const auto& factors = found->factors[i];
            const auto is_used = [](const Rational& x) { return x != Rational(0); };
            const auto own = std::size_t(std::ranges::find_if(factors, is_used) - factors.begin());
            if (std::ranges::count_if(factors, is_used) == 1)
                kept[own] = rows_[own];
            else
                made.push_back(mixture(found->rows[i], factors));
        }
        for (Row& row : kept)
            if (row.name.empty()) {
                row = std::move(made.back());
                made.pop_back();
            }
        rows_ = std::move(kept);
    }

    /// A combination of rows with numbers as factors.
    Row mixture(NodeId f, const std::vector<Rational>& factors)
    {
        Row made = combined_row(f);
        std::vector<Summand> summands;
        for (std::size_t k = 0; k < factors.size(); ++k) {
            if (factors[k] == Rational(0)) continue;
            summands.push_back({factor_text(graph().exact_constant(factors[k])), rows_[k].name, 0});
            for (std::size_t a = 0; a < rows_.size(); ++a)
                made.orders[a] = std::max(made.orders[a], rows_[k].orders[a]);
        }
        made.text = describe_sum(summands);
        return finished(std::move(made));
    }

    Row combined_row(NodeId f)
    {
        return {.f = f,
                .name = fmt::format("combination {}", ++combinations_),
                .orders = std::vector<int>(rows_.size(), -1),
                .replaced = true};
    }

    Row finished(Row made)
    {
        clean(made);
        result_.notes.push_back(fmt::format("{} = {}: {}", made.name, made.text,
                                            equation_text(result_.system, made.f)));
        return made;
    }

    void clean(Row& row)
    {
        TrueSignature known = true_signature(graph(), {row.f}, probe_);
        row.f = known.equations[0];
        row.sigma = std::move(known.sigma[0]);
    }

    Signature signature() const
    {
        Signature sigma;
        for (const Row& row : rows_) sigma.push_back(row.sigma);
        return sigma;
    }

    std::vector<NodeId> equations() const
    {
        std::vector<NodeId> list;
        for (const Row& row : rows_) list.push_back(row.f);
        return list;
    }

    // Offsets, pattern, blocks; false where there is no transversal.
    bool find_offsets()
    {
        const Signature sigma = signature();
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
        return leading_matrix(graph(), equations(), signature(), c_, d_, block, columns);
    }

    // The rows of a block that is singular at all random points.
    std::vector<int> singular_block()
    {
        for (const auto& block : blocks_) {
            if (block.size() == 1) continue;
            if (int(block.size()) > largest_block) {
                result_.message = "a block of equations is too large to look for combinations";
                return {};
            }
            const auto values = values_at_random(graph(), matrix_of(block), probe_, random_points);
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
        const auto [sizes, usual] = sizes_at_start(result_.system, probe_, vector.u);
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

    bool replace(const std::vector<int>& block)
    {
        const ExpressionMatrix A = matrix_of(block);
        const auto values = values_at_random(graph(), A, probe_, random_points);
        const auto vector = find_null_vector(graph(), A, values, probe_, zero);
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
        const Row row = combination(block, *vector, l);
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

    Row combination(const std::vector<int>& block, const NullVector& vector, int l)
    {
        Row made{.name = fmt::format("combination {}", ++combinations_),
                 .orders = std::vector<int>(rows_.size(), -1),
                 .replaced = true};
        std::vector<Share> shares;
        std::vector<Summand> summands;
        for (std::size_t i = 0; i < block.size(); ++i) {
            if (vector.sizes[i] <= 0) continue;
            const Row& row = rows_[block[i]];
            const int times = c_[block[i]] - c_[block[l]];
            NodeId f = row.f;
            for (int m = 0; m < times; ++m) f = total_derivative(graph(), f);
            shares.push_back({vector.u[i], f});
            summands.push_back({factor_text(vector.u[i]), row.name, times});
            for (std::size_t a = 0; a < rows_.size(); ++a)
                if (row.orders[a] >= 0)
                    made.orders[a] = std::max(made.orders[a], row.orders[a] + times);
        }
        made.f = combine(graph(), shares);
        made.text = describe_sum(summands);
        clean(made);
        return made;
    }

    std::string factor_text(NodeId factor)
    {
        if (graph().is_constant(factor)) {
            const Quad& value = graph().value(factor);
            return value == round(value) ? to_text(to_double(value))
                                         : to_text(to_double(value), 10);
        }
        const std::string text =
            print_shortened(graph(), factor, result_.system.names, longest_factor);
        const Op op = graph()[factor].op;
        return op == Op::add || op == Op::subtract ? "(" + text + ")" : text;
    }

    void note(const Row& made, const Row& old, const NullVector& vector, int l)
    {
        std::string text = fmt::format("{} = {} replaces {}: {}", made.name, made.text, old.name,
                                       equation_text(result_.system, made.f));
        if (!graph().is_constant(vector.u[l]))
            text += fmt::format("; this loses nothing where {} is not 0", factor_text(vector.u[l]));
        result_.notes.push_back(std::move(text));
    }

    Completion finish()
    {
        System& system = result_.system;
        const bool repaired =
            std::any_of(rows_.begin(), rows_.end(), [](const Row& row) { return row.replaced; });
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
        if (!is_regular_on_set(system, result_.structure))
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
    Probe probe_;
    Completion result_{};
    std::vector<Row> rows_{};
    std::vector<int> c_{}, d_{}, match_{};
    std::vector<std::vector<int>> blocks_{};
    int combinations_ = 0;
};

}  // namespace

Completion repair(const System& system, const CompletionOptions& options, SmallFactors small)
{
    Completion found = Repairer(system, options, small).run();
    if (found.outcome != Outcome::singular_jacobian) return found;
    Repairer apart(system, options, small);
    if (!apart.take_apart()) return found;
    Completion second = apart.run();
    return second.outcome == Outcome::complete ? second : found;
}

}  // namespace involute
