// SPDX-License-Identifier: Apache-2.0
// The laws of verdicts: on `count` systems of a kind, what is said is right, or it is said that it
// could not be decided, and that of three in a hundred at most; analysis ends in time. To run one
// system alone, set INVOLUTE_LAW_SEED to its seed and name the law:
//     INVOLUTE_LAW_SEED=4006 build/dev/tests_verdicts --gtest_filter='*/MixedByTheState'
// That prints the model as text, and so does a failure. What is known to fail:
// tests/verdicts/known_faults.hpp.
#pragma once

#include "tests/verdicts/known_faults.hpp"
#include "tests/verdicts/written_form.hpp"

namespace involute::testing {

using Make = std::function<KnownSystem(unsigned seed)>;

class Tally {
public:
    explicit Tally(std::string law) : law_(std::move(law)) {}

    void add(unsigned seed, const KnownSystem& known)
    {
        // The test's own mistake, if there is one. Taylor coefficients are of long double.
        if (known.solution && known.verdict != Verdict::inconsistent) {
            ASSERT_LE(defect(known), 1e-13) << "seed " << seed << "\n" << known.text;
        }
        const Judgement j = judged(known);
        ++systems_;
        slowest_ = std::max(slowest_, j.seconds);
        const std::string words = fmt::format("seed {}: {}", seed, j.finding.words);
        if (j.seconds > latest) note(late_, "late", fmt::format("seed {}: {} s", seed, j.seconds));
        if (j.finding.verdict == Verification::open) note(open_, "open", words);
        if (j.finding.verdict != Verification::wrong) return;
        if (known_fault(law_, j.finding.words))
            note(known_, "known fault", words);
        else
            ADD_FAILURE() << words << "\n" << known.text;
    }

    void expect_few_exceptions() const
    {
        std::cout << fmt::format(
            "{} systems: {} open, {} wrong in a known way, {} late, slowest analysis {:.2f} s\n",
            systems_, open_, known_, late_, slowest_);
        EXPECT_LE(open_, share(open_of_hundred(law_), systems_));
        int faults = 0;
        for (const KnownFault& fault : known_faults)
            if (fault.law == law_) faults = std::max(faults, fault.of_hundred);
        EXPECT_LE(known_, share(faults, systems_));
        EXPECT_LE(late_, share(late_of_hundred, systems_));
    }

private:
    /// Of processor time: max_seconds is 5.
    static constexpr double latest = 6 * slowness;

    static void note(int& count, const char* what, const std::string& words)
    {
        ++count;
        std::cout << what << ": " << words << "\n";
    }

    std::string law_{};
    int systems_ = 0, open_ = 0, known_ = 0, late_ = 0;
    double slowest_ = 0;
};

inline void expect_right_verdicts(const std::string& law, const Make& make, unsigned first_seed,
                                  int count)
{
    if (const char* only = std::getenv("INVOLUTE_LAW_SEED")) {
        first_seed = unsigned(std::atol(only));
        count = 1;
        std::cout << make(first_seed).text;
    }
    if (slowness > 1) count = (count + 3) / 4;
    Tally tally(law);
    for (unsigned seed = first_seed; seed < first_seed + unsigned(count); ++seed)
        tally.add(seed, make(seed));
    tally.expect_few_exceptions();
}

}  // namespace involute::testing
