// Keeps a table's page up to date by server-sent events, and lets a player act by keys: f c r d s, 1 to 5, Enter.
import { fill } from "./replay.js";

const live = document.querySelector(".live");
const byId = (id) => document.getElementById(id);
const MOST_LINES = 200;
let deadline = 0;
let whole = 0;

function show(frame) {
  for (const [id, html] of Object.entries(frame.html)) byId(id).innerHTML = html; // escaped by the page's own server
  if (frame.texts) fill(live.querySelector("#drawing svg"), frame.texts);
  const log = byId("log");
  if (frame.all) log.replaceChildren();
  for (const line of frame.log) {
    const item = document.createElement("p");
    item.innerHTML = line;
    log.append(item);
  }
  while (log.children.length > MOST_LINES) log.firstElementChild.remove();
  if (frame.log.length) log.scrollTop = log.scrollHeight;
  if (frame.clock) {
    [deadline, whole] = [performance.now() + 1000 * frame.clock[0], frame.clock[1]];
  } else {
    deadline = 0;
  }
  tick();
  document.title = document.title.replace(/^(● )?/, byId("controls").querySelector("form") ? "● " : "");
}

function tick() {
  const clock = byId("clock");
  const left = Math.max(0, (deadline - performance.now()) / 1000);
  clock.hidden = !deadline;
  clock.value = whole ? left / whole : 0;
  byId("seconds").textContent = deadline ? `${Math.ceil(left)} s` : "";
}

async function submit(form, button) {
  const fields = new URLSearchParams(new FormData(form, button));
  // `form.action` would be the buttons of that name.
  const options = { method: "POST", body: fields, headers: { accept: "application/json" } };
  const said = await fetch(form.getAttribute("action"), options)
    .then((answer) => answer.json())
    .catch(() => ({ lines: ["That did not work."] }));
  byId("answer").replaceChildren(...said.lines.flatMap((line) => [line, document.createElement("br")]));
}

live.addEventListener("submit", (event) => {
  event.preventDefault();
  submit(event.target, event.submitter);
  if (event.target.matches(".line")) event.target.reset();
});
live.addEventListener("click", (event) => {
  const amount = event.target.closest("[data-amount]")?.dataset.amount;
  if (amount) byId("amount").value = amount;
});
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input:not([type=checkbox]), textarea")) return;
  if (event.key === "/" || event.key === ":") {
    const line = byId("text");
    if (line) event.preventDefault();
    line?.focus();
    return;
  }
  const actions = live.querySelector(".actions");
  if (!actions || event.repeat) return;
  const card = actions.querySelector(`input[name=cards][value="${CSS.escape(event.key)}"]`);
  const place = card ?? actions.querySelector(`[data-key="${CSS.escape(event.key)}"]:not([data-key=Enter])`);
  if (!place) return;
  event.preventDefault();
  if (place.id === "amount") place.select();
  else place.click();
});

function connect() {
  const events = new EventSource(live.dataset.events);
  events.onmessage = (event) => show(JSON.parse(event.data));
  events.onopen = () => { byId("connection").textContent = "live"; };
  events.onerror = () => {
    byId("connection").textContent = "not connected: trying again";
    // After an answer that is no stream, such as that the bot is away, it would not come again by itself.
    if (events.readyState === EventSource.CLOSED) setTimeout(connect, 2000 + 3000 * Math.random());
  };
}
connect();
setInterval(tick, 500);
