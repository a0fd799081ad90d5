// SPDX-License-Identifier: Apache-2.0
// Puts the page together: whatever moves, moves the rest with it.

/** Where the motion stands, and whether it plays: another run goes on from there. */
const stand = {parameter: NaN, playing: false};

/** @param {RunData} data */
function show(data) {
    endLife();
    const rows = columnsOf(data.rows, data.names.length + 1);
    if (rows[0].length === 0) return;
    const curve = curveOf(data, rows);
    /** @type {ReturnType<typeof makeScene> | null} */
    let scene = null;
    /** @type {ReturnType<typeof makePlots> | null} */
    let plots = null;
    /** @type {ReturnType<typeof makePhase> | null} */
    let phase = null;
    if (byId("plots")) {
        plots = makePlots(data, curve, (parameter) => {
            if (!scene?.isPlaying()) scene?.moveTo(parameter);
            phase?.moveTo(parameter);
        });
        phase = makePhase(data, curve);
    }
    if (byId("scene")) {
        scene = makeScene(data, (parameter) => {
            stand.parameter = parameter;
            plots?.moveTo(parameter);
            phase?.moveTo(parameter);
        }, stand);
    }
    makeStrip(data);
    if (byId("values")) makeTable(data, rows);
    document.documentElement.dataset.ready = "yes";
}

const run = /** @type {RunData} */ (JSON.parse(byId("data").textContent));
show(run);
makeLive(run);
