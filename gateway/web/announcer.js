// @ts-check
/** What happens, said to who does not see it. */
const LINES = 40;

/** Say a sentence to screen readers, after what was said before. @param {string} sentence */
export function announce(sentence) {
  const place = /** @type {HTMLElement} */ (document.getElementById("announcer"));
  const line = document.createElement("p");
  line.textContent = sentence;
  place.append(line);
  while (place.childElementCount > LINES) place.firstElementChild?.remove();
}
