// Keeps a table's page up to date by server-sent events, and lets a player act by keys: f c r d s, 1 to 5, Enter.
import { move } from "./motion.js";
import { fill } from "./replay.js";
import { follow } from "./stream.js";

const live = document.querySelector(".live");
const byId = (id) => document.getElementById(id);
const MOST_LINES = 200;
let deadline = 0;
let whole = 0;
let wasTurn = true; // who has just come needs no call

/** Puts a part of the page in its place. What stands there already stays, with what was typed into it. */
function put(place, html) {
  const part = document.createElement("template");
  part.innerHTML = html.trim(); // escaped by the page's own server
  const before = place.dataset.html ?? place.innerHTML.trim();
  place.dataset.html = part.innerHTML;
  if (part.innerHTML === before) return;
  const focused = place.contains(document.activeElement) && document.activeElement.id;
  const chosen = [...place.querySelectorAll(".offer [id]")].map((field) => [field.id, field.value]);
  const open = [...place.querySelectorAll("details[open]")].map((each) => each.id);
  place.replaceChildren(part.content);
  for (const [id, value] of chosen) {
    const field = byId(id);
    if (field && (field.tagName === "INPUT" || [...field.options].some((each) => each.value === value))) field.value = value;
  }
  for (const id of open) if (byId(id)) byId(id).open = true;
  if (focused && focused !== "amount") byId(focused)?.focus();
}

function show(frame) {
  if (frame.to) {
    location.assign(live.dataset.events.replace(/[^/]+\/events$/, encodeURIComponent(frame.to)));
    return;
  }
  // At the end the last deal stays in sight, and nothing that holds no more; the table may be seen again later.
  byId("over").hidden = !frame.is_over;
  byId("connection").hidden = !!frame.is_over;
  showTable(frame.is_over ? { html: { controls: "", offers: "", facts: "" }, log: [] } : frame);
}

function showTable(frame) {
  for (const [id, html] of Object.entries(frame.html)) put(byId(id), html);
  if (frame.texts) move(live.querySelector("#drawing svg"), frame.texts, fill);
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
  const isTurn = !!byId("controls").querySelector("form");
  if (byId("slider")) byId("slider").hidden = false;
  document.title = document.title.replace(/^(● )?/, isTurn ? "● " : "");
  if (isTurn && !wasTurn) callPlayer();
  wasTurn = isTurn;
  actAhead(isTurn, frame.all);
  // On one's turn the keys are those of the actions, unless something is typed.
  if (isTurn && byId("text") === document.activeElement && !byId("text").value) byId("text").blur();
}

/** Presses on one's turn what was chosen before it in the same deal: the first of those buttons that is there. */
function actAhead(isTurn, isAll) {
  const ahead = byId("ahead");
  const { deal = "", waits } = byId("controls").querySelector("[data-deal]")?.dataset ?? {};
  ahead.hidden = waits === undefined;
  const chosen = ahead.querySelector(":checked");
  const isOld = isAll || deal !== ahead.dataset.deal; // what has happened since is not known, or it was another deal
  ahead.dataset.deal = deal;
  if (!chosen || !(isOld || isTurn)) return;
  chosen.checked = false;
  if (isOld) return;
  const buttons = chosen.dataset.press.split(" ").map((action) => live.querySelector(`.actions button[value=${action}]`));
  buttons.find((button) => button)?.click();
}

/** Changes the amount by big blinds, as far as it may go. */
function nudge(steps) {
  const { min, max, dataset } = byId("slider");
  const wanted = Number(byId("amount").value) + steps * dataset.unit;
  byId("slider").value = byId("amount").value = Math.max(min, Math.min(max, wanted || min));
  if (document.activeElement.id === "amount") byId("amount").select(); // a digit begins another amount
}

function tick() {
  const clock = byId("clock");
  const left = Math.max(0, (deadline - performance.now()) / 1000);
  clock.hidden = !deadline;
  clock.style.setProperty("--left", whole ? left / whole : 0);
  clock.classList.toggle("late", left < 10);
  byId("seconds").textContent = deadline ? Math.ceil(left) : "";
}

/** Calls a player who has asked for it: by a sound, and by a notification while the page is not in sight. */
function callPlayer() {
  if (!byId("call-me")?.checked) return;
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  volume.gain.value = 0.1;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.15);
  tone.onended = () => audio.close();
  if (document.hidden && Notification.permission === "granted") new Notification(document.title);
}

async function submit(form, button) {
  const fields = new URLSearchParams(new FormData(form, button));
  // `form.action` would be the buttons of that name.
  const options = { method: "POST", body: fields, headers: { accept: "application/json" } };
  const said = await fetch(form.getAttribute("action"), options)
    .then((answer) => answer.json())
    .catch(() => ({ lines: [live.dataset.failed] }));
  const answer = byId("answer");
  answer.replaceChildren();
  for (const line of said.html ?? []) answer.insertAdjacentHTML("beforeend", `${line}<br>`); // escaped by the server
  if (!said.html) answer.append(...said.lines);
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
live.addEventListener("input", ({ target }) => {
  if (target.id === "slider") byId("amount").value = target.value;
  if (target.id === "amount" && byId("slider")) byId("slider").value = target.value;
  if (target.closest("#ahead")) for (const other of byId("ahead").querySelectorAll("input")) other.checked &&= other === target;
});
live.addEventListener("wheel", (event) => {
  if (!event.target.closest(".wager") || !byId("slider")) return;
  event.preventDefault();
  nudge(event.deltaY < 0 ? 1 : -1);
}, { passive: false });
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const steps = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
  if (steps && byId("slider") && event.target.matches(event.key.endsWith("t") ? "#slider" : "#slider, #amount")) {
    event.preventDefault();
    return nudge(steps);
  }
  if (event.target.closest("input:not([type=checkbox], [type=range]), textarea")) return;
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

if (byId("calls")) {
  byId("calls").hidden = false;
  byId("call-me").addEventListener("change", (event) => {
    if (event.target.checked && "Notification" in window) Notification.requestPermission();
  });
}
byId("drawer").open = matchMedia("(min-width: 60rem)").matches;
follow(live.dataset.events, show, (isOn) => { byId("connection").textContent = live.dataset[isOn ? "on" : "off"]; });
setInterval(tick, 500);
