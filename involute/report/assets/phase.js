// SPDX-License-Identifier: Apache-2.0
// One column against another. uPlot wants ascending numbers across, which a phase curve does not
// have: it gets the corners and makes axes and zoom, and the curve is drawn over them.

/** @param {RunData} data @param {Curve} curve */
function makePhase(data, curve) {
    const across = byId("phase-x"), upwards = byId("phase-y"), place = byId("phase");
    const names = [data.independent, ...data.names];
    /** @type {uPlot | null} */
    let plot = null;
    let now = -1;
    names.forEach((name, k) => {
        across.append(new Option(name, String(k)));
        upwards.append(new Option(name, String(k)));
    });
    across.value = String(Math.min(1, names.length - 1));
    upwards.value = String(Math.min(2, names.length - 1));

    /** @param {ArrayLike<number>} values @returns {[number, number]} */
    function range(values) {
        let low = Infinity, high = -Infinity;
        for (let k = 0; k < values.length; ++k) {
            if (values[k] < low) low = values[k];
            if (values[k] > high) high = values[k];
        }
        if (!(low <= high)) return [0, 1];
        const space = (high - low || Math.abs(high) || 1) * 0.04;
        return [low - space, high + space];
    }

    /** @param {uPlot} u */
    function drawCurve(u) {
        const x = curve.columns[Number(across.value)], y = curve.columns[Number(upwards.value)];
        const {ctx, bbox} = u;
        ctx.save();
        ctx.beginPath();
        ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
        ctx.clip();
        ctx.strokeStyle = curveColor(data, 0);
        ctx.lineWidth = 1.6 * devicePixelRatio;
        ctx.beginPath();
        let pen = false;
        for (let k = 0; k < x.length; ++k) {
            const good = Number.isFinite(x[k]) && Number.isFinite(y[k]);
            if (good) {
                const left = u.valToPos(x[k], "x", true), top = u.valToPos(y[k], "y", true);
                if (pen) ctx.lineTo(left, top);
                else ctx.moveTo(left, top);
            }
            pen = good;
        }
        ctx.stroke();
        for (const mark of data.marks) if (mark.at != null) ring(u, mark, nearest(curve.parameter, mark.at));
        if (now >= 0) {
            ctx.fillStyle = themed("--mark");
            ctx.beginPath();
            ctx.arc(u.valToPos(x[now], "x", true), u.valToPos(y[now], "y", true),
                    5 * devicePixelRatio, 0, 2 * Math.PI);
            ctx.fill();
        }
        ctx.restore();
    }

    /** An event, a section or a singular point on the curve. @param {uPlot} u @param {Mark} mark
     * @param {number} k */
    function ring(u, mark, k) {
        const {ctx} = u, x = curve.columns[Number(across.value)][k], y = curve.columns[Number(upwards.value)][k];
        if (!Number.isFinite(x) || !Number.isFinite(y)) return;
        ctx.strokeStyle = themed(markStyles[mark.kind][0]);
        ctx.beginPath();
        ctx.arc(u.valToPos(x, "x", true), u.valToPos(y, "y", true), 4 * devicePixelRatio, 0, 2 * Math.PI);
        ctx.stroke();
    }

    function draw() {
        plot?.destroy();
        plot = null;
        if (!byId("phase-part").open) return;
        const i = Number(across.value), k = Number(upwards.value);
        const x = range(curve.columns[i]), y = range(curve.columns[k]);
        const ink = themed("--ink"), grid = themed("--grid");
        const axis = {stroke: ink, grid: {stroke: grid, width: 1}, ticks: {stroke: grid, width: 1}};
        const options = {
            width: Math.min(640, Math.max(280, place.clientWidth)), height: 420,
            cursor: {drag: {x: true, y: true, uni: 20}},
            legend: {show: false},
            scales: {x: {time: false, range: undefined}, y: {}},
            axes: [{...axis, label: names[i], labelSize: 18},
                   {...axis, label: names[k], labelSize: 18, size: 70}],
            series: [{}, {paths: () => null, points: {show: false}}],
            hooks: {draw: [drawCurve]},
        };
        plot = new uPlot(/** @type {any} */ (options), [x, y], place);
        plot.root.setAttribute("role", "img");
        plot.root.setAttribute("aria-label", `${names[k]} against ${names[i]}`);
    }

    for (const select of [across, upwards]) on(select, "change", draw);
    on(byId("phase-part"), "toggle", draw);
    on(darkScheme, "change", draw);
    draw();
    return {
        /** Columns that are drawn, by their numbers among the names. @returns {number[]} */
        drawn: () => plot && isInView(place) ? [Number(across.value), Number(upwards.value)].filter((c) => c > 0).map((c) => c - 1) : [],
        /** Another run. @param {RunData} next @param {Curve} nextCurve @param {boolean} [inView] */
        show(next, nextCurve, inView = false) {
            if (inView && !isInView(place)) return;
            [data, curve] = [next, nextCurve];
            now = -1;
            draw();
        },
        /** @param {number} parameter */
        moveTo(parameter) {
            if (!plot) return;
            now = nearest(curve.parameter, parameter);
            plot.redraw(false, false);
        },
    };
}

/** The place of the number nearest to x in ascending ones. @param {ArrayLike<number>} list
 * @param {number} x */
function nearest(list, x) {
    let low = 0, high = list.length - 1;
    while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (list[middle] <= x) low = middle;
        else high = middle;
    }
    return Math.abs(list[low] - x) <= Math.abs(list[high] - x) ? low : high;
}
