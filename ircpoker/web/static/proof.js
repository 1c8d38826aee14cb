// Checks the proof of a deck with the browser's own cryptography, step by step, in words. docs/verify.md defines each byte.

const CARDS = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
const MEMBERS = ["version", "deal_id", "commitment", "secret", "seeds", "deck"];
const encoder = new TextEncoder();
const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (digits) => Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
const u32 = (number) => [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255];
const textBytes = (text) => {
  const bytes = encoder.encode(text);
  return [...u32(bytes.length), ...bytes];
};

/** Return what is wrong with the form of a proof, or nothing. */
function formProblem(proof, say) {
  if (typeof proof !== "object" || proof === null || Array.isArray(proof)) return say("no_object");
  const known = [...MEMBERS, "called_off"];
  const stranger = Object.keys(proof).find((name) => !known.includes(name));
  if (stranger !== undefined) return say("stranger", { name: JSON.stringify(stranger) });
  const missing = MEMBERS.find((name) => !Object.hasOwn(proof, name));
  if (missing !== undefined) return say("missing", { name: missing });
  if (proof.version !== 1) return say("version");
  if (typeof proof.deal_id !== "string") return say("deal");
  for (const name of ["commitment", "secret"])
    if (typeof proof[name] !== "string" || !/^[0-9a-f]{64}$/.test(proof[name])) return say("no_digits", { name });
  if (!Array.isArray(proof.seeds) || !proof.seeds.every((seed) => typeof seed === "string")) return say("no_seeds");
  if (!Array.isArray(proof.deck) || [...proof.deck].sort().join() !== [...CARDS].sort().join())
    return say("no_deck");
  return "";
}

/** Return the deck of a secret, a deal's id and the players' seeds. */
async function shuffled(secret, dealId, seeds) {
  const { subtle } = globalThis.crypto;
  const key = await subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const message = [...u32(seeds.length), ...textBytes(dealId), ...seeds.flatMap(textBytes)];
  const label = encoder.encode("ircpoker shuffle 1\n");
  let block = [];
  let blocks = 0;
  const next = async () => {
    if (!block.length)
      block = [...new Uint8Array(await subtle.sign("HMAC", key, Uint8Array.from([...label, ...u32(blocks++), ...message])))];
    return block.shift();
  };
  const deck = [...CARDS];
  for (let place = 0; place < 51; place++) {
    const left = 52 - place;
    let byte = await next();
    while (byte >= 256 - (256 % left)) byte = await next();
    const other = place + (byte % left);
    [deck[place], deck[other]] = [deck[other], deck[place]];
  }
  return deck;
}

/** Return a function that words a phrase of the page's catalogue, with its values. */
const speaker = (words) => (key, values = {}) => words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);

/**
 * Check the text of a proof, with the words of the page's language. `shown` are the digits that the bot showed before the deal, if the reader has them: at least 40.
 * Returns whether it holds, and the steps, each with a title, words and whether it went well. The first that fails is the last.
 */
export async function checkProof(text, words, shown = "") {
  const say = speaker(words);
  const steps = [];
  const step = (title, words, holds) => steps.push({ title, words, holds }) && holds;
  const end = (holds) => ({ holds, steps });
  let proof;
  try {
    proof = JSON.parse(text);
  } catch {
    step(say("form"), say("no_json"), false);
    return end(false);
  }
  const problem = formProblem(proof, say);
  if (!step(say("form"), problem ? say("no_proof", { problem }) : say("parts"), !problem))
    return end(false);
  const digits = shown.trim().toLowerCase();
  if (digits) {
    const isLong = /^[0-9a-f]{40,64}$/.test(digits);
    const fits = isLong && proof.commitment.startsWith(digits);
    const told = !isLong ? say("few_digits") : fits ? say("begins", { count: digits.length }) : say("another");
    if (!step(say("digits"), told, fits)) return end(false);
  }
  const secret = bytesOf(proof.secret);
  const hash = hex(await globalThis.crypto.subtle.digest("SHA-256", secret));
  const isCommitted = hash === proof.commitment;
  if (!step(say("commitment"), say(isCommitted ? "committed" : "not_committed", { hash }), isCommitted)) return end(false);
  const given = proof.seeds.map((seed, place) => `${place + 1}: ${seed ? JSON.stringify(seed) : say("none")}`).join(", ");
  step(say("seeds"), proof.seeds.length ? say("mixed", { seeds: given }) : say("none_mixed"), true);
  const deck = await shuffled(secret, proof.deal_id, proof.seeds);
  const isSame = deck.join() === proof.deck.join();
  step(say("deck"), say(isSame ? "same_deck" : "other_deck", { deal: proof.deal_id }), isSame);
  return end(isSame);
}

/** Show the check of the proof on the page. */
async function showCheck(form) {
  const list = form.parentElement.querySelector(".checks");
  const verdict = form.parentElement.querySelector(".verdict");
  const words = JSON.parse(list.dataset.words);
  const say = speaker(words);
  if (!globalThis.crypto?.subtle) {
    verdict.textContent = say("no_crypto");
    return;
  }
  const started = performance.now();
  const { holds, steps } = await checkProof(form.elements.proof.value, words, form.elements.digits.value);
  list.replaceChildren(
    ...steps.map(({ title, words: told, holds: isGood }) => {
      const item = document.createElement("li");
      item.className = isGood ? "good" : "bad";
      const head = document.createElement("strong");
      head.textContent = `${isGood ? "✓" : "✗"} ${title}`;
      item.append(head, document.createElement("br"), told);
      return item;
    }),
  );
  verdict.textContent = say(holds ? "holds" : "fails");
  verdict.className = `verdict ${holds ? "good" : "bad"}`;
  verdict.title = say("seconds", { count: Math.ceil(performance.now() - started) });
}

if (globalThis.document) {
  for (const form of document.querySelectorAll("form.proof")) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      showCheck(form);
    });
    if (form.elements.proof.value) showCheck(form);
  }
}
