// SPDX-License-Identifier: Apache-2.0
// Reads an SVG document back: a small strict reader of XML, the points of paths, the boxes of
// texts.
#pragma once

#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "involute/plot/canvas.hpp"

namespace involute::plot {

struct Element {
    std::string name{};
    std::map<std::string, std::string> attributes{};
    std::string text{};  // of the element and those inside it, entities resolved, spans as ^{..}
    std::string parent{};
};

/// The elements of a document in order of their start. Throws std::runtime_error where the text is
/// not well-formed XML.
class XmlReader {
public:
    static std::vector<Element> read(const std::string& text)
    {
        XmlReader reader(text);
        reader.skip_blank();
        reader.element("");
        reader.skip_blank();
        if (reader.at_ != text.size()) reader.fail("text after the document");
        return reader.found_;
    }

private:
    explicit XmlReader(const std::string& text) : text_(text) {}

    [[noreturn]] void fail(const std::string& why) const
    {
        throw std::runtime_error(why + " at: " + text_.substr(at_, 60));
    }
    char peek(std::size_t ahead = 0) const
    {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    void expect(char c)
    {
        if (peek() != c) fail(std::string("no ") + c);
        ++at_;
    }
    void skip_blank()
    {
        while (peek() == ' ' || peek() == '\n') ++at_;
    }
    std::string name()
    {
        const std::size_t from = at_;
        while (std::isalnum(static_cast<unsigned char>(peek())) || peek() == '-' || peek() == ':')
            ++at_;
        if (at_ == from) fail("no name");
        return text_.substr(from, at_ - from);
    }
    std::string entity()
    {
        static const std::map<std::string, std::string> known = {
            {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}};
        const auto end = text_.find(';', at_);
        const auto found = known.find(text_.substr(at_, end + 1 - at_));
        if (end == std::string::npos || found == known.end()) fail("unknown entity");
        at_ = end + 1;
        return found->second;
    }
    std::string until(char stop)
    {
        std::string value;
        while (peek() != stop) {
            if (peek() == '\0' || peek() == '<') fail("text does not end");
            value += peek() == '&' ? entity() : std::string(1, text_[at_++]);
        }
        return value;
    }
    void attributes(Element& to)
    {
        for (skip_blank(); peek() != '>' && peek() != '/'; skip_blank()) {
            const std::string key = name();
            expect('=');
            expect('"');
            if (!to.attributes.emplace(key, until('"')).second) fail("attribute given twice");
            expect('"');
        }
    }
    std::string element(const std::string& parent)
    {
        expect('<');
        const std::size_t index = found_.size();
        found_.push_back({.name = name(), .parent = parent});
        attributes(found_[index]);
        if (peek() == '/') {
            ++at_;
            expect('>');
            return "";
        }
        expect('>');
        const std::string name_of_it = found_[index].name;
        std::string inside;
        while (!(peek() == '<' && peek(1) == '/'))
            inside += peek() == '<' ? element(name_of_it) : until('<');
        at_ += 2;
        if (name() != name_of_it) fail("wrong end tag");
        expect('>');
        const bool raised = found_[index].attributes.contains("dy") &&
                            found_[index].attributes.contains("font-size");
        found_[index].text = inside;
        return raised ? "^{" + inside + "}" : inside;
    }

    const std::string& text_;
    std::size_t at_ = 0;
    std::vector<Element> found_{};
};

/// The points of path data; throws where the data are not what SVG allows.
inline std::vector<Pixel> path_points(const std::string& data)
{
    std::vector<Pixel> points;
    std::size_t at = 0;
    const auto number = [&] {
        while (at < data.size() && (data[at] == ',' || data[at] == ' ')) ++at;
        std::size_t used = 0;
        const double value = std::stod(data.substr(at, 32), &used);  // throws if there is none
        for (std::size_t i = at; i < at + used; ++i)
            if (std::string("0123456789.-e").find(data[i]) == std::string::npos)
                throw std::runtime_error("not a number in a path: " + data.substr(at, used));
        at += used;
        return value;
    };
    Pixel p, start;
    char command = 0;
    while (at < data.size()) {
        if (std::isalpha(static_cast<unsigned char>(data[at]))) command = data[at++];
        switch (command) {
            case 'M':
                p.x = number(), p.y = number(), start = p, command = 'L';
                break;
            case 'L':
                p.x = number(), p.y = number();
                break;
            case 'H':
                p.x = number();
                break;
            case 'V':
                p.y = number();
                break;
            case 'm':
            case 'l':
                p.x += number(), p.y += number();
                break;
            case 'h':
                p.x += number();
                break;
            case 'v':
                p.y += number();
                break;
            case 'a':
                for (int i = 0; i < 5; ++i) number();
                p.x += number(), p.y += number();
                break;
            case 'z':
                p = start;
                break;
            default:
                throw std::runtime_error("bad path: " + data.substr(0, 40));
        }
        points.push_back(p);
    }
    return points;
}

struct Picture {
    double width = 0;
    double height = 0;
    std::vector<Element> elements{};

    std::vector<Element> named(const std::string& name) const
    {
        std::vector<Element> result;
        for (const Element& e : elements)
            if (e.name == name) result.push_back(e);
        return result;
    }
    bool says(const std::string& text) const
    {
        for (const Element& e : elements)
            if (e.name == "text" && e.text == text) return true;
        return false;
    }
};

inline Picture picture_of(const std::string& svg)
{
    Picture picture{.elements = XmlReader::read(svg)};
    const Element& root = picture.elements.front();
    if (root.name != "svg") throw std::runtime_error("no svg element");
    picture.width = std::stod(root.attributes.at("width"));
    picture.height = std::stod(root.attributes.at("height"));
    return picture;
}

/// The rectangle of a text element; of one that reads upwards, turned.
inline Box box_of(const Element& e)
{
    const double size = std::stod(e.attributes.at("font-size"));
    const std::string& anchor = e.attributes.at("text-anchor");
    const Anchor where = anchor == "start"    ? Anchor::start
                         : anchor == "middle" ? Anchor::middle
                                              : Anchor::end;
    if (!e.attributes.contains("transform"))
        return text_box({{std::stod(e.attributes.at("x")), std::stod(e.attributes.at("y"))},
                         e.text,
                         where,
                         size});
    std::istringstream transform(e.attributes.at("transform").substr(10));
    double x = 0, y = 0;
    char comma = 0;
    transform >> x >> comma >> y;
    const Box flat = text_box({{0, 0}, e.text, where, size});
    return {x + flat.top, y + flat.left, x + flat.bottom, y + flat.right};
}

/// Everything wrong with a picture, in words: what leaves the page, what overlaps.
inline std::vector<std::string> faults(const Picture& picture)
{
    std::vector<std::string> found;
    const Box page{-0.01, -0.01, picture.width + 0.01, picture.height + 0.01};
    for (const Element& e : picture.named("path"))
        for (const Pixel p : path_points(e.attributes.at("d")))
            if (!page.contains(p)) {
                found.push_back("path leaves the page: " + e.attributes.at("d").substr(0, 60));
                break;
            }
    const std::vector<Element> texts = picture.named("text");
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const Box box = box_of(texts[i]);
        if (!page.contains({box.left, box.top}) || !page.contains({box.right, box.bottom}))
            found.push_back("text leaves the page: " + texts[i].text);
        for (std::size_t j = 0; j < i; ++j)
            if (overlap(box, box_of(texts[j])))
                found.push_back("texts overlap: " + texts[i].text + " | " + texts[j].text);
    }
    return found;
}

}  // namespace involute::plot
