// SPDX-License-Identifier: Apache-2.0
// A differential system: k equations f_i(x, jets) = 0 in n unknowns, with what its author asks of
// it. All front doors end here: read_system (model/read.hpp), Builder (model/builder.hpp) and trace
// (model/trace.hpp) return a System, solve and analyze (drive/solve.hpp) take one.
//
// It is a plain value: copies share nothing that can change, and a system that nobody changes may
// be used by several threads at once. Most programs never look inside. What is inside can be
// printed:
//
//     for (const Equation& e : system.equations)
//         std::cout << print(system.graph, e.f, system.names) << " = 0\n";
//
// Expressions are nodes of `graph` (expr/graph.hpp). A jet is an unknown with the order of its
// derivative: (0, 2) is the second derivative of the first unknown.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "involute/base/error.hpp"
#include "involute/expr/graph.hpp"
#include "involute/expr/print.hpp"
#include "involute/text/words.hpp"

namespace involute {

struct WrittenModel;  // witness/written_model.hpp

/// f = 0.
struct Equation {
    NodeId f{};          // left side minus right side
    std::string text{};  // as written (one line), for messages
    Place place{};
    bool choice = false;  // made by completion where the author's equations leave one
};

/// A value the user demands or guesses at the start: jet (unknown, order), or the independent
/// variable (unknown == -1).
struct Given {
    int unknown = -1;
    int order = 0;
    Quad value = 0;
    Place place{};
    std::optional<NodeId> formula{};  // of the value, where it contains tunable parameters
};

/// What keeps its value along every solution, as its author says; solve checks that first.
struct Invariant {
    std::string name{};
    NodeId expression{};
    std::optional<Quad> value{};  // absent: the value it has at the start
    bool imposed = false;         // `impose`: used even if it is not an invariant
    Place place{};
    bool closure = false;  // not declared: an equation the walk is not based on, or a consequence
    std::optional<NodeId> formula{};  // of the value, where it contains tunable parameters
};

/// A section (recorded) or an event (recorded; with stop the run ends there): expression = 0.
struct Crossing {
    std::string name{};
    NodeId expression{};
    Direction direction = Direction::both;
    bool is_event = false;
    bool stop = false;
    Place place{};
};

/// One `expect` line: what the command `involute check` tests.
struct Expectation {
    using Kind = ExpectationKind;
    Kind kind = Kind::value;
    int unknown = -1;  // value: the jet (-1: the independent variable)
    int order = 0;
    std::optional<double> at{};  // value: the abscissa; absent: the end of the run
    double expected = 0;         // value, index, dimension, crossings
    double tolerance = 0;        // value
    std::string word{};          // stops, rejects: the code; crossings: the section's name
    std::string text{};          // the line, for reports
    Place place{};
};

struct Parameter {
    std::string name{};
    Quad value = 0;
    NodeId node{};  // the constant, which knows more of it than the value does; a formula of
                    // tunable parameters, or the leaf that stands for this one if it is tunable
    bool tunable = false;
    /// Of a tunable one: what gave it its value, until it is set.
    std::optional<NodeId> origin{};
};

/// A `let` of the model: its name, or that of an element, and what it stands for.
struct Definition {
    std::string name{};
    std::vector<std::int64_t> indices{};
    NodeId expression{};
};

/// Values of parameters that replace those in the model: (name, value).
using Overrides = std::vector<std::pair<std::string, double>>;

/// A strong force that is an unknown of its own: compliance * force = strain, where the strain
/// vanishes in the limit. So the force is never computed from rounded positions.
struct StrongForce {
    int unknown = 0;   // the force
    int equation = 0;  // f = compliance * force - strain
    Quad compliance = 0;
};

/// A term that completion left out because its coefficient vanished where it looked: the run must
/// see to it that this stays so.
struct NeglectedTerm {
    NodeId coefficient{};
    int unknown = 0, order = 0;  // of the jet it multiplies
    NodeId row{};                // the rest of the equation
    std::string name{};          // of the equation
};

/// The absolute error allowed per step of what a text names: "x", "c[1..5]", "c" for all of an
/// array, "x'" for a derivative. It holds for further derivatives too, up to the next one named.
struct OwnTolerance {
    std::string of{};
    double atol = 0;
};

/// What the `solve` line asks for; SolveOptions of the same names come before it.
struct SolveRequest {
    std::optional<double> to{};
    std::optional<double> length{};
    std::optional<double> scale{};
    // Of these, where they contain tunable parameters.
    std::optional<NodeId> to_formula{}, length_formula{}, scale_formula{};
};

struct System {
    Graph graph{};         // every expression below is a node of it
    std::string file{};    // for messages; empty: not from a file
    std::string title{};   // of the problem
    std::string source{};  // where the problem comes from
    Names names{};         // of the independent variable and the unknowns
    std::vector<Place> unknown_places{};
    std::vector<Parameter> parameters{};
    std::vector<Definition> definitions{};  // for columns; equations contain what they stand for
    std::vector<Equation> equations{};
    std::vector<Given> starts{};
    std::vector<Given> guesses{};
    std::vector<Given> suggestions{};  // by completion: where to begin with what is not given
    std::vector<Invariant> invariants{};
    std::vector<Crossing> crossings{};
    std::vector<Expectation> expectations{};
    std::vector<OwnTolerance> tolerances{};
    SolveRequest solve{};

    // Filled in by completion; empty in a system as read.
    std::vector<Equation> written{};  // the author's equations, where `equations` are others
    int auxiliary = 0;                // the last unknowns stand for higher derivatives of others
    std::vector<NeglectedTerm> neglected{};
    std::vector<int> gauged{};  // unknowns of which the equations determine only combinations

    std::string small{};                // the parameter declared small; empty: none
    std::vector<StrongForce> forces{};  // of a system in compliance form

    /// The text it was read from, never changed: every run is held against it. Absent where the
    /// equations were made in C++.
    std::shared_ptr<const WrittenModel> text{};

    /// How many.
    int unknowns() const { return int(names.unknowns.size()); }
};

/// The author's equations: `written` where the front door itself put others in their place.
const std::vector<Equation>& author_equations(const System& system);

/// An Error for a system without unknowns: a default one, or one that was moved from.
void require_unknowns(const System& system);

}  // namespace involute
