// SPDX-License-Identifier: Apache-2.0
#include "involute/text/parse.hpp"

#include <fmt/format.h>

#include "involute/base/limits.hpp"
#include "involute/text/parser.hpp"

namespace involute {
namespace {

// Too large a text is not even copied.
bool fits(std::string_view text)
{
    return std::int64_t(text.size()) <= limits::file_size.value;
}

Diagnostic too_large(std::string_view text, const std::string& file)
{
    return {fmt::format("the text has {} bytes", text.size()),
            limit_text(limits::file_size),
            {},
            "",
            file};
}

template <class Read>
PartialModel read_with(std::string_view text, std::string file, Read read)
{
    PartialModel result;
    if (!fits(text)) {
        result.model.source.file = file;
        result.mistakes.push_back(too_large(text, file));
        result.names_may_be_missing = true;
        return result;
    }
    result.model.source = make_source(text, std::move(file));
    Findings findings(result.model.source);
    Parser parser(result.model, findings);
    read(parser);
    result.mistakes = findings.sorted();
    result.names_may_be_missing = parser.names_may_be_missing();
    return result;
}

Model checked(PartialModel result)
{
    if (!result.mistakes.empty()) throw Error(std::move(result.mistakes));
    return std::move(result.model);
}

}  // namespace

PartialModel parse_leniently(std::string_view text, std::string file)
{
    return read_with(text, std::move(file), [](Parser& p) { p.file(); });
}

Model parse(std::string_view text, std::string file)
{
    return checked(parse_leniently(text, std::move(file)));
}

Model parse_assignments(std::string_view text)
{
    return checked(read_with(text, "", [](Parser& p) { p.assignments_alone(); }));
}

AddedCrossings parse_crossings(std::string_view text)
{
    std::vector<std::size_t> bare;
    AddedCrossings added;
    added.model = checked(read_with(text, "", [&](Parser& p) { bare = p.crossings_alone(); }));
    added.text = text;
    for (std::size_t k = bare.size(); k-- > 0;) added.text.insert(bare[k], "event ");
    return added;
}

Model parse_formula(std::string_view text)
{
    return checked(read_with(text, "", [](Parser& p) { p.expression_alone(); }));
}

}  // namespace involute
