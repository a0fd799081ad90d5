// SPDX-License-Identifier: Apache-2.0
// In `involute watch`: parameters as sliders, and a new page when the model was saved.

/** @param {RunData} data */
function makeLive(data) {
    if (!data.live) return;
    const box = byId("live");
    let version = "", asked = false, again = false;

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
            solve();
        });
        label.append(`${slider.name} `, input, value);
        box.append(label);
    }

    /** Puts what is said of another run in place of what was said. It was escaped by the program that
     * wrote this page; the parser makes no script of it that would run.
     * @param {Record<string, string>} parts */
    function replaceParts(parts) {
        for (const [id, html] of Object.entries(parts)) {
            const place = byId(id), open = [...place.querySelectorAll("details")].map((d) => d.open);
            place.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
            [...place.querySelectorAll("details")].forEach((d, k) => d.open = open[k] ?? false);
        }
    }

    /** Solves with what the sliders say; while that is under way the last wish waits. */
    async function solve() {
        again = asked;
        if (asked) return;
        asked = true;
        do {
            again = false;
            /** @type {Record<string, number>} */
            const values = {};
            for (const input of box.querySelectorAll("input")) values[input.dataset.name ?? ""] = Number(input.value);
            const answer = await fetch(`${data.live}/solve`, {method: "POST", body: JSON.stringify(values)});
            const text = await answer.text();
            if (answer.ok) {
                /** @type {RunData} */
                const next = JSON.parse(text);
                replaceParts(next.parts);
                show(next);
                status("");
            } else {
                status(text);
            }
        } while (again);
        asked = false;
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
    begin().catch(() => status("the program that solves has ended"));
}
