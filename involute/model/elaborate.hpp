// SPDX-License-Identifier: Apache-2.0
// The work of build_system, statement by statement; declarations are in declare.cpp.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "involute/model/evaluate.hpp"
#include "involute/model/givens.hpp"
#include "involute/system/inputs.hpp"
#include "involute/witness/written_model.hpp"

namespace involute {

class Elaboration {
public:
    Elaboration(const Model& model, const Overrides& overrides,
                const std::vector<std::string>& tunable, const Inputs& inputs, Findings& findings);
    /// Does everything; mistakes are in the findings.
    System run();
    /// What the text asks to be drawn, once it has been run.
    std::vector<Drawing> drawings() const { return drawings_; }

private:
    // declarations: independent, parameters and unknowns come first, wherever they stand
    void declare_all();
    void refuse_in_loops(const std::vector<Statement>& body);
    void silence(const Name& name);
    void declare_functions();
    void check_functions();
    void declare(const ParamStatement& statement);
    void declare(const VarStatement& statement);
    void declare(const InputStatement& statement);
    std::optional<InputTable> table_of(const TableText& text);
    void give(int index, const Input& input, const Place& place);
    void check_inputs();
    void find_small();
    void refuse_missing_small();
    void declare_array(const VarItem& item);
    void add_unknown(std::string name, const Place& place);
    bool is_free(const Name& name, std::string_view role);
    void check_overrides();
    void check_tunable();
    bool is_tunable(const Name& name) const;

    // the rest, in order
    void run(const std::vector<Statement>& statements);
    void add(const EquationStatement& s, const Place& place);
    void add(const TextStatement& s, const Place& place);
    void add(const LetStatement& s, const Place& place);
    void add(const GivenStatement& s, const Place& place);
    void add(const ToleranceStatement& s, const Place& place);
    void add(const SolveStatement& s, const Place& place);
    void add(const InvariantStatement& s, const Place& place);
    void add(const CrossingStatement& s, const Place& place);
    void add(const DrawStatement& s, const Place& place);
    void add(const ExpectStatement& s, const Place& place);
    void add(const LoopStatement& s, const Place& place);
    template <class Declaration>
    void add(const Declaration&, const Place&)
    {
    }

    void define(const LetItem& item);
    void keep(const Name& name, const Indices& at, const Value& value);
    void set_text(std::string& where, bool& seen, const std::string& text, std::string_view word,
                  const Place& place);
    void expect_value(const ExpectStatement& s, Expectation& result);
    void expect_word(const ExpectStatement& s, Expectation& result);
    std::optional<double> number(const Expression& e, std::string_view what);
    std::optional<double> positive(const Expression& e, std::string_view what);
    void count_item(const Place& place);
    void finish();
    void drop_settled_guesses();
    void check_sections();
    void settle_small();

    const Model& model_;
    const Overrides& overrides_;
    const std::vector<std::string>& tunable_;
    const Inputs& inputs_;
    Findings& findings_;
    System system_{};
    Scope scope_;
    Evaluator evaluator_;
    Givens starts_{};
    Givens guesses_{};
    std::unordered_set<std::string> invariant_names_{};
    std::unordered_set<std::string> crossing_names_{};
    std::vector<Drawing> drawings_{};
    const SmallStatement* small_ = nullptr;
    std::int64_t turns_ = 0;
    bool has_title_ = false;
    bool has_source_ = false;
    bool has_solve_ = false;
};

}  // namespace involute
