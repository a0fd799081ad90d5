// SPDX-License-Identifier: Apache-2.0
#include "involute/project/confirmation.hpp"

#include <gtest/gtest.h>

#include "involute/model/builder.hpp"
#include "involute/project/start.hpp"
#include "tests/complete/systems.hpp"
#include "tests/geometry/models.hpp"

namespace involute::test {
namespace {

const Scale scale{1e-2};

/// What the text says of the certificate of a system, at its start.
std::optional<std::string> difference(System system, std::shared_ptr<const WrittenModel> text)
{
    system.text = std::move(text);
    Author author{.system = std::make_shared<const System>(system)};
    author.held = held_unknowns(system, system, {});
    Structure structure = find_structure(system);
    Geometry<double> geometry(make_completed(std::move(system), std::move(structure)), true);
    const Start<double> start = consistent_start(geometry, scale);
    EXPECT_EQ(start.outcome, Outcome::complete) << start.message;
    Certificate<double> certificate(geometry, scale, author);
    certificate(start.p.data(), start.z.data());
    return Confirmation<double>(author)(certificate);
}

class TextsOfModels : public ::testing::TestWithParam<std::string> {};

TEST_P(TextsOfModels, AgreeWithTheirCertificates)
{
    const System system = read_system(model_text(GetParam()));
    const auto found = difference(system, system.text);
    EXPECT_FALSE(found) << *found;
}

INSTANTIATE_TEST_SUITE_P(AtTheirStart, TextsOfModels, ::testing::ValuesIn(model_names()),
                         [](const auto& model) {
                             std::string name = model.param;
                             std::ranges::replace_if(
                                 name, [](char c) { return c == '.' || c == '-'; }, '_');
                             return name;
                         });

const std::string plain = "var x, y\n(x*y)' = 1\nx' + y = sin(t)\nstart x = 1, y = 0.3\n";

TEST(Confirmation, NamesTheEquationAndBothValues)
{
    const System system = read_system(plain);
    WrittenModel other = *read_system("var x, y\n(x*y)' = 1\nx' + y = cos(t)\n").text;
    other.equations = system.text->equations;
    const auto found = difference(system, std::make_shared<const WrittenModel>(other));
    ASSERT_TRUE(found);
    // sin 0 - cos 0 = -1 at a point where the equation as read holds.
    EXPECT_TRUE(found->starts_with("equation 2 (x' + y = sin(t)) has the value")) << *found;
    EXPECT_TRUE(found->ends_with("as compiled and -1 as written")) << *found;
}

TEST(Confirmation, SeesAParameterFromOutsideThatWasOverlooked)
{
    const System system = read_system(discharge, "", {{"c5", 2458.19}});
    EXPECT_FALSE(difference(system, system.text));
    WrittenModel other = *system.text;
    other.overrides.clear();
    const auto found = difference(system, std::make_shared<const WrittenModel>(other));
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->starts_with("equation 5 (y1^2*y4^2 - c5*y1^2")) << *found;
}

TEST(Confirmation, LeavesATextAloneWhoseEquationsWereChangedByHand)
{
    System system = read_system(plain);
    Graph& graph = system.graph;
    NodeId& f = system.equations[1].f;
    f = graph.subtract(f, graph.constant(Quad(0.5)));
    EXPECT_FALSE(difference(system, system.text));
}

TEST(Confirmation, WalksTheFormulasOfASystemWithoutText)
{
    Builder m;
    const Formula x = m.unknown("x"), y = m.unknown("y");
    m.equation((x * y).dot() == 1);
    m.equation(x.dot() + y == sin(m.independent()));
    m.start(x, 1);
    m.start(y, 0.3);
    EXPECT_FALSE(difference(m.system(), nullptr));
}

}  // namespace
}  // namespace involute::test
