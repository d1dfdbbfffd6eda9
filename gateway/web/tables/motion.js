// @ts-check
/** Movement: what has another place after a drawing glides there; what is new appears. */
const MILLISECONDS = 350;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Draw, and show what has moved. Things are told apart by `data-id`.
 * @param {HTMLElement} place
 * @param {() => void} draw
 */
export function animated(place, draw) {
  if (calm.matches || document.hidden) return draw();
  const before = places(place);
  draw();
  if (before.size === 0) return;
  for (const [id, [thing, now]] of places(place)) {
    const then = before.get(id)?.[1];
    if (then === undefined) {
      thing.animate([{ opacity: 0, transform: "scale(.8)" }, { opacity: 1, transform: "none" }], { duration: MILLISECONDS, easing: "ease-out" });
    } else if (Math.abs(then.x - now.x) + Math.abs(then.y - now.y) > 2) {
      const from = `translate(${then.x - now.x}px, ${then.y - now.y}px)`;
      if (thing instanceof HTMLElement) thing.animate([{ transform: from }, { transform: "none" }], { duration: MILLISECONDS, easing: "ease-out" });
    }
  }
}

/** @param {HTMLElement} place @returns {Map<string, [Element, DOMRect]>} */
function places(place) {
  /** @type {Map<string, [Element, DOMRect]>} */
  const found = new Map();
  const origin = place.getBoundingClientRect();
  for (const thing of place.querySelectorAll("[data-id]")) {
    const { x, y, width, height } = thing.getBoundingClientRect();
    found.set(/** @type {HTMLElement} */ (thing).dataset["id"] ?? "", [thing, new DOMRect(x - origin.x, y - origin.y, width, height)]);
  }
  return found;
}
