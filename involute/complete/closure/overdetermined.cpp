// SPDX-License-Identifier: Apache-2.0
// More equations than unknowns: a square base carries the motion, and what the other equations add
// to it are closure rows e, D e, D² e, .. until a derivative vanishes on the set of all of them.
#include "involute/complete/closure/overdetermined.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/base/patience.hpp"
#include "involute/complete/closure/closure_base.hpp"
#include "involute/complete/combine/combination.hpp"
#include "involute/complete/structural/find_structure.hpp"
#include "involute/complete/structural/hidden.hpp"
#include "involute/complete/structural/raising.hpp"
#include "involute/expr/calculus.hpp"

namespace involute {

namespace {

constexpr int points_wanted = 3;
// The number of bases tried: J of a base may be singular on the set that the closure rows leave.
constexpr int most_bases = 6;
// Zero at a consistent point, in scale; or this many times what the equations themselves leave.
constexpr double vanishing = 1e-18;
constexpr double above_residual = 1e4;
// Equations satisfied less well than this touch instead of crossing: their set is singular.
constexpr double poor_residual = 1e-13;

enum class Step { done, next_base, failed };

class Closure {
public:
    Closure(const System& system, const CompletionOptions& options,
            const std::vector<std::string>& names)
        : options_(options), written_(system.equations), names_(names)
    {
        result_.system = system;
        result_.route = Route::overdetermined;
        result_.outcome = Outcome::singular_jacobian;
        Probe probe(system);
        std::vector<NodeId> equations;
        for (const Equation& equation : written_) equations.push_back(equation.f);
        known_ = true_signature(result_.system.graph, equations, probe);
        excluded_.assign(written_.size(), 0);
    }

    Completion run()
    {
        for (int attempt = 0; attempt < most_bases; ++attempt) {
            keep_patience();
            Base base = choose_base(result_.system, known_, rows_, excluded_);
            if (base.rows.empty()) {
                result_.message = base.message;
                base = base_that_implies_the_rest(result_.system, known_);
                attempt = most_bases;
            }
            if (base.rows.empty()) break;
            seeds_ = base.points;
            if (!stand_on(base.rows)) break;
            const Step step = close();
            if (step == Step::done) report();
            if (step != Step::next_base) break;
        }
        return std::move(result_);
    }

private:
    // A closure row: an equation beside the base, or a derivative of one.
    struct Row {
        NodeId e{};
        int equation = 0;
        int times = 0;
    };

    Graph& graph() { return result_.system.graph; }

    std::string name_of(const Row& row) const
    {
        const auto i = std::size_t(row.equation);
        return (names_.empty() ? fmt::format("equation {}", i + 1) : names_[i]) +
               times_differentiated(row.times);
    }

    bool failed(Outcome outcome, std::string message)
    {
        result_.outcome = outcome;
        result_.message = std::move(message);
        return false;
    }
    bool too_large()
    {
        return failed(Outcome::too_large, "the differentiated equations exceed the size limit");
    }

    // The structure of the base, raised until it has all jets the author wrote.
    bool stand_on(const std::vector<int>& base)
    {
        base_ = base;
        System& system = result_.system;
        system.written = written_;
        system.equations.clear();
        for (int i : base) {
            system.equations.push_back(written_[i]);
            system.equations.back().f = known_.equations[i];
        }
        closure_.clear();
        rows_.clear();
        points_.clear();
        result_.structure = find_structure(system, {options_.jointly_affine, options_.max_nodes});
        const Structure& structure = result_.structure;
        if (structure.code == Outcome::too_large) return too_large();
        if (structure.code != Outcome::complete)
            return failed(Outcome::singular_jacobian, structure.message);
        return raise_for_author(system, result_.structure, options_.max_nodes) || too_large();
    }

    Step close()
    {
        std::vector<Row> pending;
        for (int i = 0; i < int(written_.size()); ++i)
            if (!std::binary_search(base_.begin(), base_.end(), i))
                pending.push_back({known_.equations[i], i, 0});
        if (const Step step = find_points(); step != Step::done) return step;
        for (std::size_t k = 0; k < pending.size(); ++k) {
            const Row row = pending[k];
            if (vanishes(row.e)) continue;
            if (row.times > options_.most_differentiations || leaves(graph(), row.e).empty()) {
                failed(Outcome::singular_jacobian,
                       name_of(row) + " goes on restricting the others");
                return Step::failed;
            }
            if (!add(row)) return Step::failed;
            pending.push_back({total_derivative(graph(), row.e), row.equation, row.times + 1});
            if (const Step step = find_points(); step != Step::done) return step;
        }
        return Step::done;
    }

