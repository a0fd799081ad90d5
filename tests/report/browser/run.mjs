// SPDX-License-Identifier: Apache-2.0
// Reports as a person sees them: in Chromium, from file://, with the network off.
//   node run.mjs PROGRAM SOURCE WORK [PART...]
// PROGRAM: involute; SOURCE: the repository; WORK: a folder with node_modules, for pages and pictures.
import {execFileSync} from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import {pathToFileURL} from "node:url";

import {check, eventually, finish, launch} from "./support.mjs";

const [program, source, work, ...wanted] = process.argv.slice(2);

/** Runs the program; what it says is kept for messages. */
function involute(...words) {
    try {
        return execFileSync(program, words, {encoding: "utf8", maxBuffer: 1 << 30,
                                             stdio: ["ignore", "pipe", "ignore"]});
    } catch (error) {
        return error.stdout ?? "";  // runs that stop early have reports too
    }
}

/** Numbers of a CSV text by column; names may have commas within quotes. */
function readCsv(text) {
    const [head, ...lines] = text.trim().split("\n");
    const names = [...head.matchAll(/"([^"]*)"|([^,]+)/g)].map((m) => m[1] ?? m[2]);
    return {names, rows: lines.map((line) => line.split(",").map(Number))};
}

const browser = await launch(work);

/** A page that was opened, and everything it complained of. */
async function open(file, options = {}) {
    const context = await browser.newContext({viewport: {width: 1000, height: 900},
                                              acceptDownloads: true, ...options});
    await context.setOffline(true);
    const page = await context.newPage();
    const said = [], asked = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(String(error)));
    page.on("dialog", (dialog) => { said.push(`dialog ${dialog.message()}`); dialog.dismiss(); });
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    return {page, context, said, asked};
}

const ready = (page) => page.waitForSelector("html[data-ready=yes]", {timeout: 20000});
const numbers = (texts) => texts.map((t) => t === "nan" ? NaN : t === "inf" ? Infinity : Number(t));
const same = (a, b) => a.length === b.length && a.every((x, k) => Object.is(x, b[k]) || x === b[k]);

const firstRow = async (page) =>
    numbers(await page.locator("#values tbody tr").first().locator("td").allTextContents());

/** Every model: the page opens, says nothing, asks nothing, and has the numbers of the CSV. */
async function models() {
    const folder = path.join(source, "models");
    for (const file of fs.readdirSync(folder).filter((f) => f.endsWith(".ode"))) {
        const html = path.join(work, file.replace(/\.ode$/, ".html"));
        const csv = readCsv(involute("solve", path.join(folder, file), "--report", html, "--quiet"));
        check(fs.existsSync(html), `${file} has a report`);
        if (!fs.existsSync(html)) continue;
        check(fs.statSync(html).size < 2e6, `${file}: below two megabytes`);
        const {page, context, said, asked} = await open(html);
        await ready(page);
        check(said.length === 0, `${file}: no message (${said.slice(0, 3).join("; ")})`);
        check(asked.length === 1, `${file}: asks for nothing but itself (${asked.slice(0, 3)})`);
        const names = await page.locator("#values th").allTextContents();
        check(names.join() === csv.names.join(), `${file}: the table has the columns of the CSV`);
        const kept = await page.locator("#row-count").textContent();
        check(same(await firstRow(page), csv.rows[0]), `${file}: the first row is that of the CSV`);
        if (!kept.includes("kept")) {
            await page.fill("#from-row", String(csv.rows.length));
            await page.locator("#from-row").blur();
            await eventually(async () => same(await firstRow(page), csv.rows.at(-1)),
                             () => `${file}: the last row is that of the CSV`);
        }
        check(await page.locator("#plots .uplot, #curves img").count() > 0, `${file}: has plots`);
        check(await page.locator("math").count() > 0, `${file}: has formulas`);
        const labels = await page.locator("#plots .uplot").evaluateAll(
            (all) => all.map((u) => u.getAttribute("aria-label") ?? ""));
        check(labels.every((l) => l.includes("from")), `${file}: plots have their ranges as text`);
        if (process.env.INVOLUTE_PICTURES)
            await page.screenshot({path: html.replace(/html$/, "png")});
        await context.close();
    }
}

