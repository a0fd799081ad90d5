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
    await over.scrollIntoViewIfNeeded();
    const box = await over.boundingBox();
    await page.mouse.move(box.x + box.width * 0.35, box.y + 50);
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
    await page.mouse.move(box.x + box.width * 0.2, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.4, box.y + 60, {steps: 5});
    await page.mouse.up();
    await page.mouse.move(box.x + 2, box.y + 60);
    await eventually(async () => {
        const {t} = await cursor();
        return Number(t) > 1.8 && Number(t) < 2.4;
    }, async () => `dragging zooms: the left edge is at ${(await cursor()).t}`);
    await page.click("#reset");
    await page.mouse.move(box.x + 1, box.y + 61);
    await eventually(async () => Number((await cursor()).t) < 0.1,
                     async () => `the whole range is back: the left edge is at ${(await cursor()).t}`);

    // Scrub and play.
    await page.locator("#scrub").evaluate((e) => {
        e.value = "0.5";
        e.dispatchEvent(new Event("input"));
    });
    await eventually(async () => (await page.locator("#now").textContent()) === "t = 5", () => "half of the way is t = 5");
    await page.selectOption("#speed", "5");
    await page.click("#play");
    await page.waitForFunction(() => Number(document.querySelector("#now").textContent.split(" = ")[1]) > 5.5);
    await page.click("#play");
    const still = await page.locator("#now").textContent();
    await page.waitForTimeout(100);
    check(await page.locator("#now").textContent() === still, "a pause is a pause");
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

const parts = {models, hand, hostile, million};
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
