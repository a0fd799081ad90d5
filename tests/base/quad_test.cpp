// SPDX-License-Identifier: Apache-2.0
// Quad on whatever carries it. Expected digits are those of the constants in the literature.
#include "involute/base/quad.hpp"

#include <gtest/gtest.h>

#include <complex>
#include <sstream>

namespace involute {
namespace {

// Half a unit in the last place is 2^-113 ≈ 1e-34; libraries promise about one unit.
void expect_digits(const Quad& value, const char* digits)
{
    const Quad expected(digits);
    EXPECT_LE(abs(value - expected), Quad("4e-34") * abs(expected))
        << scientific(value, 36) << " for " << digits;
}

TEST(Quad, HasThirtyThreeDigits)
{
    EXPECT_EQ(std::numeric_limits<Quad>::digits10, 33);
    const Quad epsilon = std::numeric_limits<Quad>::epsilon();
    EXPECT_NE(1 + epsilon, Quad(1));
    EXPECT_EQ(1 + epsilon / 2, Quad(1));  // a tie goes to the even one
    expect_digits(Quad(1) / 3, "0.333333333333333333333333333333333333");
}

TEST(Quad, ComputesElementaryFunctionsToTheLastDigits)
{
    expect_digits(sqrt(Quad(2)), "1.41421356237309504880168872420969808");
    expect_digits(cbrt(Quad(2)), "1.25992104989487316476721060727822835");
    expect_digits(exp(Quad(1)), "2.71828182845904523536028747135266250");
    expect_digits(log(Quad(2)), "0.693147180559945309417232121458176568");
    expect_digits(log10(Quad(2)), "0.301029995663981195213738894724493027");
    expect_digits(sin(Quad(1)), "0.841470984807896506652502321630298999");
    expect_digits(cos(Quad(1)), "0.540302305868139717400936607442976603");
    expect_digits(tan(Quad(1)), "1.55740772465490223050697480745836017");
    expect_digits(4 * atan(Quad(1)), "3.14159265358979323846264338327950288");
    expect_digits(2 * asin(Quad(1)), "3.14159265358979323846264338327950288");
    expect_digits(acos(Quad(-1)), "3.14159265358979323846264338327950288");
    expect_digits(4 * atan2(Quad(2), Quad(2)), "3.14159265358979323846264338327950288");
    expect_digits(sinh(Quad(1)), "1.17520119364380145688238185059560082");
    expect_digits(cosh(Quad(1)), "1.54308063481524377847790562075706168");
    expect_digits(tanh(Quad(1)), "0.761594155955764888119458282604793590");
    expect_digits(asinh(Quad(1)), "0.881373587019543025232609324979792309");
    expect_digits(acosh(Quad(2)), "1.31695789692481670862504634730796844");
    expect_digits(atanh(Quad(0.5)), "0.549306144334054845697622618461262852");
    expect_digits(erf(Quad(1)), "0.842700792949714869341220635082609259");
    expect_digits(pow(Quad(2), Quad(0.5)), "1.41421356237309504880168872420969808");
}

TEST(Quad, RaisesToWholePowersExactlyWhereItCan)
{
    EXPECT_EQ(pow(Quad(3), 0), 1);
    EXPECT_EQ(pow(Quad(3), 5), 243);
    EXPECT_EQ(pow(Quad(2), -3), Quad(0.125));
    EXPECT_EQ(pow(Quad(4), 0.5), 2) << "a fraction stays one";
    EXPECT_EQ(pow(Quad(2), 10L), 1024);
    EXPECT_EQ(pow(Quad(-2), 101), -ldexp(Quad(1), 101));
}

TEST(Quad, RoundsToWholeNumbers)
{
    EXPECT_EQ(floor(Quad(-1.5)), -2);
    EXPECT_EQ(ceil(Quad(-1.5)), -1);
    EXPECT_EQ(trunc(Quad(-1.5)), -1);
    EXPECT_EQ(round(Quad(-1.5)), -2);
    EXPECT_EQ(static_cast<int>(Quad(-1.5)), -1);
    EXPECT_EQ(static_cast<long>(Quad(1e15)), 1'000'000'000'000'000);
    EXPECT_EQ(static_cast<double>(Quad("0.1")), 0.1);
}

TEST(Quad, ReadsDecimalsCorrectlyRounded)
{
    EXPECT_EQ(Quad("-1.5e-3"), Quad(-3) / 2000);
    EXPECT_EQ(Quad("+.5E+1"), 5);
    EXPECT_EQ(Quad(std::string("12.")), 12);
    EXPECT_TRUE(isinf(Quad("1e5000")));
    EXPECT_EQ(Quad("1e-99999999999999999999"), 0);
    // 2^-113 beyond 1 is a tie; one digit more is not.
    EXPECT_EQ(Quad("1.00000000000000000000000000000000009629649721936179265279889712924636592"),
              Quad(1));
    EXPECT_EQ(Quad("1.00000000000000000000000000000000009629649721936179265279889712924636593"),
              1 + std::numeric_limits<Quad>::epsilon());
}

TEST(Quad, RefusesWhatIsNotADecimal)
{
    for (const char* text : {"", "-", ".", "e5", "1e", "1e+", "1,5", "0x10", "nan", "1 ", " 1",
                             "1e5.0", "1.2.3", "--1"})
        EXPECT_THROW(Quad{text}, std::invalid_argument) << '`' << text << '`';
}

TEST(Quad, RecognisesInfinitiesAndNaN)
{
    const Quad infinity = std::numeric_limits<Quad>::infinity();
    const Quad nan = std::numeric_limits<Quad>::quiet_NaN();
    const Quad largest = std::numeric_limits<Quad>::max();
    EXPECT_TRUE(isfinite(largest));
    EXPECT_TRUE(isinf(largest * 2));
    EXPECT_FALSE(isfinite(-infinity));
    EXPECT_TRUE(isnan(nan));
    EXPECT_FALSE(isfinite(nan));
    EXPECT_FALSE(nan == nan);
    EXPECT_TRUE(isnan(infinity - infinity));
    EXPECT_GT(std::numeric_limits<Quad>::min(), 0);
    EXPECT_GT(std::numeric_limits<Quad>::denorm_min(), 0);
    EXPECT_EQ(std::numeric_limits<Quad>::denorm_min() / 2, 0);
    EXPECT_EQ(std::numeric_limits<Quad>::lowest(), -largest);
}

TEST(Quad, IsZeroByDefault)
{
    EXPECT_EQ(Quad(), 0);
    EXPECT_EQ(Quad{}, 0);
}

TEST(Quad, MixesWithOtherNumbersInExpressions)
{
    const Quad x = 3;
    EXPECT_EQ(2 * x - 1, 5);
    EXPECT_EQ(x / 2, 1.5);
    EXPECT_TRUE(x > 2.5 && 2L < x && x <= 3u);
    const std::complex<Quad> i(0, 1);
    EXPECT_EQ((i * i).real(), -1);
    EXPECT_EQ((std::complex<Quad>(1) / i).imag(), -1);
}

TEST(Quad, IsWrittenWithThePrecisionOfTheStream)
{
    std::ostringstream out;
    out.precision(3);
    out << Quad(1) / 3;
    EXPECT_EQ(out.str(), "3.333e-01");
    EXPECT_EQ(scientific(Quad(-1250), 3), "-1.25e+03");
    EXPECT_EQ(scientific(Quad(0), 3), "0.00e+00");
}

TEST(Quad, HasTheSameBitsForEqualNumbers)
{
    EXPECT_EQ(words(Quad("0.1")), words(Quad(1) / 10));
    EXPECT_NE(words(Quad(1)), words(Quad(-1)));
    EXPECT_NE(words(Quad(1)), words(Quad(2)));
    EXPECT_NE(words(Quad("0.1")), words(Quad(0.1))) << "beyond double";
}

TEST(Quad, NamesItsUnderlyingType)
{
    const std::string carrier(quad_carrier());
    EXPECT_TRUE(carrier == "__float128" || carrier == "long double" ||
                carrier == "cpp_bin_float_quad")
        << carrier;
}

}  // namespace
}  // namespace involute
