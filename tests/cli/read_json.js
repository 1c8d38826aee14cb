// Reads texts as JSON and compares them with their schemas, of which it knows the words that docs/schemas uses. The
// arguments are a file with a list of [schema, text] and the folder of the schemas; it prints what is wrong, line by line.
"use strict";
const { readFileSync } = require("fs");
const { join } = require("path");
const [file, folder] = process.argv.slice(2);
const schemas = new Map();

const CHECKS = {
  $schema: () => true, title: () => true, description: () => true,
  type: (types, value) => [types].flat().includes(typeOf(value)) || (typeOf(value) === "integer" && [types].flat().includes("number")),
  enum: (values, value) => values.includes(value),
  pattern: (pattern, value) => typeof value !== "string" || new RegExp(pattern, "u").test(value),
  minimum: (least, value) => typeof value !== "number" || value >= least,
  maximum: (most, value) => typeof value !== "number" || value <= most,
  anyOf: (several, value) => several.some(schema => !faults(schema, value, "").length),
  required: (names, value) => typeOf(value) !== "object" || names.every(name => Object.hasOwn(value, name)),
  properties: () => true, additionalProperties: () => true, items: () => true, // faults() goes into them
};

function typeOf(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

function faults(schema, value, at) {
  const found = Object.entries(schema).filter(([word, wanted]) => !CHECKS[word](wanted, value))
    .map(([word]) => `${at || "/"}: ${word}, ${JSON.stringify(value).slice(0, 100)}`);
  if (Array.isArray(value) && schema.items) value.forEach((each, number) => found.push(...faults(schema.items, each, `${at}/${number}`)));
  if (typeOf(value) === "object") for (const [name, each] of Object.entries(value)) {
    const inner = (schema.properties || {})[name] ?? schema.additionalProperties;
    if (inner === false) found.push(`${at}/${name}: not expected`);
    else if (inner && inner !== true) found.push(...faults(inner, each, `${at}/${name}`));
  }
  return found;
}

JSON.parse(readFileSync(file, "utf8")).forEach(([name, text], number) => {
  try {
    const value = JSON.parse(text);
    if (/-0(\.0*)?(?![\d.])(?=[,\]}\s])/.test(text.replace(/"(\\.|[^"\\])*"/g, '""'))) throw new Error("a zero with a sign");
    if (name && !schemas.has(name)) schemas.set(name, JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")));
    if (name) faults(schemas.get(name), value, "").slice(0, 3).forEach(fault => console.log(`${number} ${name} ${fault}`));
  } catch (error) {
    console.log(`${number} ${name} ${error.message}: ${text.slice(0, 200)}`);
  }
});
