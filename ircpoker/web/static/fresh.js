// Keeps parts of a page as they are on the server, while somebody looks at it. A part that has the focus waits until it is elsewhere.
import { follow } from "./stream.js";

const waiting = new Map();

function put() {
  for (const [id, html] of waiting) {
    const part = document.getElementById(id);
    if (part?.contains(document.activeElement)) continue;
    waiting.delete(id);
    if (part) part.innerHTML = html; // escaped by the page's own server
  }
}

const [begin, end] = follow(location.href, (parts) => {
  for (const [id, html] of Object.entries(parts)) waiting.set(id, html);
  put();
});
// The press that takes the focus away is over by then, so nothing moves away from under it.
document.addEventListener("focusout", () => setTimeout(put, 300));
if (document.hidden) end();
document.addEventListener("visibilitychange", () => (document.hidden ? end : begin)());
