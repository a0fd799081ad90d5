// SPDX-License-Identifier: Apache-2.0
// Plots of columns against the independent variable: one above the other, with one cursor.

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
    let skipped = 0;  // points before the first that a logarithm has a place for
    /** Of each plot: its columns. @type {number[][]} */
    let columnsOfPlots = [];
    const shown = [...data.shown];
    if (!shown.includes(true)) shown.fill(true);
    const across = data.along ? "s" : data.independent, axisName = data.along ? "s (arclength)" : across;
    let steps = new Float64Array(bytesOf(data.steps.ends));

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

    /** @returns {{min: number, max: number}} */
    function whole() {
        const x = curve.parameter;
        return {min: x[0], max: x[x.length - 1]};
    }

    function reset() {
        plots[0]?.setScale("x", whole());
    }

    /** @param {uPlot} u */
    function cursorMoved(u) {
        if (u.cursor.idx == null || silent) return;
        const idx = u.cursor.idx + skipped;
        at = curve.parameter[idx];
        tell(idx, Number(u.cursor.left));
        onCursor(at);
    }

    /** @param {number} idx @param {number} left where the cursor is, in pixels */
    function tell(idx, left) {
        const parts = [`${across} = ${numberText(curve.parameter[idx])}`];
        data.names.forEach((name, k) => {
            const column = curve.columns[k + 1];
            if (shown[k] && column) parts.push(`${name} = ${numberText(column[idx])}`);
        });
        byId("cursor").textContent = parts.join(",  ");
        byId("mark-here").textContent = plots[0] ? marksNear(plots[0], data, left) : "";
    }

    /** @param {uPlot} _ @param {(number | null)[]} values */
    const ticks = (_, values) => values.map((x) => x == null ? "" : shortText(x));

    /** What a plot of these columns draws. @param {number[]} columns numbers of names */
    function tableOf(columns) {
        const logY = byId("logy").checked, logX = byId("logx").checked;
        /** @type {(values: ArrayLike<number>, log: boolean) => (number | null)[]} */
        const drawable = (values, log) =>
            Array.from(values, (v) => Number.isFinite(v) && (!log || v > 0) ? v : null);
        const x = drawable(curve.parameter, logX);
        skipped = logX ? Math.max(0, x.findIndex((v) => v != null)) : 0;
        return [x.slice(skipped), ...columns.map((c) => drawable(curve.columns[c + 1] ?? [], logY).slice(skipped))];
    }

    /** @param {uPlot} u @param {number[]} columns */
    function describe(u, columns) {
        const range = columns.map((c) => rangeText(data.names[c], curve.columns[c + 1] ?? []));
        u.root.setAttribute("role", "img");
        u.root.setAttribute("aria-label", `${titleOf(columns)} against ${across}: ${range.join("; ")}`);
    }

    /** @param {number[]} columns */
    function titleOf(columns) {
        return columns.map((c) => data.names[c]).join(", ");
    }

    /** Over many decades only powers of ten have lines: all others would be a grey sheet.
     * @param {uPlot} _ @param {number} axis @param {number} min @param {number} max */
    function decades(_, axis, min, max) {
        const first = Math.floor(Math.log10(min)), last = Math.ceil(Math.log10(max));
        const apart = Math.max(1, Math.ceil((last - first) / 10)), count = Math.floor((last - first) / apart) + 1;
        const within = (/** @type {number} */ v) => v >= min * (1 - 1e-9) && v <= max * (1 + 1e-9);
        const lines = Array.from({length: count}, (__, k) => first + k * apart)
            .flatMap((k) => last - first > 4 ? [Number(`1e${k}`)] : [1, 2, 5].map((m) => Number(`${m}e${k}`))).filter(within);
        if (lines.length > 1) return lines;
        const step = 10 ** Math.floor(Math.log10(max - min)), from = Math.ceil(min / step);
        return Array.from({length: Math.floor(max / step) - from + 1}, (__, k) => (from + k) * step);
    }

    /** @param {boolean} log @param {ArrayLike<number>[]} all */
    function linesOf(log, all) {
        if (!log) return {};
        let low = Infinity, high = 0;
        for (const values of all)
            for (let k = 0; k < values.length; ++k) {
                if (!(values[k] > 0 && values[k] < Infinity)) continue;
                low = Math.min(low, values[k]);
                high = Math.max(high, values[k]);
            }
        return high > 1e4 * low ? {splits: decades, filter: (/** @type {uPlot} */ _, /** @type {number[]} */ splits) => splits} : {};
    }

    /** The largest and the smallest value of a curve before the last twentieth of what is seen and within it.
     * @param {uPlot} u @param {ArrayLike<number | null | undefined>} values */
    function extremes(u, values) {
        const x = u.data[0], scale = u.scales.x, end = curve.parameter.length - 1;
        const from = Math.max(Number(scale.min), curve.parameter[0]);
        const to = Math.min(Number(scale.max), curve.parameter[end]);
        const calm = {low: Infinity, high: -Infinity}, last = {low: Infinity, high: -Infinity};
        for (let k = 0; k < x.length; ++k) {
            const x0 = Number(x[k]), v = values[k];
            if (v == null || x0 < from || x0 > to) continue;
            const into = (curve.backwards ? x0 - from : to - x0) < 0.05 * (to - from) ? last : calm;
            into.low = Math.min(into.low, v);
            into.high = Math.max(into.high, v);
        }
        return {calm, last};
    }

    /** Values that outgrow by 1e4, within the last twentieth, all that was before are cut: a blow-up would make
     * straight lines of everything else. @param {uPlot} u @param {number} low @param {number} high
     * @returns {[number, number]} */
    function rangeOf(u, low, high) {
        const size = (/** @type {{low: number, high: number}} */ r) => Math.max(-r.low, r.high);
        const found = u.data.slice(1).map((values) => extremes(u, values));
        const runsAway = found.map(({calm, last}) => size(calm) > 0 && size(last) > 1e4 * size(calm));
        const cut = runsAway.includes(true);
        u.root.classList.toggle("cut", cut);
        if (cut) {
            const kept = found.flatMap(({calm, last}, k) => runsAway[k] ? [calm] : [calm, last]);
            low = Math.min(...kept.map((r) => r.low));
            high = Math.max(...kept.map((r) => r.high));
        }
        const [bottom, top] = uPlot.rangeNum(low, high, 0.1, true);
        return [Number(bottom), Number(top)];
    }

    /** @param {number[]} columns numbers of names */
    function makeOne(columns) {
        const logY = byId("logy").checked, logX = byId("logx").checked;
        const ink = themed("--ink"), grid = themed("--grid");
        const axis = {stroke: ink, grid: {stroke: grid, width: 1}, ticks: {stroke: grid, width: 1}};
        const options = {
            width: Math.max(280, place.clientWidth),
            height: 220,
            // Zoom by dragging, double click for the whole; cursors of all panels move together.
            cursor: {sync: {key: "involute", setSeries: false}, drag: {x: true, y: false}},
            scales: {
                x: {time: false, distr: logX ? 3 : 1},
                y: logY ? {distr: 3} : {range: rangeOf},
            },
            axes: [{...axis, label: axisName, labelSize: 18, size: 36, values: ticks, ...linesOf(logX, [curve.parameter])},
                   {...axis, size: 70, values: ticks, ...linesOf(logY, columns.map((c) => curve.columns[c + 1] ?? []))}],
            // Colours come back after six curves: what is dashed is so beside its name too.
            legend: {live: true, markers: {dash: (/** @type {uPlot} */ _, /** @type {number} */ k) =>
                k <= 6 ? "solid" : k <= 12 ? "dashed" : "dotted"}},
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
        const box = document.createElement("div");
        box.className = "panel";
        place.append(box);
        const u = new uPlot(/** @type {any} */ (options), /** @type {any} */ (tableOf(columns)), box);
        describe(u, columns);
        addWheel(u, titleOf(columns));
        plots.push(u);
    }

    /** Of each panel, in their order: the columns in it that are shown. */
    function panels() {
        const numbers = [...new Set(data.panels)].sort((a, b) => a - b);
        const columns = (/** @type {number} */ panel) =>
            data.names.map((_, k) => k).filter((k) => shown[k] && data.panels[k] === panel);
        return numbers.map(columns).filter((c) => c.length > 0);
    }

    function draw() {
        for (const u of plots) u.destroy();
        plots = [];
        place.replaceChildren();
        columnsOfPlots = panels();
        columnsOfPlots.forEach(makeOne);
    }

    /** Another run: in the plots that stand there, as they are zoomed; of a glance in those in view.
     * @param {RunData} next @param {Curve} nextCurve @param {boolean} [inView] */
    function show(next, nextCurve, inView = false) {
        const before = whole(), scale = plots[0]?.scales.x;
        const zoomed = scale && (scale.min !== before.min || scale.max !== before.max);
        [data, curve] = [next, nextCurve];
        steps = new Float64Array(bytesOf(data.steps.ends));
        if (panels().join(";") !== columnsOfPlots.join(";")) draw();
        silent = true;
        plots.forEach((u, k) => {
            if (inView && !isInView(u.root)) return;
            u.batch(() => {
                const range = {min: Number(u.scales.x.min), max: Number(u.scales.x.max)};
                u.setData(/** @type {any} */ (tableOf(columnsOfPlots[k])), !zoomed);
                if (zoomed) u.setScale("x", range);
            });
            describe(u, columnsOfPlots[k]);
        });
        silent = false;
        if (at != null) moveTo(at);
    }

    function chooser() {
        const box = byId("columns");
        data.names.forEach((name, k) => {
            const label = document.createElement("label");
            const tick = document.createElement("input");
            tick.type = "checkbox";
            tick.checked = shown[k];
            on(tick, "change", () => {
                shown[k] = tick.checked;
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
        if (u) tell(nearest(curve.parameter, parameter), u.valToPos(parameter, "x"));
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
    const drawn = () => columnsOfPlots.filter((_, k) => isInView(plots[k].root)).flat();
    return {moveTo, show, drawn};
}

/** @param {string} name @param {ArrayLike<number>} values */
function rangeText(name, values) {
    let low = Infinity, high = -Infinity;
    for (let k = 0; k < values.length; ++k) {
        if (values[k] < low) low = values[k];
        if (values[k] > high) high = values[k];
    }
    return `${name} from ${shortText(low)} to ${shortText(high)}`;
}
