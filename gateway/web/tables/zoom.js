// @ts-check
/** A card in full, beside the pointer or the focus. */
import { face } from "./cards.js";
import { render } from "../html.js";

const MARGIN = 8;

/**
 * Show cards in full that are pointed at, tapped or focused below a place. `scene` says how they look now.
 * @param {HTMLElement} place
 * @param {() => import("./scene.js").Scene | null} scene
 * @param {AbortSignal} signal
 */
export function zoomed(place, scene, signal) {
  const panel = document.createElement("div");
  panel.className = "zoom";
  panel.hidden = true;
  panel.setAttribute("aria-hidden", "true");
  document.body.append(panel);
  signal.addEventListener("abort", () => panel.remove());
  const show = (/** @type {Event} */ event) => {
    const thing = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-card]"));
    const now = scene();
    const card = now?.cards.get(thing?.dataset["card"] ?? "");
    panel.hidden = card === undefined;
    if (card === undefined || now === null || thing === null) return;
    render(face(now, card, { full: true }), panel);
    const around = thing.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = panel;
    const left = around.right + MARGIN + width < innerWidth ? around.right + MARGIN : around.left - MARGIN - width;
    panel.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN))}px`;
    panel.style.top = `${Math.max(MARGIN, Math.min(around.top, innerHeight - height - MARGIN))}px`;
  };
  const hide = () => (panel.hidden = true);
  place.addEventListener("pointerover", show, { signal });
  place.addEventListener("focusin", show, { signal });
  place.addEventListener("pointerleave", hide, { signal });
  place.addEventListener("focusout", hide, { signal });
  addEventListener("scroll", hide, { signal, passive: true });
  addEventListener("keydown", ({ key }) => key === "Escape" && hide(), { signal });
}
