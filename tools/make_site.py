#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The documentation as plain HTML:  tools/make_site.py PROGRAM FOLDER

Every page of docs/ and the README, as they are written, and a gallery: every model with its picture and its report. At the end every
link of every page is followed within the folder; one that leads nowhere is an error.
"""

import html
import html.parser
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

try:
    import markdown
except ModuleNotFoundError:
    sys.exit("site: Python's Markdown is missing: install python3-markdown")

ROOT = pathlib.Path(__file__).resolve().parent.parent
STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 56rem; margin: 0 auto; padding: 1rem; }
nav { border-bottom: 1px solid #8886; padding-bottom: .5rem; } nav a { margin-right: 1rem; }
pre { background: #8881; padding: .7rem; overflow: auto; } table { border-collapse: collapse; display: block; overflow: auto; }
td, th { border: 1px solid #8884; padding: .2rem .6rem; text-align: left; } img { max-width: 100%; }
.gallery { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: 1rem; }
.gallery figure { margin: 0; border: 1px solid #8884; padding: .5rem; }
"""
# Pages that stand beside docs/ in the repository, and folders that go along.
BESIDE = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "ROADMAP.md", "SECURITY.md"]
POINTED_TO = ["examples", "models", "bench/README.md"]
SECONDS = 120  # that a model may take


def anchor(text, _separator):
    """As GitHub makes them, which our links are written for."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def page(title, body, depth):
    up = "../" * depth
    links = [("README.html", "Involute"), ("docs/guide.html", "Guide"), ("docs/language.html", "Language"),
             ("docs/report.html", "Reports"), ("gallery/index.html", "Gallery")]
    menu = "".join(f'<a href="{up}{where}">{name}</a>' for where, name in links)
    return (f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">'
            f'<link rel="stylesheet" href="{up}style.css"></head>\n<body><nav>{menu}</nav>\n{body}\n</body></html>\n')


def written_page(source, target, depth):
    text = source.read_text(encoding="utf-8")
    body = markdown.markdown(text, extensions=["tables", "fenced_code", "toc", "sane_lists"],
                             extension_configs={"toc": {"slugify": anchor}})
    body = re.sub(r'href="([^":#]*)\.md(#[^"]*)?"', r'href="\1.html\2"', body)
    title = next((line[2:] for line in text.splitlines() if line.startswith("# ")), source.stem)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(page(title, body, depth), encoding="utf-8")


def gallery(program, folder):
    folder.mkdir(parents=True, exist_ok=True)
    figures = []
    for model in sorted((ROOT / "models").glob("*.ode")):
        picture, report = folder / f"{model.stem}.svg", folder / f"{model.stem}.html"
        run = subprocess.run([program, "solve", model, "--quiet", "-o", "/dev/null", "--plot", picture, "--report", report,
                              "--max-seconds", str(SECONDS)], capture_output=True, text=True)
        if not (picture.exists() and report.exists()):
            sys.exit(f"site: {model.name}: {run.stderr.strip()}")
        title = re.search(r'^title\s+"(.*?)"', model.read_text(encoding="utf-8"), re.M)
        name = html.escape(title.group(1) if title else model.stem)
        figures.append(f'<figure><a href="{report.name}"><img src="{picture.name}" alt="{name}" loading="lazy"></a>'
                       f'<figcaption><a href="{report.name}">{name}</a> · <a href="../models/{model.name}">model</a></figcaption></figure>')
    body = f'<h1>Gallery</h1>\n<p>Every model with its report.</p>\n<div class="gallery">{"".join(figures)}</div>'
    (folder / "index.html").write_text(page("Gallery", body, 1), encoding="utf-8")
    return len(figures)


class Links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.anchors = [], set()

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.links.append(value)
            if name == "id" and value:
                self.anchors.add(value)


def links_of(path):
    found = Links()
    found.feed(path.read_text(encoding="utf-8"))
    return found


def fetched(folder, target):
    """A file of the repository that a page points to comes along."""
    if not target.is_relative_to(folder.resolve()):
        return False
    source = ROOT / target.relative_to(folder.resolve())
    if source.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    return source.exists()


def broken_links(folder):
    pages = {path.resolve(): links_of(path) for path in folder.rglob("*.html")}
    for path, found in sorted(pages.items()):
        for link in found.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue  # elsewhere, or data in the page
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if not target.exists() and not fetched(folder, target):
                yield f"{path.relative_to(folder.resolve())}: {link} leads nowhere"
            elif parts.fragment and target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].anchors:
                yield f"{path.relative_to(folder.resolve())}: {link} has no such heading"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.splitlines()[0])
    program, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "style.css").write_text(STYLE)
    for source in sorted((ROOT / "docs").rglob("*")):
        target = folder / source.relative_to(ROOT)
        if source.suffix == ".md":
            written_page(source, target.with_suffix(".html"), len(source.relative_to(ROOT).parts) - 1)
        elif source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    for name in BESIDE:
        written_page(ROOT / name, folder / pathlib.Path(name).with_suffix(".html"), 0)
    for name in POINTED_TO:
        source, target = ROOT / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".md":
            written_page(source, target.with_suffix(".html"), len(pathlib.Path(name).parts) - 1)
        else:
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "index.html").write_text(page("Involute", '<meta http-equiv="refresh" content="0; url=README.html">', 0))
    count = gallery(program, folder / "gallery")
    broken = list(broken_links(folder))
    for line in broken:
        print("site:", line, file=sys.stderr)
    print(f"site: {len(list(folder.rglob('*.html')))} pages, {count} models, {len(broken)} broken links, in {folder}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
