// SPDX-License-Identifier: Apache-2.0
// What objects must remember between two steps, visited by name: written down, or put back. Every
// class that has such memory lists it once,
//
//     void visit_state(State& state) { state("last error", last_error_); ... }
//
// and both directions follow from the list. Numbers are kept as text without loss: doubles in
// hexadecimal, quadruple precision as a sum of doubles. Lists begin with their length.
#pragma once

#include <complex>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "involute/base/quad.hpp"

namespace involute {

struct StateRecord {
    std::string name{};
    std::vector<std::string> words{};
    bool operator==(const StateRecord&) const = default;
};

class State {
public:
    /// To be written.
    State() = default;
    /// To be put back.
    explicit State(std::vector<StateRecord> records)
        : records_(std::move(records)), restoring_(true)
    {
    }

    bool restoring() const { return restoring_; }
    const std::vector<StateRecord>& records() const { return records_; }
    /// After everything was put back: throws where records are left over.
    void require_end() const;

    template <class T>
    void operator()(std::string_view name, T& value)
    {
        words_ = &record(name);
        at_ = 0;
        item(value);
        if (restoring_ && at_ != words_->size()) mismatch(name);
    }
    /// A list of what has a visit_state of its own or a function that visits it.
    template <class T, class Visit>
    void list(std::string_view name, std::vector<T>& values, const Visit& visit)
    {
        std::size_t count = values.size();
        (*this)(name, count);
        if (restoring_) values.assign(count, T{});
        const Part part(*this, name);
        for (T& value : values) visit(value);
    }

    /// Names within have this in front.
    class Part {
    public:
        Part(State& state, std::string_view name) : state_(state), length_(state.prefix_.size())
        {
            state.prefix_ += name;
            state.prefix_ += '.';
        }
        ~Part() { state_.prefix_.resize(length_); }
        Part(const Part&) = delete;
        Part& operator=(const Part&) = delete;

    private:
        State& state_;
        std::size_t length_;
    };

private:
    std::vector<std::string>& record(std::string_view name);
    [[noreturn]] void mismatch(std::string_view name) const;
    const std::string& next_word();
    void number(double& value);
    void number(Quad& value);
    void text(std::string& value);
    void whole(long long& value);

    template <class T>
    void item(T& value)
    {
        if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
            long long as_whole = restoring_ ? 0 : static_cast<long long>(value);
            whole(as_whole);
            if (restoring_) value = static_cast<T>(as_whole);
        } else {
            number(value);
        }
    }
    void item(std::string& value) { text(value); }
    template <class T>
    void item(std::complex<T>& value)
    {
        T real = value.real(), imaginary = value.imag();
        item(real);
        item(imaginary);
        value = {real, imaginary};
    }
    template <class A, class B>
    void item(std::pair<A, B>& value)
    {
        item(value.first);
        item(value.second);
    }
    template <class T>
    void item(std::optional<T>& value)
    {
        bool there = value.has_value();
        item(there);
        if (restoring_) value = there ? std::optional<T>(T{}) : std::nullopt;
        if (there) item(*value);
    }
    template <class T>
    void item(std::vector<T>& values)
    {
        std::size_t count = values.size();
        item(count);
        if (restoring_ && count > words_->size()) mismatch(words_name_);
        if (restoring_) values.assign(count, T{});
        for (T& value : values) item(value);
    }

    std::vector<StateRecord> records_{};
    bool restoring_ = false;
    std::string prefix_{};
    std::string_view words_name_{};
    std::vector<std::string>* words_ = nullptr;  // of the record in hand
    std::size_t at_ = 0, next_ = 0;              // the next word of it; the next record
};

}  // namespace involute