/** A pendulum in the hand: cursor, zoom, scrub, play, columns, phase plot, download, dark. */
async function hand() {
    const html = path.join(work, "pendulum_hand.html");
    const model = path.join(source, "models/pendulum.ode");
    const csv = readCsv(involute("solve", model, "--to", "10", "--report", html, "--quiet"));
    const {page, context, said} = await open(html);
    await ready(page);
    const over = page.locator("#plots .u-over").first();
    const cursor = async () => Object.fromEntries(((await page.locator("#cursor").textContent()) ?? "")
        .split(",  ").map((p) => p.split(" = ")));
    const picture = () => page.locator("#scene").evaluate((c) => c.toDataURL());

    // The cursor: what it says is a row of the CSV or lies on the circle, and the motion follows.
    /** The mouse to a part of the plot's width. The page may have been scrolled since the last time. */
    const mouseTo = async (part, y, options) => {
        await over.scrollIntoViewIfNeeded();
        const box = await over.boundingBox();
        await page.mouse.move(box.x + 1 + (box.width - 2) * part, box.y + y, options);
    };
    await mouseTo(0.35, 50);
    await eventually(async () => {
        const {t, x, y} = await cursor();
        return Number(t) > 0 && Math.abs(Number(x) ** 2 + Number(y) ** 2 - 1) < 1e-12;
    }, async () => `the cursor shows a point of the circle (${JSON.stringify(await cursor())})`);
    const now = await page.locator("#now").textContent(), {t} = await cursor();
    check(Math.abs(Number(now.split(" = ")[1]) - Number(t)) < 1e-6, `the motion stands where the cursor is (${now}, ${t})`);
    // Keys move the cursor to the very end, which is the last row.
    await page.focus("#plots");
    for (let k = 0; k < 210; ++k) await page.keyboard.press("ArrowRight");
    const last = csv.rows.at(-1);
    await eventually(async () => {
        const {t, x} = await cursor();
        return Number(t) === last[0] && Number(x) === last[csv.names.indexOf("x")];
    }, async () => `the end under the cursor is the last row of the CSV (${JSON.stringify(await cursor())})`);

    // Zoom by dragging, then everything again.
    check(await page.locator("#plots .u-legend .u-value").count() > 0, "plots have legends with values");
    await mouseTo(0.2, 60);
    await page.mouse.down();
    await mouseTo(0.4, 60, {steps: 5});
    await page.mouse.up();
    await mouseTo(0, 60);
    await eventually(async () => {
        const {t} = await cursor();
        return Number(t) > 1.8 && Number(t) < 2.4;
    }, async () => `dragging zooms: the left edge is at ${(await cursor()).t}`);
    await page.click("#reset");
    await mouseTo(0, 61);
    await eventually(async () => Number((await cursor()).t) < 0.1,
                     async () => `the whole range is back: the left edge is at ${(await cursor()).t}`);

    // Scrub and play.
    const scrubToHalf = async () => {
        await page.locator("#scrub").evaluate((e) => {
            e.value = "0.5";
            e.dispatchEvent(new Event("input"));
        });
        await eventually(async () => (await page.locator("#now").textContent()) === "t = 5", () => "half of the way is t = 5");
    };
    await scrubToHalf();
    await page.selectOption("#speed", "5");
    await page.click("#play");
    await page.waitForFunction(() => Number(document.querySelector("#now").textContent.split(" = ")[1]) > 5.5);
    await page.click("#play");
    const still = await page.locator("#now").textContent();
    await page.waitForTimeout(100);
    check(await page.locator("#now").textContent() === still, "a pause is a pause");
    // Where it stands now depends on the machine, and where it turns there is nothing to be drawn.
    await scrubToHalf();
    const bare = await picture();
    await page.check("#velocities");
    await eventually(async () => await picture() !== bare, () => "velocities are drawn on request");
    const withVelocity = await picture();
    await page.check("#forces");
    await eventually(async () => await picture() !== withVelocity, () => "forces are drawn on request");

    // Columns, logarithms, phase plot.
    await page.locator("#curves details summary").first().click();
    await page.getByLabel("x'", {exact: true}).check();
    await eventually(async () =>
        (await page.locator("#plots .uplot").first().getAttribute("aria-label")).includes("x' from"),
                     () => "a column that is chosen is drawn");
    await page.check("#logy");
    await page.uncheck("#logy");
    await page.locator("#phase-part summary").click();
    await eventually(async () => await page.locator("#phase .uplot").count() === 1,
                     () => "one column against another is drawn");

    // Download.
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download")]);
    const got = readCsv(fs.readFileSync(await download.path(), "utf8"));
    check(got.names.join() === csv.names.join() && got.rows.length === csv.rows.length &&
          got.rows.every((row, k) => same(row, csv.rows[k])), "the download is the CSV");

    // Light and dark.
    const page0 = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.emulateMedia({colorScheme: "dark"});
    const page1 = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    check(page0 === "rgb(255, 255, 255)" && page1 === "rgb(13, 17, 23)", `dark is dark (${page0}, ${page1})`);
    if (process.env.INVOLUTE_PICTURES)
        await page.screenshot({path: path.join(work, "pendulum_dark.png"), fullPage: true});
    // Paper: what is for hands is gone.
    await page.emulateMedia({media: "print"});
    check(!(await page.locator("#play").isVisible()), "paper has no buttons");
    check(said.length === 0, `no message (${said.join("; ")})`);
    await context.close();
}

