// The script of reports is one scope over several files: what one defines, others use.
const shared = ["byId", "digitsOf", "on", "onResize", "bytesOf", "isInView", "columnsOf", "numberText", "shortText", "curveOf", "curveOfGlance", "darkScheme",
    "themed", "dashes", "drawColor", "curveColor", "makePlots", "rangeText", "makePhase", "nearest",
    "markStyles", "drawMarks", "marksNear", "makeScene", "makeStrip", "makeTable", "makeLive"];
const browser = ["document", "window", "matchMedia", "getComputedStyle", "devicePixelRatio", "uPlot",
    "ResizeObserver", "Option", "requestAnimationFrame", "URL", "Blob", "setTimeout", "clearTimeout", "innerHeight", "fetch", "AbortController",
    "location", "atob", "DOMParser"];

export default [{
    files: ["assets/*.js"],
    languageOptions: {
        ecmaVersion: 2022,
        sourceType: "script",
        globals: Object.fromEntries([...shared, ...browser].map((name) => [name, "readonly"])),
    },
    rules: {
        "eqeqeq": ["error", "always", {null: "ignore"}], "no-var": "error", "prefer-const": "error",
        "no-undef": "error", "no-eval": "error", "no-implied-eval": "error", "no-new-func": "error",
        "no-unreachable": "error", "no-shadow": "error", "no-unused-expressions": "error",
        "no-restricted-properties": ["error", {property: "innerHTML"}, {property: "outerHTML"},
            {property: "insertAdjacentHTML"}],
        "max-lines": ["error", 400],
    },
}];
