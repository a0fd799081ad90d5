// SPDX-License-Identifier: Apache-2.0
// What the browser tests share: Chromium, and checks that are counted.
import {createRequire} from "node:module";
import path from "node:path";

let failures = 0, checks = 0;

/** @param {boolean} holds @param {string} sentence */
export function check(holds, sentence) {
    ++checks;
    if (holds) return;
    ++failures;
    console.error(`FAILED: ${sentence}`);
}

/** A page answers to hands when its events have run: asks again until it has, ten seconds at most.
 *  @param {() => Promise<boolean>} question @param {() => string | Promise<string>} sentence */
export async function eventually(question, sentence) {
    const until = Date.now() + 10000;
    let holds = await question();
    while (!holds && Date.now() < until) {
        await new Promise((done) => setTimeout(done, 20));
        holds = await question();
    }
    check(holds, holds ? "" : await sentence());
}

/** @param {string} work a folder with node_modules */
export function launch(work) {
    const {chromium} = createRequire(path.join(work, "package.json"))("playwright-core");
    return chromium.launch({executablePath: process.env.INVOLUTE_CHROMIUM ?? "/usr/bin/chromium",
                            args: ["--no-sandbox", "--disable-gpu"]});
}

/** Counts, and ends the process. A part that died is a failure. */
export function finish() {
    console.log(`${checks} checks, ${failures} failed`);
    process.exit(failures === 0 && checks > 0 ? 0 : 1);
}
