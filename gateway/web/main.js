// @ts-check
/** Where the page begins. */
import { App } from "./app.js";

new App(/** @type {HTMLElement} */ (document.getElementById("app"))).start();