    // Closure rows are conditions on the coordinates: jets of order d_j are made ones.
    bool add(const Row& row)
    {
        closure_.push_back(row);
        rows_.push_back(row.e);
        std::vector<int> orders(result_.structure.d.size(), 0);
        cover_jets(graph(), row.e, 1, orders);
        return raise_to(result_.structure, graph(), orders, options_.max_nodes) || too_large();
    }

    // Points of the present set; J must be regular at one of them.
    Step find_points()
    {
        points_ =
            points_of_structure(result_.system, result_.structure, rows_, points_wanted, seeds_);
        if (points_.empty()) {
            failed(Outcome::singular_jacobian, "no point was found that satisfies all equations");
            return Step::failed;
        }
        if (std::all_of(points_.begin(), points_.end(),
                        [](const SetPoint& p) { return p.residual > poor_residual; })) {
            failed(Outcome::singular_jacobian,
                   "the points that satisfy all equations are singular ones");
            return Step::failed;
        }
        return is_regular_at(result_.system, result_.structure, points_) ? Step::done
                                                                         : Step::next_base;
    }

    bool vanishes(NodeId e)
    {
        const NaturalScale scale(result_.system);
        return std::all_of(points_.begin(), points_.end(), [&](const SetPoint& point) {
            return scaled_value(graph(), e, point.at, scale) <=
                   std::max(vanishing, above_residual * point.residual);
        });
    }

    void report()
    {
        System& system = result_.system;
        result_.outcome = Outcome::complete;
        result_.message.clear();
        result_.differentiated.assign(written_.size(), 0);
        for (std::size_t k = 0; k < base_.size(); ++k)
            result_.differentiated[base_[k]] = result_.structure.canonical_c[k];
        std::vector<std::string> said;
        for (const Equation& equation : written_) said.push_back(equation_text(system, equation.f));
        const auto hide = [&](const std::string& text) {
            if (std::find(said.begin(), said.end(), text) != said.end()) return;
            said.push_back(text);
            result_.hidden.push_back(text);
        };
        for (const std::string& text : hidden_equations(system, result_.structure)) hide(text);
        for (const Row& row : closure_) {
            int& times = result_.differentiated[row.equation];
            times = std::max(times, row.times);
            if (row.times > 0) hide(equation_text(system, row.e));
            system.invariants.push_back({.name = name_of(row),
                                         .expression = row.e,
                                         .value = Quad(0),
                                         .place = written_[row.equation].place,
                                         .closure = true});
        }
        note_roles();
    }

    // "equations 1, 2 and 4"; choices are not the author's and are not counted.
    std::string listed(std::vector<int> equations) const
    {
        std::erase_if(equations, [&](int i) { return written_[i].choice; });
        std::string text;
        if (names_.empty()) text = equations.size() == 1 ? "equation " : "equations ";
        for (std::size_t k = 0; k < equations.size(); ++k) {
            if (k > 0) text += k + 1 == equations.size() ? " and " : ", ";
            text += names_.empty() ? std::to_string(equations[k] + 1) : names_[equations[k]];
        }
        return text;
    }

    void note_roles()
    {
        std::vector<int> restricting, implied;
        for (int i = 0; i < int(written_.size()); ++i) {
            if (std::binary_search(base_.begin(), base_.end(), i)) continue;
            const bool restricts = std::any_of(closure_.begin(), closure_.end(),
                                               [&](const Row& row) { return row.equation == i; });
            (restricts ? restricting : implied).push_back(i);
        }
        const bool one = base_.size() == 1;
        result_.notes.push_back(
            fmt::format("{} {} the motion", listed(base_), one ? "determines" : "determine"));
        if (!restricting.empty())
            result_.notes.push_back(
                fmt::format("{} {} which motions are possible", listed(restricting),
                            restricting.size() == 1 ? "restricts" : "restrict"));
        if (!implied.empty())
            result_.notes.push_back(fmt::format("{} {} from the others", listed(implied),
                                                implied.size() == 1 ? "follows" : "follow"));
    }

    CompletionOptions options_;
    std::vector<Equation> written_;
    std::vector<std::string> names_;
    Completion result_{};
    TrueSignature known_{};
    std::vector<char> excluded_{};
    std::vector<int> base_{};
    std::vector<Row> closure_{};
    std::vector<NodeId> rows_{};  // of the closure
    std::vector<SetPoint> points_{};
    std::vector<JetPoint> seeds_{};  // where to look for them
};

}  // namespace

Completion complete_overdetermined(const System& system, const CompletionOptions& options,
                                   const std::vector<std::string>& names)
{
    return Closure(system, options, names).run();
}

}  // namespace involute
