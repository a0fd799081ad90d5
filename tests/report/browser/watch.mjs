// SPDX-License-Identifier: Apache-2.0
// `involute watch`: the page follows the file and the sliders, and nobody else gets anything.
//   node watch.mjs PROGRAM SOURCE WORK
import {spawn} from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";

import {check, eventually, finish, launch} from "./support.mjs";

const [program, source, work] = process.argv.slice(2);

const folder = fs.mkdtempSync(path.join(work, "watch-"));
const model = path.join(folder, "m.ode");
const text = fs.readFileSync(path.join(source, "models/pendulum.ode"), "utf8") + "\nsection half: y = -0.5\n";
fs.writeFileSync(model, text);
fs.writeFileSync(path.join(folder, "secret.txt"), "secret");
fs.symlinkSync("/etc/passwd", path.join(folder, "link.txt"));

const watch = spawn(program, ["watch", model, "--to", "5", "--no-browser"], {stdio: ["ignore", "pipe", "ignore"]});
const address = await new Promise((done, failed) => {
    watch.stdout.once("data", (d) => done(String(d).trim()));
    watch.once("exit", () => failed(new Error("watch ended")));
});
const {port, pathname} = new URL(address);
check(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/.test(address), `the address has a word of 128 bits (${address})`);

/** One request, exactly as given. @returns {Promise<{status: number, body: string}>} */
function ask(target, {method = "GET", headers = {}, body = ""} = {}) {
    return new Promise((done) => {
        const request = http.request({host: "127.0.0.1", port, path: target, method, agent: false,
            headers: {Host: `127.0.0.1:${port}`, ...(body ? {"Content-Length": Buffer.byteLength(body)} : {}), ...headers}},
            (answer) => {
                let got = "";
                answer.on("data", (d) => got += d);
                answer.on("end", () => done({status: answer.statusCode, body: got}));
            });
        request.on("error", () => done({status: 0, body: ""}));
        request.end(body);
    });
}

// ---- who may ask, and for what
check((await ask(pathname)).status === 200, "the page is there");
const wrong = pathname.replace(/[0-9a-f]/, (c) => c === "0" ? "1" : "0");
for (const target of ["/", "//", "/favicon.ico", wrong, `${wrong}solve`, "/..", pathname.slice(0, -1),
                      `${pathname}../m.ode`, `${pathname}..%2fsecret.txt`, `${pathname}%2e%2e/secret.txt`,
                      `${pathname}secret.txt`, `${pathname}link.txt`, `${pathname}m.ode`,
                      `${pathname}....//secret.txt`, `${pathname}%00`, `${pathname}..\\secret.txt`,
                      "/etc/passwd", `${pathname}/etc/passwd`, "http://elsewhere/"]) {
    const {status, body} = await ask(target);
    check((status === 404 || status === 400) && !body.includes("secret") && !body.includes("root:") && !body.includes("var "),
          `${target} gives nothing (${status})`);
}
for (const [name, headers] of Object.entries({
    "another origin": {Origin: "http://elsewhere"}, "an origin that is none": {Origin: "null"},
    "another host, as rebinding has it": {Host: `elsewhere:${port}`}, "a page of another site": {"Sec-Fetch-Site": "cross-site"}}))
    check((await ask(pathname, {headers})).status === 404, `${name} is refused`);
check((await ask(`${pathname}solve`, {method: "POST", headers: {Origin: "http://elsewhere"}, body: "{}"})).status === 404,
      "another origin cannot solve");

// ---- bodies
for (const body of ["", "no json", "[1]", "{\"g\": \"1\"}", "{\"nobody\": 1}", "{\"g\": 1e999}", "[".repeat(60000)]) {
    const {status, body: said} = await ask(`${pathname}solve`, {method: "POST", body});
    check(status === 422 && said.length < 2000, `a body that is no set of values is refused (${body.slice(0, 20)}: ${status})`);
}
const large = await ask(`${pathname}solve`, {method: "POST", body: "x".repeat(1 << 20)});
check(large.status === 413 || large.status === 0, `a megabyte is refused (${large.status})`);
for (const body of ["", "[]", "{}", "{\"values\": 1, \"columns\": []}", "{\"values\": {\"g\": 2}, \"columns\": 1}",
                    "{\"values\": {\"nobody\": 1}, \"columns\": []}", "[".repeat(60000)])
    check((await ask(`${pathname}glance`, {method: "POST", body})).status === 422, `a glance at nothing is refused (${body.slice(0, 30)})`);
check((await ask(`${pathname}glance`, {method: "POST", headers: {Origin: "http://elsewhere"}, body: "{}"})).status === 404,
      "another origin has no glance");
// A fall from rest at y = 0 on the circle: lambda = -3 g y, at every point; columns that are not there are left out.
const glance = await ask(`${pathname}glance`, {method: "POST", headers: {"Accept-Encoding": "gzip, br"},
                                               body: "{\"values\": {\"g\": 2}, \"columns\": [6, 3, 99, -1, \"x\", 1e300]}"});
check(glance.status === 200 && glance.body.startsWith("{"), "a glance is not compressed: that takes longer than all else");
{
    const {count, curve} = JSON.parse(glance.body), numbers = new Float64Array(new Uint8Array(Buffer.from(curve, "base64")).buffer);
    const column = (k) => numbers.subarray(k * count, (k + 1) * count), lambda = column(2), y = column(3);
    check(count > 100 && numbers.length === 4 * count, `a glance has time and two columns (${count} points, ${numbers.length} numbers)`);
    check(lambda.every((l, k) => Math.abs(l + 6 * y[k]) < 1e-7) && column(1).every((t, k, all) => k === 0 || t > all[k - 1]),
          "its points are of the solution, in their order");
}
const solved = await ask(`${pathname}solve`, {method: "POST", body: "{\"g\": 2}"});
check(solved.status === 200 && JSON.parse(solved.body).names.includes("lambda"), "values are solved with");

