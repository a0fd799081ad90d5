// SPDX-License-Identifier: Apache-2.0
#include "involute/method/coefficients.hpp"

#include <map>

#include "involute/method/explicit_methods.hpp"
#include "involute/method/implicit_methods.hpp"

namespace involute {

template <class S>
const Coefficients<S>& coefficients(const Tableau& entry)
{
    static const std::map<const Tableau*, Coefficients<S>> all = [] {
        std::map<const Tableau*, Coefficients<S>> converted;
        for (const auto& list : {explicit_methods(), lower_continuations(), implicit_methods()})
            for (const Tableau& t : list) converted.emplace(&t, convert<S>(t));
        return converted;
    }();
    return all.at(&entry);
}

template const Coefficients<double>& coefficients(const Tableau&);
template const Coefficients<Quad>& coefficients(const Tableau&);

}  // namespace involute
