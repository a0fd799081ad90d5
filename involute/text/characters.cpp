// SPDX-License-Identifier: Apache-2.0
#include "involute/text/characters.hpp"

#include <fmt/format.h>

#include "involute/base/utf8.hpp"

namespace involute {
namespace {

struct Replacement {
    std::uint32_t character = 0;
    std::string_view ascii{};
};

constexpr Replacement replacements[] = {
    // signs
    {0x2212, "-"},
    {0x2013, "-"},
    {0x2014, "-"},
    {0x2010, "-"},
    {0x00D7, "*"},
    {0x00B7, "*"},
    {0x22C5, "*"},
    {0x2217, "*"},
    {0x2022, "*"},
    {0x00F7, "/"},
    {0x2215, "/"},
    {0x2044, "/"},
    {0x00B1, "+-"},
    {0x2026, ".."},
    {0x221A, "sqrt()"},
    // quotes and primes
    {0x2018, "'"},
    {0x2019, "'"},
    {0x00B4, "'"},
    {0x2032, "'"},
    {0x2033, "''"},
    {0x2034, "'''"},
    {0x201C, "\""},
    {0x201D, "\""},
    {0x201E, "\""},
    {0x00AB, "\""},
    {0x00BB, "\""},
    // powers and indices
    {0x00B2, "^2"},
    {0x00B3, "^3"},
    {0x00B9, "^1"},
    {0x2070, "^0"},
    {0x2074, "^4"},
    {0x2075, "^5"},
    {0x2076, "^6"},
    {0x2077, "^7"},
    {0x2078, "^8"},
    {0x2079, "^9"},
    {0x2080, "0"},
    {0x2081, "1"},
    {0x2082, "2"},
    {0x2083, "3"},
    {0x2084, "4"},
    // blanks
    {0x00A0, "an ordinary space"},
    {0x2009, "an ordinary space"},
    {0x202F, "an ordinary space"},
    {0x200B, "nothing"},
    {0xFEFF, "nothing"},
    // Greek
    {0x03B1, "alpha"},
    {0x03B2, "beta"},
    {0x03B3, "gamma"},
    {0x03B4, "delta"},
    {0x03B5, "epsilon"},
    {0x03B6, "zeta"},
    {0x03B7, "eta"},
    {0x03B8, "theta"},
    {0x03BA, "kappa"},
    {0x03BB, "lambda"},
    {0x03BC, "mu"},
    {0x00B5, "mu"},
    {0x03BD, "nu"},
    {0x03BE, "xi"},
    {0x03C0, "pi"},
    {0x03C1, "rho"},
    {0x03C3, "sigma"},
    {0x03C4, "tau"},
    {0x03C6, "phi"},
    {0x03D5, "phi"},
    {0x03C7, "chi"},
    {0x03C8, "psi"},
    {0x03C9, "omega"},
    {0x0393, "Gamma"},
    {0x0394, "Delta"},
    {0x0398, "Theta"},
    {0x039B, "Lambda"},
    {0x03A6, "Phi"},
    {0x03A8, "Psi"},
    {0x03A9, "Omega"},
    // ASCII that other languages use
    {'&', "`and` in the condition of an `if`"},
    {'|', "`abs(x)` for the size of x, `or` in the condition of an `if`"},
    {'%', "`#` before a comment"},
    {'!', "`#` before a comment, `not` in the condition of an `if`"},
};

std::string hint_for(std::uint32_t character)
{
    for (const Replacement& r : replacements) {
        if (r.character != character) continue;
        const bool is_phrase = r.ascii.find(' ') != r.ascii.npos || r.ascii == "nothing";
        return is_phrase ? fmt::format("write {}", r.ascii) : fmt::format("write `{}`", r.ascii);
    }
    return character < 0x80 ? "" : "names and operators are plain ASCII";
}

}  // namespace

Explanation explain_bad(const Source& source, const Token& token)
{
    const std::string_view text = text_of(source, token);
    if (text.front() == '"')
        return {"this string has no end", "close it with `\"` on the same line"};
    const CodePoint c = code_point_at(text, 0);
    if (!c.valid)
        return {fmt::format("byte 0x{:02X} is not UTF-8 text", c.value),
                "save the file as UTF-8 or plain ASCII"};
    const bool control = c.value < 0x20 || (c.value >= 0x7F && c.value < 0xA0);
    if (control)
        return {fmt::format("the control character U+{:04X} is not allowed here", c.value),
                "remove it"};
    if (c.value < 0x80)
        return {fmt::format("`{}` is not used in the model language", text), hint_for(c.value)};
    return {fmt::format("the character `{}` (U+{:04X}) is not ASCII", text, c.value),
            hint_for(c.value)};
}

}  // namespace involute
