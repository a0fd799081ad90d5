// SPDX-License-Identifier: Apache-2.0
#include "involute/sweep/distribution.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "involute/base/error.hpp"
#include "involute/base/pieces.hpp"
#include "involute/base/scalar.hpp"
#include "involute/base/suggest.hpp"
#include "involute/sweep/numbers.hpp"

namespace involute {
namespace {

using Kind = SampledQuantity::Kind;
constexpr std::string_view example =
    "as in \"g=9:10\", \"k~loguniform(1,1e4)\" or "
    "\"m~normal(1,0.1)\"";

using Terms = std::array<double, 8>;

Quad polynomial(const Terms& c, const Quad& x)
{
    Quad sum = 0;
    for (std::size_t k = c.size(); k-- > 0;) sum = sum * x + Quad(c[k]);
    return sum;
}

/// M. J. Wichura, Algorithm AS 241 (PPND16), Appl. Statist. 37 (1988) 477-484: to 16 digits.
Quad normal_quantile(double part)
{
    constexpr Terms a{3.3871328727963666080e0,  1.3314166789178437745e+2, 1.9715909503065514427e+3,
                      1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                      3.3430575583588128105e+4, 2.5090809287301226727e+3};
    constexpr Terms b{1,
                      4.2313330701600911252e+1,
                      6.8718700749205790830e+2,
                      5.3941960214247511077e+3,
                      2.1213794301586595867e+4,
                      3.9307895800092710610e+4,
                      2.8729085735721942674e+4,
                      5.2264952788528545610e+3};
    constexpr Terms c{1.42343711074968357734e0,  4.63033784615654529590e0,
                      5.76949722146069140550e0,  3.64784832476320460504e0,
                      1.27045825245236838258e0,  2.41780725177450611770e-1,
                      2.27238449892691845833e-2, 7.74545014278341407640e-4};
    constexpr Terms d{1,
                      2.05319162663775882187e0,
                      1.67638483018380384940e0,
                      6.89767334985100004550e-1,
                      1.48103976427480074590e-1,
                      1.51986665636164571966e-2,
                      5.47593808499534494600e-4,
                      1.05075007164441684324e-9};
    constexpr Terms e{6.65790464350110377720e0,  5.46378491116411436990e0,
                      1.78482653991729133580e0,  2.96560571828504891230e-1,
                      2.65321895265761230930e-2, 1.24266094738807843860e-3,
                      2.71155556874348757815e-5, 2.01033439929228813265e-7};
    constexpr Terms f{1,
                      5.99832206555887937690e-1,
                      1.36929880922735805310e-1,
                      1.48753612908506148525e-2,
                      7.86869131145613259100e-4,
                      1.84631831751005468180e-5,
                      1.42151175831644588870e-7,
                      2.04426310338993978564e-15};
    const double q = part - 0.5;
    if (q >= -0.425 && q <= 0.425) {
        const Quad r = Quad(0.180625) - Quad(q) * Quad(q);
        return Quad(q) * polynomial(a, r) / polynomial(b, r);
    }
    const Quad tail = q < 0 ? Quad(part) : Quad(1) - Quad(part);
    Quad r = sqrt(-log(tail));
    const bool near = r <= Quad(5);
    r -= near ? Quad(1.6) : Quad(5);
    const Quad size =
        near ? polynomial(c, r) / polynomial(d, r) : polynomial(e, r) / polynomial(f, r);
    return q < 0 ? -size : size;
}

[[noreturn]] void refuse(std::string_view text, std::string_view why)
{
    throw Error(Diagnostic{.message = fmt::format("the range `{}`: {}", text, why),
                           .hint = std::string(example)});
}

Kind kind_named(std::string_view text, std::string_view word)
{
    if (word == "uniform") return Kind::uniform;
    if (word == "loguniform") return Kind::log_uniform;
    if (word == "normal") return Kind::normal;
    refuse(text, fmt::format("`{}` is none of uniform, loguniform and normal", word));
}

}  // namespace

SampledQuantity read_distribution(std::string_view text)
{
    SampledQuantity q;
    const auto sign = text.find_first_of("=~");
    q.name = trimmed(text.substr(0, sign));
    if (sign == text.npos || q.name.empty()) refuse(text, "this names no quantity");
    std::string_view rest = trimmed(text.substr(sign + 1));
    std::vector<std::string_view> ends;
    if (text[sign] == '~') {
        const auto open = rest.find('(');
        if (open == rest.npos || rest.back() != ')') refuse(text, "a distribution has two numbers");
        q.kind = kind_named(text, trimmed(rest.substr(0, open)));
        ends = comma_separated(rest.substr(open + 1, rest.size() - open - 2));
    } else {
        const auto colon = rest.find(':');
        ends.push_back(rest.substr(0, colon));
        if (colon != rest.npos) ends.push_back(rest.substr(colon + 1));
    }
    if (ends.size() != 2) refuse(text, "two numbers are needed");
    for (const std::string_view end : ends)
        if (!finite_decimal(end)) refuse(text, fmt::format("`{}` is no finite number", end));
    q.a = *finite_decimal(ends[0]);
    q.b = *finite_decimal(ends[1]);
    if (q.kind == Kind::normal && !(q.b > Quad(0)))
        refuse(text, "the standard deviation must be positive");
    if (q.kind != Kind::normal && !(q.a < q.b))
        refuse(text, "the first end must be below the second");
    if (q.kind == Kind::log_uniform && !(q.a > Quad(0))) refuse(text, "both ends must be positive");
    return q;
}

double quantile(const SampledQuantity& q, double part)
{
    if (q.kind == Kind::normal) return to_double(q.a + q.b * normal_quantile(part));
    if (q.kind == Kind::log_uniform)
        return to_double(exp(log(q.a) + (log(q.b) - log(q.a)) * Quad(part)));
    return to_double(q.a + (q.b - q.a) * Quad(part));
}

}  // namespace involute
