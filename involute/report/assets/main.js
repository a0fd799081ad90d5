// SPDX-License-Identifier: Apache-2.0
// Puts the page together: whatever moves, moves the rest with it.

/** @param {RunData} data */
function makePage(data) {
    const count = data.names.length + 1, rows = columnsOf(data.rows, count);
    document.documentElement.dataset.ready = "yes";
    if (rows[0].length === 0) return null;
    const curve = curveOf(data, rows);
    const plots = byId("plots") && makePlots(data, curve, (parameter) => {
        if (!scene?.isPlaying()) scene?.moveTo(parameter);
        phase?.moveTo(parameter);
    });
    const phase = byId("plots") && makePhase(data, curve);
    const scene = byId("scene") && makeScene(data, (parameter) => {
        plots?.moveTo(parameter);
        phase?.moveTo(parameter);
    });
    makeStrip(data);
    const table = byId("values") && makeTable(data, rows);
    return {
        /** Columns in view, by their numbers among the names. @returns {number[]} */
        drawn: () => [...new Set([...plots?.drawn() ?? [], ...phase?.drawn() ?? []])],
        /** Another run. @param {RunData} next */
        show(next) {
            const nextRows = columnsOf(next.rows, count);
            if (nextRows[0].length === 0) return;
            data = next;
            const nextCurve = curveOf(next, nextRows);
            scene?.show(next.scene);
            plots?.show(next, nextCurve);
            phase?.show(next, nextCurve);
            makeStrip(next);
            table?.show(next, nextRows);
        },
        /** What is seen of another run while a slider moves. @param {Glance} glance
         * @param {number[]} chosen columns that it has */
        glance(glance, chosen) {
            data = {...data, marks: glance.marks, steps: glance.steps};
            const nextCurve = curveOfGlance(data, glance, chosen);
            scene?.show(glance.scene);
            plots?.show(data, nextCurve, true);
            phase?.show(data, nextCurve, true);
        },
    };
}

const run = /** @type {RunData} */ (JSON.parse(byId("data").textContent));
const page = makePage(run);
if (page) makeLive(run, page);