// ---- many connections that say nothing, or half of something: others are answered all the same
const idle = [];
for (let k = 0; k < 10000; ++k) {
    const socket = net.connect(Number(port), "127.0.0.1");
    socket.on("error", () => {});
    socket.on("data", (got) => check(!String(got).includes("secret"), "nothing is told to who says nothing"));
    if (k % 100 === 0) socket.write("GET / HT");
    idle.push(socket);
    if (k % 500 === 0) await new Promise((done) => setTimeout(done, 5));
}
const soon = (seconds) => Promise.race([ask(pathname), new Promise((done) => setTimeout(() => done({status: -1}), seconds * 1000))]);
const began = Date.now(), beside = await soon(120);
check(beside.status === 200, `beside ten thousand connections the page is there (${beside.status})`);
console.log(`beside ten thousand connections the page came after ${Date.now() - began} ms`);
for (const socket of idle) socket.destroy();
const after = await soon(20);
check(after.status === 200, `after ten thousand connections the page is there (${after.status})`);

// ---- in the browser: sliders and saved files
const browser = await launch(work);
const page = await browser.newPage();
const said = [];
/** Waits for a heading; where it does not come, says what the page shows. */
async function heading(wanted) {
    try {
        await page.waitForFunction((w) => document.querySelector("h1")?.textContent === w, wanted, {timeout: 20000});
        check(true, "");
    } catch {
        check(false, `the heading becomes ${wanted}: ${await page.locator("header").textContent().catch(() => "")}; ${said}`);
    }
}
page.on("console", (m) => said.push(m.text()));
page.on("pageerror", (e) => said.push(String(e)));
await page.goto(address);
const slider = page.locator("#live input[data-name=g]");
await slider.waitFor();
await slider.evaluate((e) => {
    e.value = "2";
    e.dispatchEvent(new Event("input"));
});
// A fall from rest at y = 0: v^2 = -2 g y, and the rod's force lambda = v^2 - g y = -3 g y (radius 1).
await page.fill("#from-row", "40");
await page.locator("#from-row").blur();
const names = await page.locator("#values th").allTextContents();
const shown = async () => {
    const row = (await page.locator("#values tbody tr").first().locator("td").allTextContents()).map(Number);
    return {y: row[names.indexOf("y")], lambda: row[names.indexOf("lambda")]};
};
await eventually(async () => {
    const {y, lambda} = await shown();
    return Math.abs(lambda + 3 * 2 * y) < 1e-7 && y < 0;
}, async () => `the slider solves with g = 2: lambda = -6 y (${JSON.stringify(await shown())})`);
// Time goes with 1 / sqrt(g): the section is crossed sooner, and the words of the page say so.
const crossed = async () => Number((await page.locator("#marked li").textContent()).match(/at t = ([\d.]+)/)?.[1]);
const atTwo = await crossed();
await slider.evaluate((e) => {
    e.value = "1";
    e.dispatchEvent(new Event("input"));
});
await eventually(async () => Math.abs(await crossed() - atTwo * Math.SQRT2) < 1e-6,
                 async () => `words follow the sliders: half is crossed at ${await crossed()}, with g = 2 at ${atTwo}`);
// What is zoomed stays zoomed while a slider moves, and the cursor where it is.
await page.focus("#plots");
for (let k = 0; k < 3; ++k) await page.keyboard.press("+");
const cursor = async () => (await page.locator("#cursor").textContent()) ?? "";
await page.keyboard.press("ArrowRight");
const timeOf = async () => Number((await cursor()).split(",")[0].split(" = ")[1]);
const [axes, placed] = [await page.locator("#plots .u-over").first().boundingBox(), await timeOf()];
for (const g of ["1.5", "1.6", "1.7", "2"])
    await slider.evaluate((e, value) => {
        e.value = value;
        e.dispatchEvent(new Event("input"));
    }, g);
await eventually(async () => Math.abs(await crossed() - atTwo) < 1e-6, async () => `the last place counts: ${await crossed()}`);
check(Math.abs(await timeOf() - placed) < 0.05, `the cursor stays: ${await timeOf()}, was ${placed}`);
check((await page.locator("#plots .u-over").first().boundingBox())?.width === axes?.width, "plots stay as wide");
{
    const [t, , y, lambda] = (await cursor()).split(",  ").map((part) => Number(part.split(" = ")[1]));
    check(t < 5 && Math.abs(lambda + 6 * y) < 1e-7, `the cursor tells of the last place: ${await cursor()}`);
}
fs.writeFileSync(model, text.replace("Planar pendulum", "Saved again"));
await heading("Saved again");
fs.writeFileSync(model, "var x; x' = <b>\n");
await heading("The model needs fixing");
check(await page.locator("pre b").count() === 0, "a mistake is shown, not read as markup");
fs.writeFileSync(model, text);
await heading("Planar pendulum");
check(said.length === 0, `no message (${said.slice(0, 3).join("; ")})`);
await browser.close();

watch.kill("SIGINT");
const code = await new Promise((done) => watch.once("exit", done));
check(code === 0, `Ctrl-C ends it (${code})`);
fs.rmSync(folder, {recursive: true});
finish();
