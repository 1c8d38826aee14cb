// Fills drawings of poker tables, and replays finished deals: ← → Home End, or the buttons.
// It knows nothing about poker: the page names each place of a drawing, and says what stands there at each step.

/** Put texts into the places of a drawing. */
export function fill(drawing, texts) {
  for (const [slot, text] of Object.entries(texts)) {
    const place = drawing.querySelector(`[data-slot="${slot}"]`);
    if (!place) continue;
    if (/(card|board)\d+$/.test(slot)) {
      place.setAttribute("href", text && `#${text === "?" ? "back" : text}`);
    } else if (slot.endsWith(".marks")) {
      place.setAttribute("class", `seat ${text}`);
      place.querySelector(".dealer").classList.toggle("off", !text.split(" ").includes("button"));
    } else if (place.tagName === "text") {
      place.textContent = text;
    } else {
      place.classList.toggle("off", !text);
      place.querySelector("text").textContent = text;
    }
  }
}

/** Make a replay on the page move. */
function replay(article) {
  const player = article.querySelector(".player");
  const drawing = player.querySelector("svg");
  const steps = JSON.parse(article.querySelector("script").textContent);
  const lines = [...article.querySelectorAll("li")];
  const says = player.querySelector(".says");
  const count = player.querySelector("output");
  const buttons = Object.fromEntries([...player.querySelectorAll("button")].map((button) => [button.name, button]));
  let now = -1;
  let timer = 0;

  function show(step) {
    const wanted = Math.max(0, Math.min(steps.length - 1, step));
    const from = wanted > now ? now + 1 : 0;
    fill(drawing, Object.assign({}, ...steps.slice(from, wanted + 1)));
    lines[now]?.removeAttribute("aria-current");
    now = wanted;
    lines[now].setAttribute("aria-current", "step");
    const list = article.querySelector(".streets");
    if (list.scrollHeight > list.clientHeight) lines[now].scrollIntoView({ block: "nearest" });
    history.replaceState(null, "", `#step-${now + 1}`);
    says.replaceChildren(...[...lines[now].childNodes].map((node) => node.cloneNode(true)));
    count.textContent = article.dataset.of.replace("{step}", now + 1).replace("{steps}", steps.length);
    buttons.first.disabled = buttons.back.disabled = now === 0;
    buttons.next.disabled = buttons.last.disabled = now === steps.length - 1;
    if (now === steps.length - 1) stop();
  }

  function label(text) {
    buttons.play.textContent = text;
    buttons.play.setAttribute("aria-label", text);
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    label(article.dataset.play);
  }

  function play() {
    if (timer) return stop();
    if (now === steps.length - 1) show(0);
    label(article.dataset.pause);
    timer = setInterval(() => show(now + 1), 1200);
  }

  const moves = {
    first: () => show(0),
    back: () => show(now - 1),
    next: () => show(now + 1),
    last: () => show(steps.length - 1),
  };
  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last" };
  const move = (name) => {
    stop();
    moves[name]();
  };
  for (const name of Object.keys(moves)) buttons[name].addEventListener("click", () => move(name));
  buttons.play.addEventListener("click", play);
  lines.forEach((line, step) => line.addEventListener("click", () => { stop(); show(step); }));
  document.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, textarea, select")) return;
    event.preventDefault();
    move(keys[event.key]);
  });
  article.classList.add("ready");
  player.hidden = false;
  const named = () => Number(/^#step-(\d+)$/.exec(location.hash)?.[1] ?? 1) - 1;
  window.addEventListener("hashchange", () => { stop(); show(named()); });
  show(named());
}

document.querySelectorAll("article.replay").forEach(replay);