/** What is drawn in a colour in the first plot: for each column of pixels within the axes, the share
 * of its height, and how many of the lowest three pixels. */
function columnsOfColor(page, name, where = "#plots") {
    return page.evaluate(([property, place]) => {
        const probe = document.createElement("div");
        probe.style.color = `var(${property})`;
        document.body.append(probe);
        const wanted = getComputedStyle(probe).color.match(/\d+/g).map(Number);
        probe.remove();
        const canvas = document.querySelector(`${place} canvas`), over = document.querySelector(`${place} .u-over`);
        const a = canvas.getBoundingClientRect(), b = over.getBoundingClientRect();
        const left = Math.round(b.left - a.left), top = Math.round(b.top - a.top);
        const width = Math.round(b.width), height = Math.round(b.height);
        const copy = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
        [copy.canvas.width, copy.canvas.height] = [canvas.width, canvas.height];
        copy.drawImage(canvas, 0, 0);
        const {data} = copy.getImageData(left, top, width + 1, height);
        return Array.from({length: width + 1}, (_, x) => {
            let all = 0, low = 0;
            for (let y = 0; y < height; ++y) {
                const at = 4 * (y * (width + 1) + x);
                if (wanted.some((c, k) => data[at + k] !== c)) continue;
                ++all;
                if (y >= height - 4 && y < height - 1) ++low;
            }
            return {share: all / height, low};
        });
    }, [name, where]);
}

/** Lines over the whole height (at least this share of it) are where these parts of the width are, and nowhere else. */
function checkLines(columns, parts, share, what) {
    const found = columns.flatMap((c, x) => c.share >= share ? [x] : []);
    const expected = parts.map((part) => part * (columns.length - 1));
    check(expected.every((x) => found.some((f) => Math.abs(f - x) <= 1.5)) &&
          found.every((f) => expected.some((x) => Math.abs(f - x) <= 1.5)),
          `${what}: lines at ${found}, expected at ${expected.map((x) => x.toFixed(1))}`);
}

