// SPDX-License-Identifier: Apache-2.0
// Values as a table, some rows at a time, and as a file.

/** @param {RunData} data @param {Float64Array[]} rows */
function makeTable(data, rows) {
    const names = [data.independent, ...data.names], shown = 50;
    const from = byId("from-row");
    let count = rows[0].length;

    function fill() {
        from.max = String(count);
        const first = Math.min(Math.max(1, Math.floor(Number(from.value)) || 1), count) - 1;
        const last = Math.min(count, first + shown);
        const table = byId("values");
        table.replaceChildren();
        const head = table.createTHead().insertRow();
        for (const name of names) {
            const cell = document.createElement("th");
            cell.scope = "col";
            cell.textContent = name;
            head.append(cell);
        }
        const body = table.createTBody();
        for (let k = first; k < last; ++k) {
            const line = body.insertRow();
            for (const column of rows) line.insertCell().textContent = numberText(column[k]);
        }
        byId("row-count").textContent = count === data.total
            ? `rows ${first + 1} to ${last} of ${count}`
            : `rows ${first + 1} to ${last} of ${count} kept from ${data.total}`;
    }

    /** A name with a comma in it is one field all the same. @param {string} name */
    const quoted = (name) => name.includes(",") ? `"${name}"` : name;

    function download() {
        const lines = [names.map(quoted).join(",")];
        for (let k = 0; k < count; ++k) lines.push(rows.map((c) => numberText(c[k])).join(","));
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([lines.join("\n") + "\n"], {type: "text/csv"}));
        link.download = `${(data.title || "run").replace(/[^A-Za-z0-9]+/g, "_").slice(0, 60)}.csv`;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    }

    on(from, "change", fill);
    on(byId("download"), "click", download);
    fill();
    return {
        /** Another run. @param {RunData} next @param {Float64Array[]} nextRows */
        show(next, nextRows) {
            [data, rows] = [next, nextRows];
            count = rows[0].length;
            fill();
        },
    };
}
