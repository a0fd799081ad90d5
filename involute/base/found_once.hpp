// SPDX-License-Identifier: Apache-2.0
// What follows from something that stays as it is, found when it is first asked for and kept beside
// it, so that those who come later need not find it again:
//
//     const Switches& switches = findings.once<Switches>([&] { return find_switches(system); });
//
// A type is asked for with one meaning. It belongs to one thread.
#pragma once

#include <map>
#include <memory>
#include <typeindex>

namespace involute {

class FoundOnce {
public:
    /// What `make` returned when this type was first asked for.
    template <class T, class Make>
    const T& once(const Make& make)
    {
        std::shared_ptr<const void>& place = found_[std::type_index(typeid(T))];
        if (!place) place = std::make_shared<const T>(make());
        return *static_cast<const T*>(place.get());
    }

private:
    std::map<std::type_index, std::shared_ptr<const void>> found_{};
};

}  // namespace involute
