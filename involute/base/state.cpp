// SPDX-License-Identifier: Apache-2.0
#include "involute/base/state.hpp"

#include <charconv>
#include <cmath>

#include "involute/base/error.hpp"
#include "involute/base/scalar.hpp"

namespace involute {

void State::mismatch(std::string_view name) const
{
    throw Error(Diagnostic{.message = "the state is damaged, or not of this run: `" + prefix_ +
                                      std::string(name) + "` is not what was expected"});
}

void State::require_end() const
{
    if (restoring_ && next_ != records_.size()) mismatch(records_[next_].name);
}

std::vector<std::string>& State::record(std::string_view name)
{
    words_name_ = name;
    if (!restoring_) {
        records_.push_back({prefix_ + std::string(name), {}});
        return records_.back().words;
    }
    if (next_ >= records_.size() || records_[next_].name != prefix_ + std::string(name))
        mismatch(name);
    return records_[next_++].words;
}

const std::string& State::next_word()
{
    if (at_ >= words_->size()) mismatch(words_name_);
    return (*words_)[at_++];
}

void State::text(std::string& value)
{
    if (restoring_)
        value = next_word();
    else
        words_->push_back(value);
}

void State::whole(long long& value)
{
    if (!restoring_) return words_->push_back(std::to_string(value));
    const std::string& word = next_word();
    const char* last = word.data() + word.size();
    const auto end = std::from_chars(word.data(), last, value);
    if (end.ec != std::errc() || end.ptr != last) mismatch(words_name_);
}

void State::number(double& value)
{
    if (!restoring_) {
        char word[40];
        const auto end = std::to_chars(word, word + sizeof word, value, std::chars_format::hex);
        words_->emplace_back(word, end.ptr);
        return;
    }
    const std::string& word = next_word();
    const char* last = word.data() + word.size();
    const auto end = std::from_chars(word.data(), last, value, std::chars_format::hex);
    if (end.ec != std::errc() || end.ptr != last) mismatch(words_name_);
}

/// Three doubles hold all of its digits.
void State::number(Quad& value)
{
    double parts[3] = {0, 0, 0};
    if (restoring_) {
        for (double& part : parts) number(part);
        value = Quad(parts[0]);
        if (parts[1] != 0) value = (Quad(parts[2]) + Quad(parts[1])) + Quad(parts[0]);
        return;
    }
    Quad rest = value;
    for (double& part : parts) {
        part = to_double(rest);
        if (!std::isfinite(part)) break;
        rest = rest - Quad(part);
    }
    for (double& part : parts) number(part);
}

}  // namespace involute
