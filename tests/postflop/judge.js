// Judges solutions of `ircpoker solve --json FILE` by the files alone; it shares nothing with the solver. For each file
// it prints the exploitability in percent of the pot, the chips that both win, and how far its own numbers for the
// described decisions are at most from those of the file: EV in percent of the pot, equities, frequencies and weights.
"use strict";
const { readFileSync } = require("fs");
const SEATS = ["oop", "ip"], RANKS = "23456789TJQKA", SUITS = "cdhs", STREETS = ["flop", "turn", "river"];
const codes = text => text.match(/\w\w/g).map(card => RANKS.indexOf(card[0]) * 4 + SUITS.indexOf(card[1]));
const text = board => board.map(code => RANKS[code >> 2] + SUITS[code & 3]).join(" ");
const sum = numbers => numbers.reduce((total, number) => total + number, 0);

function straight(ranks) { // the top of a straight; -1 for none
  for (let top = 12; top > 3; top--) if ((ranks >> (top - 4) & 31) === 31) return top;
  return (ranks & 0x100f) === 0x100f ? 3 : -1;
}

function strength(cards) { // of the best five of seven cards
  const counts = Array(13).fill(0), suited = [[], [], [], []];
  for (const card of cards) { counts[card >> 2]++; suited[card & 3].push(card >> 2); }
  const flush = (suited.find(ranks => ranks.length > 4) || []).sort((a, b) => b - a);
  const bits = ranks => ranks.reduce((found, rank) => found | 1 << rank, 0);
  const groups = [...counts.keys()].filter(rank => counts[rank]).sort((a, b) => counts[b] - counts[a] || b - a);
  const sizes = groups.map(rank => counts[rank]), run = straight(bits(groups));
  const kicker = first => Math.max(...groups.slice(first));
  const found =
    straight(bits(flush)) >= 0 ? [8, straight(bits(flush))] : sizes[0] === 4 ? [7, groups[0], kicker(1)]
    : sizes[0] === 3 && sizes[1] > 1 ? [6, groups[0], groups[1]] : flush.length ? [5, ...flush.slice(0, 5)]
    : run >= 0 ? [4, run] : sizes[0] === 3 ? [3, ...groups.slice(0, 3)]
    : sizes[1] === 2 ? [2, groups[0], groups[1], kicker(2)] : [1 - (sizes[0] === 1), ...groups.slice(0, 5 - (sizes[0] > 1))];
  return [0, 1, 2, 3, 4, 5].reduce((total, at) => total * 13 + (found[at] || 0), 0);
}

