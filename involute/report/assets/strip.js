// SPDX-License-Identifier: Apache-2.0
// How well every equation holds over the run: a line of colours for each.

/** What follows the colours for the strip that stands there. */
let stripLife = new AbortController();

/** Its part of the page is another one after each run. @param {RunData} data */
function makeStrip(data) {
    stripLife.abort();
    stripLife = new AbortController();
    /** @type {HTMLCanvasElement | null} */
    const canvas = byId("strip");
    if (!canvas) return;
    const rows = data.strips.rows.map((r) => new Uint8Array(bytesOf(r.pieces)));
    if (rows.length === 0) {
        canvas.remove();
        return;
    }
    const edges = new Float64Array(bytesOf(data.strips.edges));
    const lineHeight = Math.max(4, Math.min(16, Math.floor(360 / rows.length)));
    canvas.height = rows.length * lineHeight;
    canvas.width = Math.max(300, rows[0].length);
    canvas.style.height = `${canvas.height}px`;

    function draw() {
        const ctx = /** @type {CanvasRenderingContext2D} */ (canvas?.getContext("2d"));
        rows.forEach((pieces, r) => {
            const width = (canvas?.width ?? 0) / pieces.length;
            pieces.forEach((code, k) => {
                // From 1e-17, as good as a double can say, to 1e-6.
                const share = Math.min(1, Math.max(0, (code / 10 - 3) / 11));
                const light = darkScheme.matches ? 18 + 45 * share : 94 - 50 * share;
                ctx.fillStyle = code === 255 ? themed("--bad") : `hsl(${205 - 190 * share} 70% ${light}%)`;
                ctx.fillRect(Math.floor(k * width), r * lineHeight, Math.ceil(width), lineHeight - 1);
            });
        });
    }

    on(canvas, "pointermove", (event) => {
        const box = canvas.getBoundingClientRect();
        const r = Math.floor((event.clientY - box.top) / box.height * rows.length);
        const k = Math.floor((event.clientX - box.left) / box.width * rows[0].length);
        if (!rows[r] || k < 0 || k >= rows[r].length) return;
        const code = rows[r][k];
        const size = code === 255 ? "not finite" : code === 0 ? "0" : `1e${(code / 10 - 20).toFixed(1)}`;
        byId("strip-value").textContent =
            `${data.strips.rows[r].equation}: ${size} from ${data.independent} = ` +
            `${shortText(edges[k])} to ${shortText(edges[k + 1])}`;
    });
    on(darkScheme, "change", draw, {signal: stripLife.signal});
    draw();
}
