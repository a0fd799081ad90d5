// SPDX-License-Identifier: Apache-2.0
// Systems completed and ready, for the tests of the layers that evaluate them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "involute/complete/structural/find_structure.hpp"
#include "involute/geometry/geometry.hpp"
#include "involute/model/read.hpp"

namespace involute::test {

inline std::string model_text(const std::string& name)
{
    std::ifstream file(std::string(INVOLUTE_MODELS) + "/" + name + ".ode");
    EXPECT_TRUE(file) << name;
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// The names of all models that come with the library and are completed by their structure alone,
/// sorted. The capacitors of the amplifier stand in pairs: its J is singular as written.
inline std::vector<std::string> model_names()
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(INVOLUTE_MODELS))
        if (entry.path().extension() == ".ode" && entry.path().stem() != "transistor_amplifier")
            names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

inline CompletedSystem completed(const std::string& text)
{
    System system = read_system(text);
    Structure structure = find_structure(system);
    EXPECT_EQ(structure.code, Outcome::complete) << structure.message;
    return make_completed(std::move(system), std::move(structure));
}

template <class S = double>
Geometry<S> geometry_of(const std::string& text, bool native = true)
{
    return Geometry<S>(completed(text), native);
}

/// The start values and guesses of a model as a point; numbers not given are 0, so it need not be
/// on M.
template <class S>
std::vector<S> written_point(const CompletedSystem& c)
{
    std::vector<S> p(c.layout.size, S(0));
    for (const auto* list : {&c.system.guesses, &c.system.starts})
        for (const Given& given : *list) {
            if (given.unknown < 0)
                p[0] = from_quad<S>(given.value);
            else if (c.layout.in_point(given.unknown, given.order))
                p[c.layout.position(given.unknown, given.order)] = from_quad<S>(given.value);
        }
    return p;
}

/// Every number but x moved at random by `spread` of |number| + 1.
inline std::vector<double> near(const std::vector<double>& p, double spread, std::mt19937& random)
{
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::vector<double> q = p;
    for (std::size_t i = 1; i < q.size(); ++i)
        q[i] += spread * uniform(random) * (std::abs(q[i]) + 1);
    return q;
}

inline std::vector<Quad> widen(const std::vector<double>& p)
{
    return std::vector<Quad>(p.begin(), p.end());
}

/// The largest size of a number; the scale of a vector.
template <class S>
double largest(const std::vector<S>& v)
{
    double worst = 0;
    for (const S& x : v) worst = std::max(worst, std::abs(to_double(x)));
    return worst;
}

}  // namespace involute::test
