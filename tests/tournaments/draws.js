// Makes draws of seats again, written from docs/tournaments.md and docs/verify.md alone.
// Reads proofs as `ircpoker verify --json` writes them, one a line; answers each with the seats and the order of
// breaking that follow, and whether the commitment is that of the secret.
"use strict";
const crypto = require("crypto");
const readline = require("readline");

const u32 = (n) => { const bytes = Buffer.alloc(4); bytes.writeUInt32BE(n); return bytes; };
const text = (s) => { const bytes = Buffer.from(s, "utf8"); return Buffer.concat([u32(bytes.length), bytes]); };

function numbers(proof, count) {
  const message = Buffer.concat([u32(proof.seeds.length), text(proof.deal_id), ...proof.seeds.map(text)]);
  const found = [];
  for (let k = 0; k < count; k += 1) {
    const mac = crypto.createHmac("sha256", Buffer.from(proof.secret, "hex"));
    mac.update(Buffer.concat([Buffer.from("ircpoker numbers 1\n"), u32(k), message]));
    found.push(mac.digest().readBigUInt64BE(0));
  }
  return found;
}

function seatAll(draw, drawn) {
  const tables = Object.keys(draw.tables).map(Number).sort((a, b) => a - b);
  const order = draw.players.map((player, index) => [drawn[index], index, player[0]]);
  order.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1]));
  return order.map(([, , entry], place) => [
    entry, tables[place % tables.length], Math.floor(place / tables.length) + 1,
  ]);
}

function chooseFree(draw, drawn) {
  const tables = Object.entries(draw.tables).map(([number, table]) => (
    { number: Number(number), players: table.players, free: [...table.free] }
  )).sort((a, b) => a.number - b.number);
  return draw.players.map(([entry], index) => {
    let best = null;
    for (const table of tables) {
      if (table.free.length && (best === null || table.players < best.players)) best = table;
    }
    const [seat] = best.free.splice(Number(drawn[index] % BigInt(best.free.length)), 1);
    best.players += 1;
    return [entry, best.number, seat];
  });
}

function breaking(seats) {
  const first = new Map();
  for (const [entry, table] of seats) first.set(table, Math.min(entry, first.get(table) ?? Infinity));
  return [...first.entries()].sort((a, b) => b[1] - a[1]).map(([table]) => table);
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const proof = JSON.parse(line);
  const drawn = numbers(proof, proof.draw.players.length);
  const isOfAll = proof.draw.kind === "start" || proof.draw.kind === "final";
  const seats = isOfAll ? seatAll(proof.draw, drawn) : chooseFree(proof.draw, drawn);
  const seal = crypto.createHash("sha256").update(Buffer.from(proof.secret, "hex")).digest("hex");
  const order = proof.draw.kind === "start" ? breaking(seats) : [];
  console.log(JSON.stringify({ seats, order, sealed: seal === proof.commitment }));
});
