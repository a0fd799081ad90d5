// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/text.hpp"

#include <fmt/format.h>

#include <vector>

#include "involute/base/utf8.hpp"

namespace involute::plot {
namespace {

constexpr double shifted_size = 0.75;  // of raised and lowered text
constexpr double shift = 0.38;         // of the size, up or down

/// A piece of text on one level: -1 lowered, 0 on the line, 1 raised.
struct Piece {
    std::string_view text{};
    int level = 0;
};

/// Marks without an end stand as they are.
std::vector<Piece> pieces(std::string_view text)
{
    std::vector<Piece> found;
    std::size_t plain_from = 0;
    for (std::size_t at = 0; at + 1 < text.size(); ++at) {
        const bool opens = (text[at] == '^' || text[at] == '_') && text[at + 1] == '{';
        const std::size_t close = opens ? text.find('}', at) : std::string_view::npos;
        if (close == std::string_view::npos) continue;
        if (at > plain_from) found.push_back({text.substr(plain_from, at - plain_from), 0});
        found.push_back({text.substr(at + 2, close - at - 2), text[at] == '^' ? 1 : -1});
        plain_from = close + 1;
        at = close;
    }
    if (plain_from < text.size()) found.push_back({text.substr(plain_from), 0});
    return found;
}

/// In units of the size, after DejaVu Sans and Verdana, the widest of the usual fonts.
double character_width(std::uint32_t c)
{
    if (c < 128) {
        const char letter = char(c);
        if (std::string_view("ijl|'.,:;!I").find(letter) != std::string_view::npos) return 0.36;
        if (std::string_view(" ()[]{}ftr-/\\\"").find(letter) != std::string_view::npos)
            return 0.42;
        if (std::string_view("mwMW%@+=<>~^#").find(letter) != std::string_view::npos) return 0.9;
        if (letter >= 'A' && letter <= 'Z') return 0.75;
        return 0.64;
    }
    if (c >= 0x300 && c < 0x370) return 0;             // combining marks
    if (c >= 0x1100) return c < 0x2E80 ? 0.84 : 1.05;  // signs, then Asian scripts
    return 0.68;
}

double plain_width(std::string_view text)
{
    double width = 0;
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint point = code_point_at(text, at);
        width += character_width(point.value);
        at += std::size_t(point.bytes);
    }
    return width;
}

bool allowed_in_xml(const CodePoint& point)
{
    if (!point.valid || point.value == 0xFFFE || point.value == 0xFFFF) return false;
    return point.value >= 0x20 || point.value == '\t' || point.value == '\n';
}

}  // namespace

std::string escaped(std::string_view text)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint point = code_point_at(text, at);
        const std::string_view character = text.substr(at, std::size_t(point.bytes));
        at += character.size();
        if (!allowed_in_xml(point))
            result += "\uFFFD";
        else if (character == "&")
            result += "&amp;";
        else if (character == "<")
            result += "&lt;";
        else if (character == ">")
            result += "&gt;";
        else if (character == "\"")
            result += "&quot;";
        else
            result += character;
    }
    return result;
}

std::string marked_up(std::string_view text, double size)
{
    std::string result;
    int level = 0;  // where the pen is
    for (Piece piece : pieces(text)) {
        const double down = (level - piece.level) * shift * size;
        level = piece.level;
        if (down == 0) {
            result += escaped(piece.text);
            continue;
        }
        // Some viewers drop a space at the beginning of a span; before it they keep it.
        if (piece.text.starts_with(' ')) {
            result += ' ';
            piece.text.remove_prefix(1);
        }
        const std::string smaller =
            level == 0 ? "" : fmt::format(" font-size=\"{:.4g}\"", shifted_size * size);
        result +=
            fmt::format("<tspan dy=\"{:.4g}\"{}>{}</tspan>", down, smaller, escaped(piece.text));
    }
    return result;
}

std::string plain(std::string_view text)
{
    std::string result;
    for (const Piece& piece : pieces(text)) {
        if (piece.level != 0) result += piece.level > 0 ? '^' : '_';
        result += piece.text;
    }
    return result;
}

double text_width(std::string_view text, double size)
{
    double width = 0;
    for (const Piece& piece : pieces(text))
        width += plain_width(piece.text) * (piece.level == 0 ? 1 : shifted_size);
    return width * size;
}

std::string shortened(std::string_view text, double size, double room)
{
    if (text_width(text, size) <= room) return std::string(text);
    const std::string whole = plain(text);  // a cut must not fall between a mark and its end
    std::string kept;
    for (std::size_t at = 0; at < whole.size();) {
        const std::size_t bytes = std::size_t(code_point_at(whole, at).bytes);
        const std::string longer = kept + whole.substr(at, bytes);
        if (text_width(longer + "\u2026", size) > room) break;
        kept = longer;
        at += bytes;
    }
    return kept + "\u2026";
}

}  // namespace involute::plot
