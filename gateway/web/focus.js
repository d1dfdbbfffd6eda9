// @ts-check
/** The focus of who uses the keyboard: it is on something that is seen, whatever is drawn anew. */

const FOCUSABLE = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), summary, [tabindex]";

/** Whether nothing that is seen has the focus. */
export function isFocusLost() {
  const { activeElement: now } = document;
  return now === null || now === document.body || now.matches(":disabled") || !now.checkVisibility();
}

/**
 * Draw. The focus stays on what has it or on what takes its place (`data-id`, `data-notation`, `id`); where there is no
 * such thing it goes to the place's `data-rest`, or to what is nearest.
 * @param {HTMLElement} place
 * @param {() => void} draw
 */
export function keepingFocus(place, draw) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  if (before === null || !place.contains(before)) return draw();
  const around = ancestors(before, place);
  const same = ["data-notation", "data-id", "id"].flatMap((name) => {
    const value = before.getAttribute(name);
    return value === null ? [] : [`[${name}="${CSS.escape(value)}"]`];
  });
  draw();
  if (!isFocusLost()) return;
  const nearest = around.filter((each) => each.isConnected).map(first);
  for (const next of [before, ...same.map((each) => place.querySelector(each)), place.querySelector("[data-rest]"), ...nearest]) {
    /** @type {HTMLElement | null} */ (next)?.focus();
    if (!isFocusLost()) return;
  }
  document.getElementById("main")?.focus();
}

/** What an element is in, the nearest first. @param {Element} element @param {Element} place */
function ancestors(element, place) {
  const found = [];
  for (let each = element.parentElement; each !== null && place.contains(each); each = each.parentElement) found.push(each);
  return found;
}

/** @param {Element} place */
const first = (place) => [...place.querySelectorAll(FOCUSABLE)].find((each) => each.checkVisibility()) ?? null;
