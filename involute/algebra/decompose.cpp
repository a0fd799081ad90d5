// SPDX-License-Identifier: Apache-2.0
#include "involute/algebra/decompose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <tuple>

#include "involute/algebra/polynomial.hpp"
#include "involute/algebra/verify.hpp"
#include "involute/complete/structural/signature.hpp"
#include "involute/expr/calculus.hpp"

namespace involute {
namespace {

// The answer stands between these marks; anything else that the program prints is ignored.
constexpr std::string_view begin_mark = "involute-begin", end_mark = "involute-end",
                           component_mark = "component ", prime_mark = "prime";

/// Which unknowns are differentiated in some equation.
std::vector<bool> differentiated(const Signature& sigma, int unknowns)
{
    std::vector<bool> result(unknowns, false);
    for (const auto& row : sigma)
        for (const auto& [unknown, order] : row)
            if (order > 0) result[unknown] = true;
    return result;
}

std::string script(const Graph& graph, const Constraints& constraints,
                   const std::vector<NodeId>& variables)
{
    std::string names;
    for (std::size_t i = 0; i < variables.size(); ++i)
        names += fmt::format("{}v{}", i == 0 ? "" : ",", i + 1);
    const PolynomialText text = write_polynomials(graph, constraints.expressions, variables);
    // Generators that follow from the others are left out, those of highest degree first.
    return fmt::format(
        R"(LIB "primdec.lib";
ring r=0,({}),dp;
short=0;
{}ideal I={};
list L=minAssGTZ(I);
ideal S=std(I);
int i; int j; ideal c; ideal rest;
print("{}");
for (i=1; i<=size(L); i++)
{{
  c=sort(simplify(L[i],2))[1];
  print("{}"+string(dim(std(c))));
  if (size(L)==1 and size(reduce(c,S))==0) {{ print("{}"); }}
  for (j=ncols(c); j>=1; j--)
  {{
    rest=c; rest[j]=0;
    if (reduce(c[j],std(rest))==0) {{ c=rest; }}
  }}
  c=simplify(c,2);
  for (j=1; j<=ncols(c); j++) {{ print(string(cleardenom(c[j]))); }}
}}
print("{}");
quit;
)",
        names, text.definitions, fmt::join(text.results, ","), begin_mark, component_mark,
        prime_mark, end_mark);
}

/// Parses the answer; false if it does not have the expected form.
bool read_answer(System& system, const std::string& answer, Decomposition& result)
{
    std::istringstream lines(answer);
    std::string line;
    while (std::getline(lines, line) && line != begin_mark) {
    }
    while (std::getline(lines, line) && line != end_mark) {
        if (line.starts_with(component_mark)) {
            const std::string number = line.substr(component_mark.size());
            if (number.empty() || number.size() > 6 ||
                number.find_first_not_of("-0123456789") != number.npos)
                return false;
            result.components.push_back({.dimension = std::atoi(number.c_str())});
            continue;
        }
        if (result.components.empty()) return false;
        if (line == prime_mark) {
            result.is_prime = true;
            continue;
        }
        const auto equation = read_polynomial(system.graph, line, result.variables);
        if (!equation) return false;
        Component& component = result.components.back();
        component.equations.push_back(*equation);
        component.texts.push_back(print(system.graph, *equation, system.names) + " = 0");
    }
    const bool complete = line == end_mark && !result.components.empty();
    return complete && std::none_of(result.components.begin(), result.components.end(),
                                    [](const Component& c) { return c.equations.empty(); });
}

std::size_t length(const Component& component)
{
    std::size_t sum = 0;
    for (const std::string& text : component.texts) sum += text.size();
    return sum;
}

/// Larger sets first, then simpler ones.
bool comes_first(const Component& a, const Component& b)
{
    return std::tuple(-a.dimension, length(a), a.texts) <
           std::tuple(-b.dimension, length(b), b.texts);
}

Decomposition refusal(Decomposition&& so_far, std::string reason)
{
    so_far.components.clear();
    so_far.reason = std::move(reason);
    return std::move(so_far);
}

}  // namespace

Constraints polynomial_constraints(System& system)
{
    std::vector<NodeId> equations;
    for (const Equation& equation : system.equations) equations.push_back(equation.f);
    Probe probe(system);
    const TrueSignature truth = true_signature(system.graph, equations, probe);
    const std::vector<bool> moves = differentiated(truth.sigma, system.unknowns());

    Constraints result;
    for (int i = 0; i < int(equations.size()); ++i) {
        const auto& row = truth.sigma[i];
        const bool constrains = !row.empty() && std::all_of(row.begin(), row.end(), [&](auto jet) {
            return jet.second == 0 && moves[jet.first];
        });
        if (!constrains) continue;
        if (auto why = polynomial_obstacle(system.graph, truth.equations[i], system.names)) {
            result.reason = fmt::format("equation {} ({}) does not fit: {}", i + 1,
                                        system.equations[i].text, *why);
            continue;
        }
        result.equations.push_back(i);
        result.expressions.push_back(truth.equations[i]);
    }
    if (!result.equations.empty())
        result.reason.clear();
    else if (result.reason.empty())
        result.reason = "no equation is a constraint on unknowns that are differentiated elsewhere";
    return result;
}

Decomposition decompose(System& system, const std::string& program, double seconds)
{
    Decomposition result;
    const Constraints constraints = polynomial_constraints(system);
    result.constraints = constraints.equations;
    if (constraints.equations.empty()) return refusal(std::move(result), constraints.reason);
    result.variables = leaves(system.graph, constraints.expressions);
    const auto key = [&](NodeId leaf) {
        const Node& node = system.graph[leaf];
        return std::pair(node.op != Op::jet, node.a);
    };
    std::sort(result.variables.begin(), result.variables.end(),
              [&](NodeId a, NodeId b) { return key(a) < key(b); });

    const ExternalAnswer answer =
        run_external({program, "-q", "--no-rc", "--no-shell", "--no-tty", "--random=1"},
                     script(system.graph, constraints, result.variables), {.seconds = seconds});
    if (!answer.succeeded)
        return refusal(std::move(result),
                       fmt::format("the program {}, which finds the branches of polynomial "
                                   "constraints, gave no answer: {}",
                                   program, answer.reason));
    if (!read_answer(system, answer.output, result))
        return refusal(std::move(result),
                       fmt::format("the answer of the program {} cannot be read", program));
    std::vector<ClaimedComponent> claimed;
    for (const Component& component : result.components)
        claimed.push_back({component.dimension, component.equations});
    const std::string mistake =
        result.is_prime && claimed.size() > 1
            ? "several components are said to be one"
            : mistake_in(system.graph, constraints.expressions, result.variables, claimed);
    if (!mistake.empty())
        return refusal(std::move(result),
                       fmt::format("the answer of the program {} is wrong: {}", program, mistake));
    if (result.components[0].dimension < 0)
        return refusal(std::move(result),
                       "the constraints contradict each other: no point satisfies them all");
    std::sort(result.components.begin(), result.components.end(), comes_first);
    return result;
}

}  // namespace involute
