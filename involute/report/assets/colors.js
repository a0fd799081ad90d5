// SPDX-License-Identifier: Apache-2.0
// Colours of the page as it is now, light or dark.

const darkScheme = matchMedia("(prefers-color-scheme: dark)");

/** @param {string} name of a custom property of the style sheet */
function themed(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Columns are told apart by their dashes too. @type {number[][]} */
const dashes = [[], [7, 4], [2, 3], [8, 3, 2, 3], [12, 4], [4, 2]];

/** @param {RunData} data @param {number} k @returns {string} */
function drawColor(data, k) {
    return data.colors[k % data.colors.length][darkScheme.matches ? 1 : 0];
}

/** Of the k-th curve: the colours of the list that differ most come first.
 * @param {RunData} data @param {number} k */
function curveColor(data, k) {
    return drawColor(data, [1, 4, 3, 6, 0, 5][k % 6]);
}