/** Events, sections, singular points, changes of method and steps are marked where they are. */
async function marks() {
    const made = (name, text, ...options) => {
        const model = path.join(work, `${name}.ode`), html = path.join(work, `${name}.html`);
        fs.writeFileSync(model, text);
        return {html, csv: readCsv(involute("solve", model, "--report", html, "--quiet", ...options))};
    };
    // A throw: at its highest after v / g, and down by 1 after (v + sqrt(v^2 + 2 g)) / g.
    const g = 9.81, v = 8, apex = v / g, end = (v + Math.sqrt(v * v + 2 * g)) / g;
    const thrown = made("thrown", `var x, y\nx'' = 0\ny'' = -${g}\nstart x = 0, y = 0, x' = 3, y' = ${v}\n` +
        "event apex: y' = 0\nsection wall: x = 2\nevent ground: y = -1 stop\nsolve to 5\n");
    {
        const {page, context, said} = await open(thrown.html);
        await ready(page);
        // Sections have two pixels of six.
        checkLines(await columnsOfColor(page, "--mark"), [apex / end, 2 / 3 / end, 1], 0.3, "events and sections");
        const ticks = (await columnsOfColor(page, "--soft")).flatMap((c, x) => c.low === 3 ? [x] : []);
        const width = (await page.locator("#plots .u-over").first().boundingBox()).width;
        const steps = [...new Set(thrown.csv.rows.slice(1).map((row) => Math.round(row[0] / end * width)))];
        // What ends at an event is under its line.
        check(steps.slice(0, -1).every((x) => ticks.some((t) => Math.abs(t - x) <= 1.5)) && ticks.length <= steps.length,
              `steps are ticks: at ${ticks}, expected at ${steps}`);
        const over = page.locator("#plots .u-over").first();
        await over.hover({position: {x: apex / end * width, y: 60}});
        await eventually(async () => (await page.locator("#mark-here").textContent()) === "event apex",
                         async () => `the cursor tells of marks (${await page.locator("#mark-here").textContent()})`);
        await page.uncheck("#steps");
        await eventually(async () => (await columnsOfColor(page, "--soft")).every((c) => c.low === 0),
                         () => "ticks can be taken away");
        check((await page.locator("#marked").textContent()).includes(`at t = ${String(apex).slice(0, 8)}`),
              "the page says when events were");
        check(said.length === 0, `no message (${said.join("; ")})`);
        await context.close();
    }
    // The unit circle by its arclength: x turns at odd quarters of the way round.
    const circle = made("round", "independent x; var y; y*y' + x = 0; start x = 0, y = 1; solve length 9 scale 1\n");
    {
        const {page, context, said} = await open(circle.html);
        await ready(page);
        checkLines(await columnsOfColor(page, "--bad"), [1, 3, 5].map((k) => k * Math.PI / 2 / 9), 0.9, "impasses along a curve");
        await page.locator("#phase-part summary").click();
        await page.selectOption("#phase-x", "0");
        await page.selectOption("#phase-y", "1");
        // A ring around x = 1, y = 0, which is four pixels wide, is found at both ends of the axis across.
        await eventually(async () => {
            const ring = (await columnsOfColor(page, "--bad", "#phase")).flatMap((c, x) => c.share > 0 ? [x] : []);
            const right = ring.filter((x) => x > 200), left = ring.filter((x) => x < 200);
            return right.length > 0 && left.length > 0;
        }, () => "impasses are rings on the curve");
        check(said.length === 0, `no message (${said.join("; ")})`);
        await context.close();
    }
    // tan(t) up to its pole: drawn to its last value it would be a corner, and exp(-t) no curve at all.
    const pole = made("pole", "var x, y; x' = 1 + x^2; y' = -y; start x = 0, y = 1; solve to 2\n");
    {
        const {page, context, said} = await open(pole.html);
        await ready(page);
        check(await page.locator("#plots .uplot.cut").count() === 1, "what runs away is cut, and the page says so");
        const top = await page.locator("#plots .u-over").first().evaluate((over) => {
            const canvas = over.closest(".uplot").querySelector("canvas"), ratio = devicePixelRatio;
            const box = over.getBoundingClientRect(), all = canvas.getBoundingClientRect();
            // Where the curve is one tenth of the way before the end, there is ink above the foot.
            const x = (box.left - all.left + 0.9 * box.width) * ratio, y = (box.top - all.top) * ratio;
            const {data} = canvas.getContext("2d").getImageData(Math.round(x), Math.round(y), 1, Math.round(0.85 * box.height * ratio));
            let coloured = 0;
            for (let k = 0; k < data.length; k += 4) if (data[k + 3] > 0 && Math.abs(data[k] - data[k + 2]) > 60) ++coloured;
            return coloured;
        });
        check(top > 0, "tan(t) is seen to rise before its pole");
        await page.check("#logy");
        check(await page.locator("#plots .uplot.cut").count() === 0, "a logarithm shows all of it");
        check(said.length === 0, `no message (${said.join("; ")})`);
        await context.close();
    }
    const model = path.join(source, "models/robertson.ode"), html = path.join(work, "stiff.html");
    involute("solve", model, "--report", html, "--quiet");
    const {page, context, said} = await open(html);
    await ready(page);
    const at = Number((await page.locator("#outcome").textContent()).match(/radau from ([\d.e-]+)/)[1]);
    const [from, to] = await page.locator("#values tbody tr:nth-child(2) td:first-child").allTextContents()
        .then(([first]) => [Number(first), 1e11]);
    check(await page.locator("#logx").isChecked(), "what happens in the first thousandth is shown by logarithms");
    // On paper of logarithms from the first point beyond 0, which lies before the first step's end.
    const lines = (await columnsOfColor(page, "--method")).flatMap((c, x) => c.share > 0.5 ? [x] : []);
    const width = (await page.locator("#plots .u-over").first().boundingBox()).width;
    const latest = Math.log(at / from) / Math.log(to / from) * width, earliest = Math.log(at / 1e-6) / Math.log(to / 1e-6) * width;
    check(lines.length === 1 && lines[0] >= latest - 2 && lines[0] <= earliest + 2,
          `the change of method is one line, at ${lines} between ${latest} and ${earliest}`);
    check(said.length === 0, `no message (${said.join("; ")})`);
    await context.close();
}

