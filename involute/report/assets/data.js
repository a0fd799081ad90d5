// SPDX-License-Identifier: Apache-2.0
// The numbers of the run, as the page holds them.

/**
 * @typedef {{shape: string, points: number[][], velocities: number[][], radius: number,
 *   size: number, color: number}} Shape
 * @typedef {{at: number | null, kind: string, name: string, text: string}} Mark
 * @typedef {{name: string, value: number, low: number, high: number}} Slider
 * @typedef {{values: number, where: string, x: string, frames: string}} Frames
 * @typedef {{count: number, curve: string, marks: Mark[], steps: {apart: number, ends: string},
 *   scene: Frames, parts: Record<string, string>}} Glance what is seen while a slider moves
 * @typedef {{title: string, independent: string, names: string[], total: number, rows: string,
 *   between: string, along: boolean, panels: number[], shown: boolean[], marks: Mark[],
 *   steps: {apart: number, ends: string}, parts: Record<string, string>,
 *   scene: Frames & {dimension: number, equal: boolean, shapes: Shape[]},
 *   strips: {edges: string, rows: {equation: string, pieces: string}[]},
 *   colors: [string, string][], live: string}} RunData
 */

/** @param {string} id @returns {any} the element, or null */
function byId(id) {
    return document.getElementById(id);
}

/** @param {EventTarget} target @param {string} type @param {(event: any) => void} what
 * @param {AddEventListenerOptions} [options] */
function on(target, type, what, options = {}) {
    target.addEventListener(type, what, options);
}

/** @param {Element} element @param {() => void} what is done when its size changes */
function onResize(element, what) {
    new ResizeObserver(what).observe(element);
}

/** @param {string} text base64 @returns {ArrayBuffer} */
function bytesOf(text) {
    const letters = atob(text);
    const bytes = new Uint8Array(letters.length);
    for (let k = 0; k < letters.length; ++k) bytes[k] = letters.charCodeAt(k);
    return bytes.buffer;
}

/** @param {string} text @param {number} count of columns @returns {Float64Array[]} */
function columnsOf(text, count) {
    const all = new Float64Array(bytesOf(text));
    const length = all.length / count;
    return Array.from({length: count}, (_, k) => all.subarray(k * length, (k + 1) * length));
}

/** The shortest text that reads back the same number. @param {number} x */
function numberText(x) {
    return Number.isNaN(x) ? "nan" : x === Infinity ? "inf" : x === -Infinity ? "-inf" : String(x);
}

/** How many digits of eight are needed. @param {number} x */
function digitsOf(x) {
    return x.toExponential(7).replace(/e.*/, "").replace(/0+$/, "").replace(/[^0-9]/g, "").length;
}

/** @param {number} x */
function shortText(x) {
    if (!Number.isFinite(x)) return numberText(x);
    const size = Math.abs(x);
    return size >= 1e6 ? x.toExponential(Math.max(0, digitsOf(x) - 1)) : String(Number(x.toPrecision(8)));
}

/** @typedef {{parameter: ArrayLike<number>, columns: ArrayLike<number>[], backwards: boolean}} Curve
 * backwards: the run went towards smaller parameters */

/**
 * Rows and the points between them in one order; along a curve the points alone, by arclength.
 * @param {RunData} data @param {Float64Array[]} rows @returns {Curve}
 */
function curveOf(data, rows) {
    const count = data.names.length + 1;
    const between = columnsOf(data.between, count + 1);
    if (data.along) {
        const columns = between.slice(1).map((c) => Array.from(c));
        return {parameter: Array.from(between[0]), columns, backwards: false};
    }
    const from = rows[0], other = between[0];
    const backwards = from.length > 1 && from[from.length - 1] < from[0];
    /** @type {number[]} */
    const places = [];  // rows by their number, points between by -1 - number
    let i = 0, k = 0;
    while (i < from.length || k < other.length) {
        const rowNext = k >= other.length ||
            (i < from.length && (backwards ? from[i] >= other[k] : from[i] <= other[k]));
        places.push(rowNext ? i++ : -1 - k++);
    }
    if (backwards) places.reverse();
    /** @param {number} c @returns {number[]} */
    const column = (c) => places.map((p) => p >= 0 ? rows[c][p] : between[c + 1][-1 - p]);
    const columns = Array.from({length: count}, (_, c) => column(c));
    return {parameter: columns[0], columns, backwards};
}

/** Whether something of an element is to be seen. @param {Element} element */
function isInView(element) {
    const {top, bottom} = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
}

/** Of the columns that were asked for; the others are not there. @param {RunData} data
 * @param {Glance} glance @param {number[]} chosen numbers of names @returns {Curve} */
function curveOfGlance(data, glance, chosen) {
    const [parameter, x, ...found] = columnsOf(glance.curve, chosen.length + 2);
    const backwards = !data.along && x.length > 1 && x[x.length - 1] < x[0];
    if (backwards) for (const column of new Set([parameter, x, ...found])) column.reverse();
    const columns = [x];
    chosen.forEach((name, k) => columns[name + 1] = found[k]);
    return {parameter, columns, backwards};
}
