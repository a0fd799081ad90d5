// SPDX-License-Identifier: Apache-2.0
// Sessions beside their twins, which were put back from what the others remember: every value that
// either remembers must be the same after every step.
#pragma once

#include <algorithm>

#include "involute/drive/session.hpp"
#include "tests/drive/support.hpp"

namespace involute::testing {

inline std::unique_ptr<Session> open(const System& system, const SolveOptions& options)
{
    if (options.precision == Precision::quad)
        return std::make_unique<SessionOf<Quad>>(system, options);
    return std::make_unique<SessionOf<double>>(system, options);
}

/// All that is remembered but time.
inline std::vector<StateRecord> timeless(Session& session)
{
    std::vector<StateRecord> records = session.state();
    std::erase_if(records, [](const StateRecord& r) { return r.name.ends_with("seconds"); });
    return records;
}

inline void expect_same(Session& a, Session& b, const std::string& where)
{
    const std::vector<StateRecord> one = timeless(a), other = timeless(b);
    ASSERT_EQ(one.size(), other.size()) << where;
    for (std::size_t k = 0; k < one.size(); ++k) {
        ASSERT_EQ(one[k].name, other[k].name) << where;
        ASSERT_EQ(one[k].words, other[k].words) << where << ": " << one[k].name;
    }
}

/// Walks to the end; on the way, and oftener at its beginning, twins are made and walk along for a
/// while.
inline void goes_on(const System& system, const std::string& text, const SolveOptions& options,
                    int most_twins = 12)
{
    const auto session = open(system, options);
    const std::string name = text + "by " + options.method + " at ";
    ASSERT_EQ(session->outcome, Outcome::complete) << name << session->reason;
    int twins = 0;
    std::unique_ptr<Session> twin;
    for (int k = 0; k < 4000; ++k) {
        const std::string where = name + std::to_string(session->parameter());
        if (twin) expect_same(*session, *twin, where);
        if (::testing::Test::HasFatalFailure()) return;
        if (twins < most_twins && (k & (k - 1)) == 0) {
            twin = open(system, options);
            twin->restore(session->state());
            expect_same(*session, *twin, where + " at once");
            ++twins;
        }
        const double before = session->parameter();
        const Outcome met = session->step();
        if (twin) {
            EXPECT_EQ(twin->step(), met) << where;
        }
        if (met != Outcome::finished && met != Outcome::event) break;
        if (session->parameter() == before) break;
    }
    EXPECT_GT(twins, 1) << name;
    if (twin) expect_same(*session, *twin, name + "the end");
}

inline void goes_on(const std::string& text, const SolveOptions& options, int most_twins = 12)
{
    goes_on(read_system(text), text, options, most_twins);
}

}  // namespace involute::testing
