// Lets cards, bets and pots move from where they come. What moves is a copy on a layer of its own, of which only the shift
// and the opacity change, so nothing is laid out meanwhile; the texts are those of the new moment from the beginning.

const isCalm = matchMedia("(prefers-reduced-motion: reduce)");

/** Where the middle of an element is. */
function middle(place) {
  const box = place.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/**
 * Moves a copy of an element, which stands at the point `at` of a drawing, from a point to another one, each as [x, y].
 * One that stays comes into sight, another one fades. Returns the layer and its motion.
 */
function slide(drawing, copy, at, from, to, { stays, ...options }) {
  const [whole, figure] = [drawing.getBoundingClientRect(), drawing.parentElement.getBoundingClientRect()];
  const layer = drawing.cloneNode(false);
  for (const name of ["role", "aria-label"]) layer.removeAttribute(name);
  layer.setAttribute("aria-hidden", "true");
  layer.classList.add("moving");
  const box = { left: whole.x - figure.x, top: whole.y - figure.y, width: whole.width, height: whole.height };
  for (const [name, length] of Object.entries(box)) layer.style[name] = `${length}px`;
  copy.removeAttribute("data-slot");
  layer.append(copy);
  drawing.after(layer);
  const shift = ([x, y]) => `translate(${x - at[0]}px, ${y - at[1]}px)`;
  const [first, last] = stays ? [0.2, 1] : [1, 0];
  const frames = [{ transform: shift(from), opacity: first }, { transform: shift(to), opacity: last }];
  return [layer, layer.animate(frames, { easing: "ease-out", fill: "both", ...options })];
}

/** Fills a drawing with the texts of a moment, and lets move what is new in it, and what has gone to the pot. */
export function move(drawing, texts, fill) {
  const slot = (name) => drawing.querySelector(`[data-slot="${name}"]`);
  if (isCalm.matches || document.hidden || !drawing.animate) return fill(drawing, texts);
  const pot = slot("pot");
  const [potBefore, potAt] = [pot.cloneNode(true), middle(pot)];
  const gone = Object.keys(texts)
    .filter((name) => name.endsWith(".bet") && !texts[name] && !slot(name).classList.contains("off"))
    .map((name) => [slot(name).cloneNode(true), middle(slot(name))]);
  const had = new Set(Object.keys(texts).filter((name) => slot(name)?.getAttribute("href")));
  fill(drawing, texts);
  const motions = gone.map(([copy, at]) => [copy, at, at, potAt, { duration: 240 }]);
  let cards = 0;
  for (const [name, text] of Object.entries(texts)) {
    const place = slot(name);
    if (!place || !text) continue;
    const isCard = /(card|board)\d+$/.test(name) && !had.has(name);
    if (isCard || name.endsWith(".bet")) {
      const from = isCard ? middle(drawing) : middle(slot(name.replace("bet", "name")));
      const options = isCard ? { duration: 200, delay: Math.min(60 * cards++, 600) } : { duration: 160 };
      motions.push([place.cloneNode(true), middle(place), from, middle(place), { stays: true, ...options }]);
      place.animate([{ opacity: 0 }, { opacity: 0 }], { ...options, fill: "backwards" });
    } else if (/^\d+\.note$/.test(name) && text.startsWith("+") && potBefore.textContent) {
      motions.push([potBefore.cloneNode(true), potAt, potAt, middle(place), { duration: 240 }]);
    }
  }
  const moving = motions.map((motion) => slide(drawing, ...motion));
  Promise.allSettled(moving.map(([, motion]) => motion.finished)).then(() => moving.forEach(([layer]) => layer.remove()));
}
