// SPDX-License-Identifier: Apache-2.0
// How soon a slider of `involute watch` is followed by what it asks for, for two models.
//   node slider.mjs PROGRAM SOURCE WORK
import {execFileSync, spawn} from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import {check, finish, launch} from "./support.mjs";

const [program, source, work] = process.argv.slice(2);

/** Milliseconds of CPU that these processes and their children have used. */
function cpu(pids) {
    const all = execFileSync("ps", ["-e", "-o", "pid=,ppid="], {encoding: "utf8"}).trim().split("\n")
        .map((line) => line.trim().split(/\s+/).map(Number));
    const wanted = new Set(pids);
    for (let grown = true; grown;) {
        grown = false;
        for (const [pid, parent] of all)
            if (wanted.has(parent) && !wanted.has(pid)) grown = !!wanted.add(pid);
    }
    let sum = 0;
    for (const pid of wanted) {
        try {
            for (const task of fs.readdirSync(`/proc/${pid}/task`))
                sum += Number(fs.readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]) / 1e6;
        } catch {
            // It has ended.
        }
    }
    return sum;
}

const browser = await launch(work);
for (const [name, parameter, low, high] of [["pendulum", "g", 0.9, 1.1], ["andrews", "m1", 0.033, 0.035]]) {
    const watch = spawn(program, ["watch", path.join(source, `models/${name}.ode`), "--no-browser"],
                        {stdio: ["ignore", "pipe", "ignore"]});
    const address = await new Promise((done) => watch.stdout.once("data", (d) => done(String(d).trim())));
    const page = await browser.newPage({viewport: {width: 1000, height: 900}});
    await page.goto(address);
    await page.locator(`#live input[data-name=${parameter}]`).waitFor();
    /** Moves the slider to so many places, the next one when the last one is drawn. */
    const slide = (count) => page.evaluate(([which, from, to, many]) => new Promise((done) => {
        const input = document.querySelector(`#live input[data-name=${which}]`), box = document.querySelector("#live");
        const taken = [];
        let asked = 0, began = performance.now(), first = began;
        new MutationObserver((_, observer) => {
            taken.push(performance.now() - asked);
            if (taken.length < many) return requestAnimationFrame(next);
            observer.disconnect();
            done({taken, rate: many / (performance.now() - first) * 1000});
        }).observe(box, {attributes: true, attributeFilter: ["data-runs"]});
        function next() {
            input.value = String(from + (to - from) * ((taken.length * 0.37) % 1));
            asked = performance.now();
            input.dispatchEvent(new Event("input"));
        }
        next();
    }), [parameter, low, high, count]);
    await slide(30);
    const browserPid = Number(execFileSync("pgrep", ["-P", String(process.pid), "-f", "chrom"], {encoding: "utf8"}).split("\n")[0]);
    const count = 120, pids = [watch.pid, browserPid], before = cpu(pids);
    const {taken, rate} = await slide(count);
    const used = (cpu(pids) - before) / count;
    taken.sort((a, b) => a - b);
    console.log(`${name}: ${taken[count >> 1].toFixed(1)} ms from the slider to the last line of script (median; ` +
                `least ${taken[0].toFixed(1)}), ${rate.toFixed(0)} runs a second, ${used.toFixed(1)} ms of CPU each, painting included`);
    check(taken.length === count, `${name}: every place of the slider has its run`);
    await page.close();
    watch.kill("SIGTERM");
}
await browser.close();
finish();
