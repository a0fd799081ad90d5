// SPDX-License-Identifier: Apache-2.0
// How the parts of a formula are written: in LaTeX, and in MathML.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace involute {

/// Both pens have the same functions. Markup that is given was written by the same pen.
struct LatexPen {
    static std::string number(std::string_view digits);  // 1e-6, as written
    static std::string name(std::string_view name);      // lambda, x1, v_max
    static std::string sign(std::string_view sign);      // + - = * < <= > >= and or not
    static std::string thin();                           // a product without a sign
    static std::string row(std::initializer_list<std::string> parts);
    static std::string fenced(const std::string& of);
    static std::string bars(const std::string& of);
    static std::string root(const std::string& of);
    static std::string fraction(const std::string& above, const std::string& below);
    static std::string raised(const std::string& base, const std::string& exponent);
    static std::string indexed(const std::string& name, const std::vector<std::string>& indices);
    static std::string primed(const std::string& of, int primes);
    static std::string derivative(const std::string& of, const std::string& order);
    static std::string call(std::string_view name, const std::vector<std::string>& arguments);
    static std::string cases(const std::string& first, const std::string& condition,
                             const std::string& second);
    static std::string repeat(bool product, const std::string& variable, const std::string& from,
                              const std::string& to, const std::string& body);
    static std::string whole(const std::string& formula);
};

struct MathmlPen {
    static std::string number(std::string_view digits);
    static std::string name(std::string_view name);
    static std::string sign(std::string_view sign);
    static std::string thin();
    static std::string row(std::initializer_list<std::string> parts);
    static std::string fenced(const std::string& of);
    static std::string bars(const std::string& of);
    static std::string root(const std::string& of);
    static std::string fraction(const std::string& above, const std::string& below);
    static std::string raised(const std::string& base, const std::string& exponent);
    static std::string indexed(const std::string& name, const std::vector<std::string>& indices);
    static std::string primed(const std::string& of, int primes);
    static std::string derivative(const std::string& of, const std::string& order);
    static std::string call(std::string_view name, const std::vector<std::string>& arguments);
    static std::string cases(const std::string& first, const std::string& condition,
                             const std::string& second);
    static std::string repeat(bool product, const std::string& variable, const std::string& from,
                              const std::string& to, const std::string& body);
    static std::string whole(const std::string& formula);
};

/// A name in its parts: x1 is x with the index 1, v_max is v with the index max, lambda a letter.
struct NameParts {
    std::string_view stem{};
    std::string_view index{};
};
NameParts parts_of(std::string_view name);
/// λ of lambda; empty: it is no Greek letter.
std::string_view greek_letter(std::string_view word);

/// 1.5e-6 is 1.5 and -6; without an exponent the second is empty.
struct NumberParts {
    std::string_view mantissa{};
    std::string exponent{};
};
NumberParts parts_of_number(std::string_view digits);

}  // namespace involute
