// SPDX-License-Identifier: Apache-2.0
// In `involute watch`: parameters as sliders, and a new page when the model was saved.

/** @param {RunData} data @param {NonNullable<ReturnType<typeof makePage>>} page */
function makeLive(data, page) {
    if (!data.live) return;
    const box = byId("live");
    /** How long a slider has to rest until all is told of its run. */
    const rest = 150, ended = "the program that solves has ended";
    let version = "", asked = false, again = false, resting = 0, runs = 0;

    /** @param {Slider} slider */
    function addSlider(slider) {
        const label = document.createElement("label"), input = document.createElement("input");
        const value = document.createElement("output");
        input.type = "range";
        input.step = "any";
        input.min = String(slider.low);
        input.max = String(slider.high);
        input.value = String(slider.value);
        input.dataset.name = slider.name;
        value.textContent = shortText(slider.value);
        input.addEventListener("input", () => {
            value.textContent = shortText(Number(input.value));
            look();
        });
        label.append(`${slider.name} `, input, value);
        box.append(label);
    }

    /** What is said now. @type {Map<string, string>} */
    const said = new Map();

    /** Puts what is said of another run in place of what was said. It was escaped by the program that
     * wrote this page; the parser makes no script of it that would run.
     * @param {Record<string, string>} parts */
    function replaceParts(parts) {
        for (const [id, html] of Object.entries(parts)) {
            if (said.get(id) === html) continue;
            said.set(id, html);
            const place = byId(id), open = [...place.querySelectorAll("details")].map((d) => d.open);
            place.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
            [...place.querySelectorAll("details")].forEach((d, k) => d.open = open[k] ?? false);
        }
    }

    /** @returns {Record<string, number>} */
    function values() {
        const inputs = [...box.querySelectorAll("input")];
        return Object.fromEntries(inputs.map((input) => [input.dataset.name ?? "", Number(input.value)]));
    }

    /** @param {string} what @param {object} wish @returns {Promise<any>} null where it cannot be */
    async function ask(what, wish) {
        try {
            const answer = await fetch(`${data.live}/${what}`, {method: "POST", body: JSON.stringify(wish)});
            if (answer.ok) return await answer.json();
            status(await answer.text());
        } catch {
            status(ended);
        }
        return null;
    }

    /** Shows what is seen of a run with what the sliders say; while that is under way the last wish waits. All of
     * it is shown when they rest. */
    async function look() {
        clearTimeout(resting);
        again = true;
        if (asked) return;
        asked = true;
        while (again) {
            again = false;
            const columns = page.drawn();
            /** @type {Glance | null} */
            const glance = await ask("glance", {values: values(), columns});
            if (!glance || glance.count === 0) continue;
            replaceParts(glance.parts);
            page.glance(glance, columns);
            status("");
            box.dataset.runs = String(++runs);
        }
        asked = false;
        resting = setTimeout(solve, rest);
    }

    async function solve() {
        /** @type {RunData | null} */
        const next = await ask("solve", values());
        if (!next || asked) return;
        replaceParts(next.parts);
        page.show(next);
        status("");
    }

    /** @param {string} text */
    function status(text) {
        byId("live-status").textContent = text;
    }

    async function begin() {
        const line = document.createElement("p");
        line.id = "live-status";
        box.append(line);
        const answer = await fetch(`${data.live}/sliders`);
        const sliders = await answer.json();
        version = sliders.version;
        sliders.sliders.forEach(addSlider);
        for (let failed = 0; failed < 10;) {
            await new Promise((done) => setTimeout(done, 400));
            const now = await fetch(`${data.live}/version`).then((r) => r.text(), () => "");
            failed = now === "" ? failed + 1 : 0;
            if (now !== "" && now !== version) return location.reload();
        }
        throw new Error("no answer");
    }
    begin().catch(() => status(ended));
}
