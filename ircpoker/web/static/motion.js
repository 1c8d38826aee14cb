// Lets cards, bets and pots move from where they come. Only their shift and their opacity change, never the page around
// them; the texts are those of the new moment from the beginning.

const isCalm = matchMedia("(prefers-reduced-motion: reduce)");

/** Where the middle of an element of a drawing is, in the units of the drawing. */
function middle(drawing, place) {
  const [box, whole] = [place.getBoundingClientRect(), drawing.getBoundingClientRect()];
  const unit = drawing.viewBox.baseVal.width / whole.width;
  return [(box.x + box.width / 2 - whole.x) * unit, (box.y + box.height / 2 - whole.y) * unit];
}

/** Moves an element from a point to another one, each as [x, y]; it stands at the point `at`. */
function slide(place, at, from, to, options) {
  const shift = ([x, y]) => `${x - at[0]}px ${y - at[1]}px`;
  return place.animate([{ translate: shift(from), opacity: 0.2 }, { translate: shift(to), opacity: 1 }], {
    easing: "ease-out", fill: "backwards", ...options,
  });
}

/** Fills a drawing with the texts of a moment, and lets move what is new in it, and what has gone to the pot. */
export function move(drawing, texts, fill) {
  const slot = (name) => drawing.querySelector(`[data-slot="${name}"]`);
  if (isCalm.matches || document.hidden || !drawing.animate) return fill(drawing, texts);
  const pot = slot("pot");
  const before = [pot.textContent, middle(drawing, pot)];
  const gone = Object.keys(texts)
    .filter((name) => name.endsWith(".bet") && !texts[name] && !slot(name).classList.contains("off"))
    .map((name) => [slot(name).cloneNode(true), middle(drawing, slot(name))]);
  const had = new Set(Object.keys(texts).filter((name) => slot(name)?.getAttribute("href")));
  const middles = new Map(Object.keys(texts).filter((name) => /^\d+\.note$/.test(name) && texts[name].startsWith("+"))
    .map((name) => [name, null]));
  fill(drawing, texts);
  const centre = [drawing.viewBox.baseVal.width / 2, drawing.viewBox.baseVal.height / 2];
  let cards = 0;
  for (const [name, text] of Object.entries(texts)) {
    const place = slot(name);
    if (!place || !text) continue;
    if (/(card|board)\d+$/.test(name) && !had.has(name)) {
      const at = middle(drawing, place);
      slide(place, at, centre, at, { duration: 200, delay: Math.min(60 * cards++, 600) });
    } else if (name.endsWith(".bet")) {
      const at = middle(drawing, place);
      slide(place, at, middle(drawing, slot(name.replace("bet", "name"))), at, { duration: 160 });
    }
  }
  const ghosts = gone.map(([ghost, at]) => [ghost, at, before[1]]);
  for (const name of middles.keys()) {
    if (!before[0]) continue;
    const ghost = pot.cloneNode(true);
    ghost.textContent = before[0];
    ghosts.push([ghost, before[1], middle(drawing, slot(name))]);
  }
  for (const [ghost, at, to] of ghosts) {
    ghost.removeAttribute("data-slot");
    ghost.setAttribute("aria-hidden", "true");
    drawing.append(ghost);
    slide(ghost, at, at, to, { duration: 240 }).finished.finally(() => ghost.remove()).catch(() => {});
  }
}
