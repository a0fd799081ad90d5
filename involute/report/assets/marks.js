// SPDX-License-Identifier: Apache-2.0
// What happened on the way, as marks in plots: events, sections, singular points, changes of method,
// accepted steps.

/** Of each kind: its colour and its dashes. @type {Record<string, [string, number[]]>} */
const markStyles = {
    event: ["--mark", []], section: ["--mark", [2, 4]], singular: ["--bad", []], method: ["--method", [8, 4]],
};

/** Marks are lines over the whole height, steps ticks at its foot.
 * @param {uPlot} u @param {RunData} data @param {ArrayLike<number>} steps where they end */
function drawMarks(u, data, steps) {
    const {ctx, bbox} = u, right = bbox.left + bbox.width, foot = bbox.top + bbox.height;
    ctx.save();
    if (byId("steps").checked) drawSteps(u, steps);
    ctx.lineWidth = devicePixelRatio;
    for (const mark of data.marks) {
        const left = mark.at == null ? NaN : Math.round(u.valToPos(mark.at, "x", true)) + 0.5;
        if (!(left >= bbox.left && left <= right + 1)) continue;
        const [color, dash] = markStyles[mark.kind];
        ctx.strokeStyle = themed(color);
        ctx.setLineDash(dash.map((d) => d * devicePixelRatio));
        ctx.beginPath();
        ctx.moveTo(left, bbox.top);
        ctx.lineTo(left, foot);
        ctx.stroke();
    }
    ctx.restore();
}

/** Where they are too dense to be told apart they are a band. @param {uPlot} u
 * @param {ArrayLike<number>} steps */
function drawSteps(u, steps) {
    const {ctx, bbox} = u, right = bbox.left + bbox.width, foot = bbox.top + bbox.height;
    const height = 7 * devicePixelRatio;
    let before = -Infinity;
    ctx.strokeStyle = themed("--soft");
    ctx.lineWidth = 1;
    ctx.beginPath();
    for (let k = 0; k < steps.length; ++k) {
        const left = Math.round(u.valToPos(steps[k], "x", true)) + 0.5;
        if (left === before || !(left >= bbox.left && left <= right + 1)) continue;
        ctx.moveTo(left, foot);
        ctx.lineTo(left, foot - height);
        before = left;
    }
    ctx.stroke();
}

/** In words, what is marked within five pixels of a place.
 * @param {uPlot} u @param {RunData} data @param {number} here in pixels @returns {string} */
function marksNear(u, data, here) {
    const near = data.marks.filter((mark) => mark.at != null && Math.abs(u.valToPos(mark.at, "x") - here) <= 5);
    const words = near.slice(0, 4).map((mark) => mark.text
        ? (mark.kind === "singular" ? `${mark.name}: ${mark.text}` : mark.text) : `${mark.kind} ${mark.name}`);
    return words.join("; ") + (near.length > 4 ? ` and ${near.length - 4} more` : "");
}
