// SPDX-License-Identifier: Apache-2.0
// Which factors of strong products (those with a negative power of the small parameter) become
// forces: as few as possible, so that every strong product contains one.
#pragma once

#include <vector>

#include "involute/forces/products.hpp"
#include "involute/system/system.hpp"

namespace involute {

/// A product c · leaf^-power · strain · ... of an equation.
struct StrongProduct {
    int equation = 0;
    Product product{};
    int strain = -1;  // index into Strains::chosen; -1: no factor can be carried
};

struct Strain {
    Factor factor{};
    int power = 0;  // of the leaf: negative
};

struct Strains {
    std::vector<Strain> chosen{};
    std::vector<StrongProduct> products{};
};

/// Terms of one equation that differ in denominators alone become one: x/ε^2 - x/(r ε^2) is
/// x (1 - 1/r)/ε^2.
std::vector<Product> gathered(Graph& graph, const std::vector<Product>& strong);

/// Greedy set cover: the factor that occurs in most products not covered yet; a derivative or
/// unknown by itself only where a product has nothing else; of equals the one smallest at the
/// start.
Strains choose_strains(System& system, std::vector<StrongProduct> products);

}  // namespace involute
