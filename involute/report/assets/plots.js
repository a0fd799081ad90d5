// SPDX-License-Identifier: Apache-2.0
// Plots of columns against the independent variable: one above the other, with one cursor.

/** What was ticked by hand, by name: it holds for the next run too. @type {Map<string, boolean>} */
const chosen = new Map();

/**
 * @param {RunData} data @param {Curve} curve @param {(parameter: number) => void} onCursor told
 *   where the cursor is
 */
function makePlots(data, curve, onCursor) {
    const place = byId("plots");
    /** @type {uPlot[]} */
    let plots = [];
    /** @type {number | null} */
    let at = null;  // the parameter of the cursor
    let silent = false;
    const shown = data.names.map((name, k) => chosen.get(name) ?? data.shown[k]);
    if (!shown.includes(true)) shown.fill(true);
    const across = data.along ? "s" : data.independent, axisName = data.along ? "s (arclength)" : across;
    const steps = new Float64Array(bytesOf(data.steps.ends));


    /** @param {uPlot} from the range of one is that of all */
    function share(from) {
        if (silent) return;
        silent = true;
        const {min, max} = from.scales.x;
        if (min != null && max != null)
            for (const u of plots) if (u !== from) u.setScale("x", {min, max});
        silent = false;
    }

    /** @param {uPlot} u @param {string} panel */
    function addWheel(u, panel) {
        on(u.over, "wheel", (event) => {
            if (!event.ctrlKey && !event.shiftKey) return;
            event.preventDefault();
            zoom(event.deltaY < 0 ? 0.8 : 1.25, u.posToVal(event.offsetX, "x"));
        }, {passive: false});
        u.over.setAttribute("aria-label", panel);
    }

    /** @param {number} factor @param {number} [around] */
    function zoom(factor, around) {
        const first = plots[0];
        if (!first) return;
        const min = Number(first.scales.x.min), max = Number(first.scales.x.max);
        const c = around ?? (min + max) / 2;
        first.setScale("x", {min: c + (min - c) * factor, max: c + (max - c) * factor});
    }

    /** @param {number} part of the range */
    function pan(part) {
        const first = plots[0];
        if (!first) return;
        const min = Number(first.scales.x.min), max = Number(first.scales.x.max);
        const by = (max - min) * part;
        first.setScale("x", {min: min + by, max: max + by});
    }

    function reset() {
        const x = curve.parameter;
        plots[0]?.setScale("x", {min: x[0], max: x[x.length - 1]});
    }

    /** @param {uPlot} u */
    function cursorMoved(u) {
        const idx = u.cursor.idx;
        if (idx == null || silent) return;
        at = curve.parameter[idx];
        tell(idx, Number(u.cursor.left));
        onCursor(at);
    }

    /** @param {number} idx @param {number} left where the cursor is, in pixels */
    function tell(idx, left) {
        const parts = [`${across} = ${numberText(curve.parameter[idx])}`];
        data.names.forEach((name, k) => {
            if (shown[k]) parts.push(`${name} = ${numberText(curve.columns[k + 1][idx])}`);
        });
        byId("cursor").textContent = parts.join(",  ");
        byId("mark-here").textContent = plots[0] ? marksNear(plots[0], data, left) : "";
    }

    /** @param {uPlot} _ @param {(number | null)[]} values */
    const ticks = (_, values) => values.map((x) => x == null ? "" : shortText(x));

    /** @param {number[]} columns numbers of names @param {string} title */
    function makeOne(columns, title) {
        const logY = byId("logy").checked, logX = byId("logx").checked;
        const ink = themed("--ink"), grid = themed("--grid");
        /** @type {(values: number[], log: boolean) => (number | null)[]} */
        const drawable = (values, log) =>
            values.map((v) => Number.isFinite(v) && (!log || v > 0) ? v : null);
        const axis = {stroke: ink, grid: {stroke: grid, width: 1}, ticks: {stroke: grid, width: 1}};
        const options = {
            width: Math.max(280, place.clientWidth),
            height: 220,
            // Zoom by dragging, double click for the whole; cursors of all panels move together.
            cursor: {sync: {key: "involute", setSeries: false}, drag: {x: true, y: false}},
            scales: {
                x: {time: false, distr: logX ? 3 : 1},
                y: {distr: logY ? 3 : 1},
            },
            axes: [{...axis, label: axisName, labelSize: 18, size: 36, values: ticks},
                   {...axis, size: 70, values: ticks}],
            legend: {live: true},
            series: [
                {label: across,
                 value: (/** @type {uPlot} */ _, /** @type {number | null} */ v) =>
                     v == null ? "" : shortText(v)},
                ...columns.map((c, k) => ({
                    label: data.names[c],
                    stroke: curveColor(data, k),
                    dash: dashes[Math.floor(k / 6) % dashes.length],
                    width: 1.6,
                    spanGaps: false,
                    points: {show: false},
                    value: (/** @type {uPlot} */ _, /** @type {number | null} */ v) =>
                        v == null ? "" : shortText(v),
                })),
            ],
            hooks: {draw: [(/** @type {uPlot} */ u) => drawMarks(u, data, steps)], setScale: [(/** @type {uPlot} */ u) => share(u)],
                    setCursor: [cursorMoved]},
        };
        const x = logX ? drawable(curve.parameter, true) : curve.parameter;
        const first = logX ? x.findIndex((v) => v != null) : 0;
        const table = [x.slice(first),
                       ...columns.map((c) => drawable(curve.columns[c + 1].slice(first), logY))];
        const box = document.createElement("div");
        box.className = "panel";
        place.append(box);
        const u = new uPlot(/** @type {any} */ (options), /** @type {any} */ (table), box);
        const range = columns.map((c) => rangeText(data.names[c], curve.columns[c + 1]));
        u.root.setAttribute("role", "img");
        u.root.setAttribute("aria-label", `${title} against ${across}: ${range.join("; ")}`);
        addWheel(u, title);
        plots.push(u);
    }

    function draw() {
        for (const u of plots) u.destroy();
        plots = [];
        place.replaceChildren();
        const panels = [...new Set(data.panels)].sort((a, b) => a - b);
        for (const panel of panels) {
            const columns = data.names.map((_, k) => k)
                .filter((k) => shown[k] && data.panels[k] === panel);
            if (columns.length > 0) makeOne(columns, columns.map((c) => data.names[c]).join(", "));
        }
    }

    function chooser() {
        const box = byId("columns");
        for (const label of box.querySelectorAll("label")) label.remove();
        data.names.forEach((name, k) => {
            const label = document.createElement("label");
            const tick = document.createElement("input");
            tick.type = "checkbox";
            tick.checked = shown[k];
            on(tick, "change", () => {
                shown[k] = tick.checked;
                chosen.set(name, tick.checked);
                draw();
            });
            label.append(tick, " " + name);
            box.append(label);
        });
    }

    /** Puts the cursor of all plots there. @param {number} parameter */
    function moveTo(parameter) {
        silent = true;
        at = parameter;
        for (const u of plots) u.setCursor({left: u.valToPos(parameter, "x"), top: 20}, false);
        const u = plots[0];
        if (u) tell(u.valToIdx(parameter), u.valToPos(parameter, "x"));
        silent = false;
    }

    /** @param {KeyboardEvent} event */
    function key(event) {
        const x = curve.parameter;
        const step = (x[x.length - 1] - x[0]) / 200;
        /** @type {Record<string, () => void>} */
        const actions = {
            ArrowLeft: () => event.shiftKey ? pan(-0.1) : go((at ?? x[0]) - step),
            ArrowRight: () => event.shiftKey ? pan(0.1) : go((at ?? x[0]) + step),
            "+": () => zoom(0.8, at ?? undefined),
            "-": () => zoom(1.25, at ?? undefined),
            "0": reset,
        };
        const action = actions[event.key];
        if (!action) return;
        event.preventDefault();
        action();
    }

    /** @param {number} parameter */
    function go(parameter) {
        const x = curve.parameter;
        const inside = Math.min(Math.max(parameter, x[0]), x[x.length - 1]);
        moveTo(inside);
        onCursor(inside);
    }

    chooser();
    // Half of the points in the first thousandth: nothing is seen without a logarithm.
    const middle = curve.parameter[curve.parameter.length >> 1];
    const end = curve.parameter[curve.parameter.length - 1];
    if (!data.along && curve.parameter[0] >= 0 && middle < 1e-3 * end) byId("logx").checked = true;
    draw();
    atEnd(() => plots.forEach((u) => u.destroy()));
    on(place, "keydown", key);
    for (const id of ["logx", "logy"]) on(byId(id), "change", draw);
    on(byId("steps"), "change", () => plots.forEach((u) => u.redraw(false, false)));
    on(byId("reset"), "click", reset);
    on(darkScheme, "change", draw);
    let width = place.clientWidth;
    onResize(place, () => {
        if (place.clientWidth === width) return;
        width = place.clientWidth;
        for (const u of plots) u.setSize({width: Math.max(280, width), height: 220});
    });
    return {moveTo, redraw: draw, all: () => plots};
}

/** @param {string} name @param {number[]} values */
function rangeText(name, values) {
    let low = Infinity, high = -Infinity;
    for (const v of values) {
        if (v < low) low = v;
        if (v > high) high = v;
    }
    return `${name} from ${shortText(low)} to ${shortText(high)}`;
}