function judge(data) {
  const hands = SEATS.map(seat => data.hands[seat].map(([name]) => codes(name))), start = codes(data.board);
  const weights = SEATS.map(seat => data.hands[seat].map(([, weight]) => weight)), half = data.pot / 2;
  const apart = SEATS.map((_, me) => hands[me].map(own => hands[1 - me].map(his => own.every(card => !his.includes(card)))));
  const met = (me, reach) => apart[me].map(row => sum(reach.filter((_, at) => row[at])));
  const without = (numbers, seat, card) => numbers.map((number, at) => hands[seat][at].includes(card) ? 0 : number);
  const fixed = new Set(data.locked.map(([node, board]) => `${node} ${board}`)), known = new Map();
  const share = (board, node, action, at) => data.play[text(board)][node][action][at] / data.unit;
  const rake = loss => Math.min(2 * loss * data.rake[0], data.rake[1] === null ? Infinity : data.rake[1]);

  function strengths(board) { // of both players' hands
    const name = text([...board].sort((a, b) => a - b));
    if (!known.has(name)) known.set(name, hands.map(list => list.map(own => own.some(card => board.includes(card)) ? 0 : strength([...own, ...board]))));
    return known.get(name);
  }
  function deal(board, reach, me, go) { // the mean over the next card
    const total = [hands[me].map(() => 0), hands[me].map(() => 0)];
    for (let card = 0; card < 52; card++) {
      const left = board.includes(card) ? [] : without(reach, 1 - me, card);
      if (left.some(number => number)) go([...board, card], left).forEach((values, kind) =>
        without(values, me, card).forEach((value, at) => { total[kind][at] += value / (48 - board.length); }));
    }
    return total;
  }
  function showdown(board, reach, me, loss, fee) {
    if (board.length < 5) return deal(board, reach, me, (next, left) => showdown(next, left, me, loss, fee));
    const all = strengths(board), values = all[me].map((own, i) => own && sum(all[1 - me].map((his, j) =>
      !his || !apart[me][i][j] ? 0 : reach[j] * (own > his ? loss - fee : own < his ? -loss : -fee / 2))));
    return [values, values];
  }
  function after(number, action, board, reach, me) { // [stored play, best play] of my hands after an action
    const node = data.tree[number], [, to] = node.actions[action], own = half + node.put[SEATS.indexOf(node.player)];
    if (typeof to === "number") return walk(to, board, reach, me);
    const loss = to === "fold" ? own : half + Math.max(...node.put);
    if (to === "showdown") return showdown(board, reach, me, loss, rake(loss));
    const values = met(me, reach).map(number => number * (SEATS[me] === node.player ? -loss : loss - rake(loss)));
    return [values, values];
  }
  function walk(number, board, reach, me) {
    const node = data.tree[number];
    if (STREETS.indexOf(node.street) + 3 > board.length) return deal(board, reach, me, (next, left) => walk(number, next, left, me));
    const own = SEATS[me] === node.player, parts = data.play[text(board)][number];
    const found = node.actions.map((_, action) =>
      after(number, action, board, own ? reach : reach.map((chance, at) => chance * parts[action][at] / data.unit), me));
    return [0, 1].map(kind => hands[me].map((_, at) => kind && own && !fixed.has(`${number} ${text(board)}`)
      ? Math.max(...found.map(values => values[1][at]))
      : sum(found.map((values, action) => values[kind][at] * (own ? parts[action][at] / data.unit : 1)))));
  }
  function differences(decision) { // of EV, of everything else
    let number = 0, shown = weights, worst = [0, 0];
    const differ = (kind, mine, said, rough = 0) => { worst[kind] = Math.max(worst[kind], said === null ? 0 : Math.abs(mine - said) - rough); };
    for (const step of decision.line ? decision.line.split(", ") : []) {
      const node = data.tree[number], action = node.actions.findIndex(([name]) => name === step), seat = SEATS.indexOf(node.player);
      const taken = shown[seat].map((weight, at) => weight * share(start, number, action, at));
      shown = shown.map((list, each) => each === seat && taken.some(weight => weight) ? taken : list);
      number = node.actions[action][1];
    }
    for (const me of [0, 1]) {
      const reach = shown[1 - me], meets = met(me, reach), put = half + data.tree[number].put[me], own = decision.player === SEATS[me];
      const rough = 1 / data.unit / Math.max(...reach); // of frequencies, where the other player seldom gets
      const ev = walk(number, start, reach, me)[0], equity = showdown(start, reach, me, 1, 0)[0];
      const worth = own ? decision.actions.map((_, action) => after(number, action, start, reach, me)[0]) : [];
      data.hands[SEATS[me]].forEach(([name], at) => {
        const said = decision.hands[SEATS[me]][name];
        differ(1, shown[me][at], said.weight);
        differ(0, ev[at] / meets[at] + put, said.ev, rough * data.pot);
        differ(1, (1 + equity[at] / meets[at]) / 2, said.equity, rough);
        worth.forEach((values, action) => differ(0, values[at] / meets[at] + put, said.action_ev[action], rough * data.pot));
        worth.forEach((_, action) => differ(1, share(start, number, action, at), said.strategy[action]));
      });
    }
    return [100 * worst[0] / data.pot, worst[1]];
  }
  const dealt = sum(weights[0].map((weight, at) => weight * met(0, weights[1])[at]));
  const results = [0, 1].map(me => walk(0, start, weights[1 - me], me).map(values => sum(values.map((value, at) => value * weights[me][at])) / dealt));
  const found = data.decisions.map(differences);
  return { gap: 50 / data.pot * sum(results.map(([stored, best]) => best - stored)), ev: results.map(([stored]) => stored + half),
    off: [0, 1].map(kind => Math.max(...found.map(each => each[kind]))) };
}

for (const file of process.argv.slice(2)) console.log(JSON.stringify(judge(JSON.parse(readFileSync(file, "utf8")))));
