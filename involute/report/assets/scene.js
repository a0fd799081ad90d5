// SPDX-License-Identifier: Apache-2.0
// The motion: shapes of the model on a canvas, frame by frame, with velocities and arrows on request.
// In space they are seen along parallel rays; dragging turns them.

/** @param {RunData} data @param {(parameter: number) => void} onTime told where the motion is */
function makeScene(data, onTime) {
    const {scene} = data;
    /** @type {HTMLCanvasElement} */
    const canvas = byId("scene");
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const width = scene.values, space = scene.dimension === 3;
    let where = new Float64Array(bytesOf(scene.where)), xs = new Float64Array(bytesOf(scene.x));
    let frames = new Float32Array(bytesOf(scene.frames));
    let count = where.length, first = where[0], last = where[count - 1];
    const view = {azimuth: -0.9, elevation: 0.35};
    const now = new Float32Array(width);
    let parameter = first;
    let playing = false, before = 0;

    /** Fills `now` with the values between two frames. @param {number} s */
    function setFrame(s) {
        parameter = s;
        const k = frameBefore(s);
        const gap = count > 1 ? where[k + 1] - where[k] : 1;
        const share = count > 1 && gap !== 0 ? (s - where[k]) / gap : 0;
        const a = k * width, b = Math.min(k + 1, count - 1) * width;
        for (let i = 0; i < width; ++i) now[i] = frames[a + i] + share * (frames[b + i] - frames[a + i]);
        return k;
    }
    /** @param {number} s */
    function frameBefore(s) {
        let low = 0, high = count - 1;
        const sign = last < first ? -1 : 1;
        while (high - low > 1) {
            const middle = (low + high) >> 1;
            if (sign * where[middle] <= sign * s) low = middle;
            else high = middle;
        }
        return low;
    }

    /** Coordinates on the page, before scaling. @param {number[]} p @returns {[number, number]} */
    function flat(p) {
        if (!space) return [p[0], p[1]];
        const {azimuth: a, elevation: e} = view;
        const right = -Math.sin(a) * p[0] + Math.cos(a) * p[1];
        const depth = Math.cos(a) * p[0] + Math.sin(a) * p[1];
        return [right, Math.cos(e) * p[2] - Math.sin(e) * depth];
    }
    /** How near a shape is to who looks: of its points, on average. @param {Shape} shape */
    function nearness(shape) {
        const {azimuth: a, elevation: e} = view;
        let sum = 0;
        for (const [x, y, z] of shape.points.map((p) => pick(now, 0, p)))
            sum += Math.cos(e) * (Math.cos(a) * x + Math.sin(a) * y) + Math.sin(e) * z;
        return shape.shape === "trace" ? -Infinity : sum / shape.points.length;
    }
    /** In space what is farther is drawn first, so that what is nearer hides it. */
    function inOrder() {
        if (!space) return scene.shapes;
        return scene.shapes.map((shape) => ({shape, near: nearness(shape)}))
            .sort((a, b) => a.near - b.near).map(({shape}) => shape);
    }
    /** @param {ArrayLike<number>} values @param {number} from @param {number[]} places */
    const pick = (values, from, places) => places.map((k) => values[from + k]);

    /** What all frames together take up; where the last twentieth outgrows by 1e4 all before it, as in a blow-up,
     * what those before take up. */
    function extent() {
        const beyond = (/** @type {number} */ s) => Math.abs(last - s) < 0.05 * Math.abs(last - first);
        const calm = where.findIndex(beyond), all = extentOf(count);
        if (calm < 3) return all;
        const most = extentOf(calm);
        const size = (/** @type {{box: number[]}} */ {box}) => Math.max(box[2] - box[0], box[3] - box[1]);
        return size(most) > 0 && size(all) > 1e4 * size(most) ? most : all;
    }

    /** @param {number} end frames before this one @returns {{box: number[], speed: number, force: number}} */
    function extentOf(end) {
        const box = [Infinity, Infinity, -Infinity, -Infinity];
        let speed = 0, force = 0;
        /** @param {number[]} p @param {number} r */
        const include = (p, r) => {
            const [x, y] = flat(p);
            if (!Number.isFinite(x + y)) return;
            box[0] = Math.min(box[0], x - r);
            box[1] = Math.min(box[1], y - r);
            box[2] = Math.max(box[2], x + r);
            box[3] = Math.max(box[3], y + r);
        };
        for (let k = 0; k < end; ++k) {
            const from = k * width;
            for (const shape of scene.shapes) {
                const r = shape.radius < 0 ? 0 : Math.abs(frames[from + shape.radius]);
                const places = shape.shape === "arrow" ? shape.points.slice(0, 1) : shape.points;
                for (const p of places) include(pick(frames, from, p), r);
                for (const v of shape.velocities)
                    speed = Math.max(speed, Math.hypot(...pick(frames, from, v)) || 0);
                if (shape.shape === "arrow")
                    force = Math.max(force, Math.hypot(...pick(frames, from, shape.points[1])) || 0);
            }
        }
        return {box, speed, force};
    }
    let whole = extent();

    /** From coordinates of the model to pixels. @returns {(p: number[]) => [number, number]} */
    function toPixels() {
        const [x0, y0, x1, y1] = whole.box;
        const w = canvas.clientWidth, h = canvas.clientHeight, edge = 24;
        const wide = (w - 2 * edge) / (x1 - x0 || 1), high = (h - 2 * edge) / (y1 - y0 || 1);
        const least = Math.min(wide, high);
        pixels = Number.isFinite(least) ? least : 1;
        const [sx, sy] = scene.equal ? [pixels, pixels] : [wide, high];
        return (p) => {
            const [x, y] = flat(p);
            return [w / 2 + (x - (x0 + x1) / 2) * sx, h / 2 - (y - (y0 + y1) / 2) * sy];
        };
    }
    let pixels = 1;

    /** @param {[number, number][]} points */
    function path(points) {
        ctx.beginPath();
        points.forEach(([x, y], k) => k === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y));
    }

    /** The path of a point over frames [from, end). @param {number[]} places
     * @param {(p: number[]) => [number, number]} to @param {number} from @param {number} end */
    function track(places, to, from, end) {
        ctx.beginPath();
        for (let i = from; i < end; ++i) {
            const [x, y] = to(pick(frames, i * width, places));
            if (i === from) ctx.moveTo(x, y);
            else ctx.lineTo(x, y);
        }
    }

    /** @param {[number, number]} a @param {[number, number]} b @param {number} size */
    function spring(a, b, size) {
        const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
        const across = [-(b[1] - a[1]) / length, (b[0] - a[0]) / length];
        const turns = 8, half = 3 * size;
        /** @type {[number, number][]} */
        const points = [a];
        for (let k = 0; k < 2 * turns; ++k) {
            const share = 0.12 + 0.76 * (k + 0.5) / (2 * turns), side = k % 2 === 0 ? half : -half;
            points.push([a[0] + share * (b[0] - a[0]) + side * across[0],
                         a[1] + share * (b[1] - a[1]) + side * across[1]]);
        }
        points.push(b);
        path(points);
        ctx.stroke();
    }

    /** @param {[number, number]} a @param {[number, number]} b */
    function arrow(a, b) {
        const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
        if (!(length > 1)) return;
        const x = (b[0] - a[0]) / length, y = (b[1] - a[1]) / length, head = Math.min(9, length);
        path([a, b]);
        ctx.stroke();
        path([b, [b[0] - head * x - head / 2 * y, b[1] - head * y + head / 2 * x],
              [b[0] - head * x + head / 2 * y, b[1] - head * y - head / 2 * x]]);
        ctx.fill();
    }

    /** A vector that begins at p, the longest as long as a quarter of the picture.
     * @param {(p: number[]) => [number, number]} to @param {number[]} p @param {number[]} v
     * @param {number} longest */
    function vector(to, p, v, longest) {
        const unit = 0.25 * Math.min(canvas.clientWidth, canvas.clientHeight) / pixels / (longest || 1);
        arrow(to(p), to(p.map((c, k) => c + unit * v[k])));
    }

    /** @param {Shape} shape @param {(p: number[]) => [number, number]} to @param {number} frame */
    function drawShape(shape, to, frame) {
        const color = shape.color >= 0 ? drawColor(data, shape.color)
            : shape.shape === "trace" ? themed("--axis")
            : drawColor(data, shape.shape === "point" || shape.shape === "circle" ? 1 : 0);
        const size = shape.size || (shape.shape === "point" ? 10 : shape.shape === "trace" ? 1 : 2);
        const points = shape.points.map((p) => to(pick(now, 0, p)));
        ctx.strokeStyle = ctx.fillStyle = color;
        ctx.lineWidth = shape.shape === "point" ? 1 : size;
        ctx.lineJoin = ctx.lineCap = "round";
        switch (shape.shape) {
        case "line":
            path(points);
            ctx.stroke();
            break;
        case "polygon":
            path(points);
            ctx.closePath();
            ctx.fillStyle = themed("--page");
            if (space) ctx.fill();
            ctx.fillStyle = color;
            ctx.globalAlpha = 0.2;
            ctx.fill();
            ctx.globalAlpha = 1;
            ctx.stroke();
            break;
        case "point":
            ctx.beginPath();
            ctx.arc(points[0][0], points[0][1], size / 2, 0, 2 * Math.PI);
            ctx.fill();
            break;
        case "circle":
            ctx.beginPath();
            ctx.arc(points[0][0], points[0][1], Math.abs(now[shape.radius]) * pixels, 0, 2 * Math.PI);
            ctx.stroke();
            break;
        case "spring":
            spring(points[0], points[1], size);
            break;
        case "trace":
            ctx.globalAlpha = 0.3;  // where it will go
            track(shape.points[0], to, frame + 1, count);
            ctx.stroke();
            ctx.globalAlpha = 1;
            track(shape.points[0], to, 0, frame + 1);
            ctx.lineTo(points[0][0], points[0][1]);
            ctx.stroke();
            break;
        case "arrow":
            if (byId("forces").checked)
                vector(to, pick(now, 0, shape.points[0]), pick(now, 0, shape.points[1]), whole.force);
            break;
        }
        if (!byId("velocities").checked) return;
        ctx.strokeStyle = ctx.fillStyle = drawColor(data, 3);
        ctx.lineWidth = 2;
        shape.velocities.forEach((v, i) =>
            vector(to, pick(now, 0, shape.points[i]), pick(now, 0, v), whole.speed));
    }

    function draw() {
        const ratio = devicePixelRatio || 1;
        const w = Math.round(canvas.clientWidth * ratio), h = Math.round(canvas.clientHeight * ratio);
        if (canvas.width !== w || canvas.height !== h) {
            canvas.width = w;
            canvas.height = h;
        }
        ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
        ctx.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
        const frame = setFrame(parameter);
        const to = toPixels();
        inOrder().forEach((shape) => drawShape(shape, to, frame));
        const x = count > 1 ? xs[frame] + (where[frame + 1] === where[frame] ? 0
            : (parameter - where[frame]) / (where[frame + 1] - where[frame]) *
              (xs[frame + 1] - xs[frame])) : xs[0];
        byId("now").textContent = `${data.independent} = ${shortText(x)}`;
    }

    /** @param {number} s */
    function moveTo(s) {
        parameter = last >= first ? Math.min(Math.max(s, first), last)
                                  : Math.max(Math.min(s, first), last);
        byId("scrub").value = String(last === first ? 0 : (parameter - first) / (last - first));
        draw();
    }

    // The whole run in twenty seconds at speed 1, whatever its unit of time is.
    const seconds = 20;
    /** @param {number} time */
    function tick(time) {
        if (!playing) return;
        const passed = before === 0 ? 0 : Math.min(0.1, (time - before) / 1000);
        before = time;
        let s = parameter + (last - first) * passed * Number(byId("speed").value) / seconds;
        if ((last - first) * (s - last) > 0) s = first;
        moveTo(s);
        onTime(parameter);
        requestAnimationFrame(tick);
    }
    function play() {
        playing = !playing;
        before = 0;
        const button = byId("play");
        button.textContent = playing ? "Pause" : "Play";
        button.setAttribute("aria-pressed", String(playing));
        if (playing) requestAnimationFrame(tick);
    }

    on(byId("play"), "click", play);
    on(byId("scrub"), "input", () => {
        moveTo(first + Number(byId("scrub").value) * (last - first));
        onTime(parameter);
    });
    for (const id of ["velocities", "forces"]) on(byId(id), "change", draw);
    byId("forces").parentElement.hidden = !scene.shapes.some((s) => s.shape === "arrow");
    byId("velocities").parentElement.hidden = !scene.shapes.some((s) => s.velocities.length > 0);
    on(canvas, "keydown", (event) => {
        if (event.key !== " " && !event.key.startsWith("Arrow")) return;
        event.preventDefault();
        if (event.key === " ") return play();
        if (space && event.shiftKey) return turn(event.key);
        const step = (last - first) / 100 * (event.key === "ArrowLeft" || event.key === "ArrowDown" ? -1 : 1);
        moveTo(parameter + step);
        onTime(parameter);
    });
    /** @param {string} key */
    function turn(key) {
        view.azimuth += key === "ArrowLeft" ? -0.1 : key === "ArrowRight" ? 0.1 : 0;
        view.elevation += key === "ArrowUp" ? 0.1 : key === "ArrowDown" ? -0.1 : 0;
        whole = extent();
        draw();
    }
    if (space)
        on(canvas, "pointermove", (event) => {
            if (event.buttons !== 1) return;
            view.azimuth -= event.movementX * 0.01;
            view.elevation = Math.min(1.5, Math.max(-1.5, view.elevation + event.movementY * 0.01));
            whole = extent();
            draw();
        });
    on(darkScheme, "change", draw);
    onResize(canvas, draw);
    moveTo(first);

    /** Another run: the motion stands where it stood. @param {Frames} next */
    function show(next) {
        where = new Float64Array(bytesOf(next.where));
        xs = new Float64Array(bytesOf(next.x));
        frames = new Float32Array(bytesOf(next.frames));
        count = where.length;
        [first, last] = [where[0], where[count - 1]];
        whole = extent();
        moveTo(parameter);
    }

    return {moveTo, show, isPlaying: () => playing};
}
