// @ts-check
/** Names of types that several modules use; nothing runs here. */
/** @typedef {import("../../clients/typescript/dist/index.js").Client} Client */
/** @typedef {import("../../clients/typescript/dist/models.js").Match} Match */
/** @typedef {import("../../clients/typescript/dist/models.js").Action} Action */
/** @typedef {import("../../clients/typescript/dist/models.js").Card} Card */
/** @typedef {Required<import("../../clients/typescript/dist/models.js").Layout>} Layout */
/** @typedef {import("../../clients/typescript/dist/models.js").Outcome} Outcome */
/** @typedef {import("../../clients/typescript/dist/models.js").RulesetDetails} RulesetDetails */
/** @typedef {import("../../clients/typescript/dist/models.js").Tournament} Tournament */
/** @typedef {Record<string, any>} JsonObject */
/** @typedef {unknown} Template What `html` and `svg` make. */
export {};
