// SPDX-License-Identifier: Apache-2.0
// A differential system: k equations f_i(x, jets) = 0 in n unknowns, with what its author asks of
// it. All front doors (model text, C++ expressions, traced callables) end here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "involute/base/error.hpp"
#include "involute/expr/graph.hpp"
#include "involute/text/words.hpp"

namespace involute {

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
};

struct Invariant {
    std::string name{};
    NodeId expression{};
    std::optional<Quad> value{};  // absent: the value it has at the start
    bool imposed = false;         // `impose`: used even if it is not an invariant
    Place place{};
    bool closure = false;  // not declared: an equation the walk is not based on, or a consequence
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

/// One `expect` line.
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
};

/// A strong force carried as an unknown of its own: compliance * force = what vanishes in the
/// limit, so that it is never recomputed from rounded positions.
struct StrongForce {
    int unknown = 0;   // the force
    int equation = 0;  // f = compliance * force - strain
    Quad compliance = 0;
};

/// What the `solve` line asks for.
struct SolveRequest {
    std::optional<double> to{};
    std::optional<double> length{};
    std::optional<double> scale{};
};

struct System {
    Graph graph{};
    std::string file{};
    std::string title{};
    std::string source{};
    Names names{};
    std::vector<Place> unknown_places{};
    std::vector<Parameter> parameters{};
    std::vector<Equation> equations{};
    std::vector<Given> starts{};
    std::vector<Given> guesses{};
    std::vector<Invariant> invariants{};
    std::vector<Crossing> crossings{};
    std::vector<Expectation> expectations{};
    SolveRequest solve{};

    // What completion leaves behind; nothing of it is there in a system as read.
    std::vector<Equation> written{};  // the author's equations, where `equations` are others
    int auxiliary = 0;                // the last unknowns stand for higher derivatives of others
    std::vector<int> gauged{};        // unknowns of which the equations determine only combinations

    std::string small{};                // the parameter declared small; empty: none
    std::vector<StrongForce> forces{};  // of a system in compliance form

    int unknowns() const { return int(names.unknowns.size()); }
};

/// An Error for a system without unknowns: a default one, or one that was moved from.
void require_unknowns(const System& system);

}  // namespace involute