/** Text that would like to be executed. A script that ran would say so on the console. */
async function hostile() {
    const tricks = ["</script><script>console.log('ran')</script>", "<img src=x onerror=console.log('ran')>",
                    "]]><svg onload=console.log('ran')>", "\u202Egnp.exe", "javascript:console.log('ran')"];
    const long = "x".repeat(100000);
    const model = path.join(work, "hostile.ode"), html = path.join(work, "hostile.html");
    fs.writeFileSync(model, `title "${tricks.join(" ")} ${long}"\nsource "${tricks.join(" ")}"\n` +
        `var x, y   # ${tricks[0]}\nx' = y\ny' = -x\nstart x = 1, y = 0\nsolve to 1\n`);
    involute("solve", model, "--report", html, "--columns", "x, if(x < 2, y, 0)", "--quiet");
    const text = fs.readFileSync(html, "utf8");
    check(!text.includes("\u202E"), "marks that turn the direction of writing are not in the page");
    check(text.includes("Content-Security-Policy"), "the page has a policy");
    const {page, context, said, asked} = await open(html);
    await ready(page);
    await page.waitForTimeout(200);
    check(said.length === 0, `nothing ran and nothing was refused (${said.slice(0, 3).join("; ")})`);
    check(asked.length === 1, "nothing was asked for");
    check((await page.locator("h1").textContent()).includes(tricks[0]), "the title is shown as it is");
    check(await page.locator("h1").evaluate((e) => e.getBoundingClientRect().width) <= 1000, "it does not burst the page");
    const evalRefused = await page.evaluate(() => {
        const script = document.createElement("script");
        script.textContent = "document.title = 'ran'";
        document.body.append(script);
        return document.title !== "ran";
    });
    check(evalRefused, "the policy refuses scripts that are added");
    await context.close();
}

/** A million rows: a small file that opens soon and pans. */
async function million() {
    const model = path.join(work, "million.ode"), html = path.join(work, "million.html");
    fs.writeFileSync(model, "title \"A million rows\"\nvar x, y\nx' = y\ny' = -x\nstart x = 1, y = 0\nsolve to 1000\n");
    involute("solve", model, "--points", "1000000", "--report", html, "-o", "/dev/null", "--quiet");
    const size = fs.statSync(html).size;
    check(size < 2e6, `a million rows make ${size} bytes`);
    const {page, context, said} = await open(html);
    await ready(page);
    const opened = await page.evaluate(() => performance.now());
    const frames = await page.evaluate(() => new Promise((done) => {
        const plots = document.querySelector("#plots");
        let count = 0;
        const began = performance.now();
        plots.focus();
        for (let k = 0; k < 6; ++k) plots.dispatchEvent(new KeyboardEvent("keydown", {key: "+"}));
        function pan() {
            plots.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", shiftKey: true}));
            if (++count < 60) requestAnimationFrame(pan);
            else done(count / (performance.now() - began) * 1000);
        }
        requestAnimationFrame(pan);
    }));
    console.log(`a million rows: ${size} bytes, opened in ${Math.round(opened)} ms, pans at ${Math.round(frames)} frames/s`);
    check((await page.locator("#row-count").textContent()).includes("kept from 1000000"), "the page says what it left out");
    check(said.length === 0, `no message (${said.join("; ")})`);
    await context.close();
}

/** A chain of a hundred links in motion. */
async function links() {
    const count = 100, model = path.join(source, "models/chain.ode"), html = path.join(work, "links.html");
    involute("solve", model, "--param", `N=${count}`, "--report", html, "-o", "/dev/null", "--quiet");
    const {page, context, said} = await open(html);
    await ready(page);
    const frames = await page.evaluate(() => new Promise((done) => {
        let count = 0;
        document.querySelector("#play").click();
        const began = performance.now();
        function next() {
            if (++count < 60) requestAnimationFrame(next);
            else done(count / (performance.now() - began) * 1000);
        }
        requestAnimationFrame(next);
    }));
    console.log(`a chain of ${count} links: ${fs.statSync(html).size} bytes, moves at ${Math.round(frames)} frames/s`);
    check(said.length === 0, `no message (${said.join("; ")})`);
    await context.close();
}

const parts = {models, hand, marks, hostile, million, links};
for (const [name, part] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const began = Date.now();
    try {
        await part();
    } catch (error) {
        check(false, `${name}: ${error.stack ?? error}`);
    }
    console.log(`${name}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
}
await browser.close();
finish();
