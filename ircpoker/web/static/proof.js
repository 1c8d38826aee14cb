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
function formProblem(proof) {
  if (typeof proof !== "object" || proof === null || Array.isArray(proof)) return "it is not a JSON object";
  const known = [...MEMBERS, "called_off"];
  const stranger = Object.keys(proof).find((name) => !known.includes(name));
  if (stranger !== undefined) return `it has a member ${JSON.stringify(stranger)}`;
  const missing = MEMBERS.find((name) => !Object.hasOwn(proof, name));
  if (missing !== undefined) return `it has no ${missing}`;
  if (proof.version !== 1) return "its version is not 1";
  if (typeof proof.deal_id !== "string") return "its deal id is not a text";
  for (const name of ["commitment", "secret"])
    if (typeof proof[name] !== "string" || !/^[0-9a-f]{64}$/.test(proof[name])) return `its ${name} does not have 64 digits`;
  if (!Array.isArray(proof.seeds) || !proof.seeds.every((seed) => typeof seed === "string")) return "its seeds are not texts";
  if (!Array.isArray(proof.deck) || [...proof.deck].sort().join() !== [...CARDS].sort().join())
    return "its deck does not have each of the 52 cards once";
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

/**
 * Check the text of a proof. `shown` are the digits that the bot showed before the deal, if the reader has them: at least 40.
 * Returns whether it holds, and the steps, each with a title, words and whether it went well. The first that fails is the last.
 */
export async function checkProof(text, shown = "") {
  const steps = [];
  const step = (title, words, holds) => steps.push({ title, words, holds }) && holds;
  const end = (holds) => ({ holds, steps });
  let proof;
  try {
    proof = JSON.parse(text);
  } catch {
    step("The form", "This is not JSON, so it is no proof.", false);
    return end(false);
  }
  const problem = formProblem(proof);
  if (!step("The form", problem ? `This is no proof: ${problem}.` : "The proof has all parts: a commitment, a secret, the seeds and 52 cards.", !problem))
    return end(false);
  const digits = shown.trim().toLowerCase();
  if (digits) {
    const isLong = /^[0-9a-f]{40,64}$/.test(digits);
    const fits = isLong && proof.commitment.startsWith(digits);
    const words = !isLong
      ? "At least 40 digits are needed: fewer prove nothing."
      : fits
        ? `The commitment begins with the ${digits.length} digits that you were shown before the deal.`
        : "The commitment is not the one that you were shown before the deal.";
    if (!step("Your digits", words, fits)) return end(false);
  }
  const secret = bytesOf(proof.secret);
  const hash = hex(await globalThis.crypto.subtle.digest("SHA-256", secret));
  const isCommitted = hash === proof.commitment;
  if (
    !step(
      "The commitment",
      isCommitted
        ? `SHA-256 of the secret is ${hash}. That is the commitment, so the secret was fixed before the deal.`
        : `SHA-256 of the secret is ${hash}. That is not the commitment: this is another secret.`,
      isCommitted,
    )
  )
    return end(false);
  const given = proof.seeds.map((seed, place) => `${place + 1}: ${seed ? JSON.stringify(seed) : "none"}`).join(", ");
  step("The seeds", proof.seeds.length ? `These texts of the players were mixed in, in the order of their seats: ${given}. Look for yours.` : "No seeds were mixed in.", true);
  const deck = await shuffled(secret, proof.deal_id, proof.seeds);
  const isSame = deck.join() === proof.deck.join();
  step(
    "The deck",
    isSame
      ? `HMAC-SHA-256 of deal ${proof.deal_id} and the seeds, with the secret as its key, shuffles the 52 cards to exactly the deck of the proof.`
      : "Secret, deal and seeds give another deck than that of the proof.",
    isSame,
  );
  return end(isSame);
}

/** Show the check of the proof on the page. */
async function showCheck(form) {
  const list = form.parentElement.querySelector(".checks");
  const verdict = form.parentElement.querySelector(".verdict");
  if (!globalThis.crypto?.subtle) {
    verdict.textContent = "This browser cannot check it here: it needs a page by https.";
    return;
  }
  const started = performance.now();
  const { holds, steps } = await checkProof(form.elements.proof.value, form.elements.digits.value);
  list.replaceChildren(
    ...steps.map(({ title, words, holds: isGood }) => {
      const item = document.createElement("li");
      item.className = isGood ? "good" : "bad";
      const head = document.createElement("strong");
      head.textContent = `${isGood ? "✓" : "✗"} ${title}`;
      item.append(head, document.createElement("br"), words);
      return item;
    }),
  );
  verdict.textContent = holds ? "The proof holds." : "The proof does not hold.";
  verdict.className = `verdict ${holds ? "good" : "bad"}`;
  verdict.title = `checked in ${Math.ceil(performance.now() - started)} ms by your browser`;
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
