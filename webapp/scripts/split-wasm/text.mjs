// Divides a module's text, as wasm-dis writes it: a line for each item, and further lines for the body of a function.

const NAME = /\$"(?:[^"\\]|\\.)*"|\$[^\s()]+/;
/** The later part's name for the exports of the first. */
const FIRST = 'rules';
const TABLE = '_table';
/** Fills the table's slots of functions that are not loaded. */
const NOT_LOADED = '$"not loaded"';

const nameOf = (item) => NAME.exec(item)[0];
const named = (text, before, after = '') =>
  [...text.matchAll(new RegExp(`${before}(${NAME.source})${after}`, 'g'))].map(([, name]) => name);
const byName = (items) => new Map(items.map((item) => [nameOf(item), item]));

/** The items of each kind. */
function itemsOf(text) {
  const items = [];
  for (const line of text.trimEnd().split('\n').slice(1, -1)) {
    const [, kind] = /^ \((\w+)/.exec(line) ?? [];
    if (kind) items.push({ kind, lines: [line] });
    else items.at(-1).lines.push(line);
  }
  return (wanted) => items.filter(({ kind }) => kind === wanted).map(({ lines }) => lines.join('\n'));
}

/** The function in each slot of the table. */
function slotsOf([element, ...others]) {
  const [, first, listed] = /\(i32\.const (\d+)\) (?:func )?(.*)\)$/.exec(element ?? '') ?? [];
  if (listed === undefined || others.length > 0) throw new Error('the table is not filled by one segment');
  return named(listed, '').map((name, index) => ({ name, slot: Number(first) + index }));
}

/** A function's parameters and results. */
function signature(item) {
  const [head] = item.split('\n');
  const types = (kind) =>
    [...head.matchAll(new RegExp(`\\(${kind} (?:\\$\\S+ )?([^)]+)\\)`, 'g'))].map(([, type]) => type);
  const list = (kind) => (types(kind).length > 0 ? ` (${kind} ${types(kind).join(' ')})` : '');
  return list('param') + list('result');
}

const ESCAPED = { t: 9, n: 10, r: 13, '"': 34, "'": 39, '\\': 92 };

function segmentOf(item) {
  const [, address, text] = /\(i32\.const (\d+)\) "((?:[^"\\]|\\.)*)"\)$/.exec(item) ?? [];
  if (text === undefined) throw new Error(`a data segment of another kind: ${item.slice(0, 80)}`);
  const characters = text.matchAll(/\\([0-9a-f]{2})|\\(.)|([^\\])/g);
  const bytes = [...characters].flatMap(([, hex, escaped, plain]) => {
    if (hex !== undefined) return Number.parseInt(hex, 16);
    return escaped === undefined ? [...Buffer.from(plain)] : ESCAPED[escaped];
  });
  return { address: Number(address), bytes };
}

const writtenSegment = ({ address, bytes }) =>
  ` (data (i32.const ${address}) "${bytes.map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('')}")`;

/** The lowest byte of a length that no name has. */
const NO_NAME = 0xff;

/**
 * Moves the spare constants. The first part is left with zeros, which wasm-opt drops. The names of the rules that move get a
 * length that no name has, so that the first part knows no such rules; the later part restores it.
 */
function dividedData(items, { spare, lengths }) {
  const first = items.map(segmentOf);
  const later = [];
  for (const { start, end } of spare) {
    for (const { address, bytes } of first) {
      const [from, to] = [Math.max(start, address), Math.min(end, address + bytes.length)];
      if (from >= to) continue;
      const moved = bytes.slice(from - address, to - address);
      bytes.fill(0, from - address, to - address);
      const last = later.at(-1);
      if (last && last.address + last.bytes.length === from) last.bytes.push(...moved);
      else later.push({ address: from, bytes: moved });
    }
  }
  for (const place of lengths) {
    const { address, bytes } = first.find(
      (one) => place >= one.address && place < one.address + one.bytes.length,
    );
    later.push({ address: place, bytes: [bytes[place - address]] });
    bytes[place - address] = NO_NAME;
  }
  return { first: first.map(writtenSegment), later: later.map(writtenSegment) };
}

/**
 * The two parts. A function stays if direct calls lead to it from an export or from a slot in `slots`; all others move, with
 * the constants in `spare`; `lengths` are those of the names of rules.
 */
export function divided(text, { slots, ...constants }) {
  const items = itemsOf(text);
  const functions = byName(items('func'));
  const globals = byName(items('global'));
  const imports = byName(items('import'));
  const [memory] = items('memory');
  const table = items('table').find((item) => item.endsWith('funcref)'));
  const filled = slotsOf(items('elem'));
  const callsOf = (item) => [...named(item, '\\((?:return_)?call '), ...named(item, '\\(ref\\.func ')];

  const stays = new Set([
    ...named(items('export').join('\n'), '\\(func ', '\\)'),
    ...items('start').map(nameOf),
    ...filled.filter(({ slot }) => slots.has(slot)).map(({ name }) => name),
    ...imports.keys(),
  ]);
  // A set grows while it is walked.
  for (const name of stays) for (const called of callsOf(functions.get(name) ?? '')) stays.add(called);
  const staying = [...functions].filter(([name]) => stays.has(name)).map(([, item]) => item);
  const moving = [...functions].filter(([name]) => !stays.has(name)).map(([, item]) => item);

  // Imported by the later part, under short names.
  const code = moving.join('\n');
  const shared = new Set([
    ...callsOf(code).filter((name) => stays.has(name)),
    ...named(code, '\\(global\\.[gs]et '),
  ]);
  const taken = [...shared].map((name, index) => ({ name, as: `_${index.toString(36)}` }));
  const kindOf = (name) => (globals.has(name) ? 'global' : 'func');
  const declared = (name) => {
    if (!globals.has(name)) return signature(functions.get(name) ?? imports.get(name));
    return ` ${/\(mut \w+\)|(?<= )[if]\d\d(?= )/.exec(globals.get(name))[0]}`;
  };
  const inTable = (slot, names) =>
    ` (elem (table ${nameOf(table)}) (i32.const ${slot}) func ${names.join(' ')})`;
  const typeOf = (item) => item.slice(item.indexOf(nameOf(item)) + nameOf(item).length, -1);
  const data = dividedData(items('data'), constants);

  const first = [
    ...['type', 'import', 'global', 'memory', 'table', 'export', 'start'].flatMap(items),
    ` (export "${TABLE}" (table ${nameOf(table)}))`,
    ...taken.map(({ name, as }) => ` (export "${as}" (${kindOf(name)} ${name}))`),
    inTable(
      filled[0].slot,
      filled.map(({ name }) => (stays.has(name) ? name : NOT_LOADED)),
    ),
    ...data.first,
    ...staying,
    ` (func ${NOT_LOADED} (unreachable))`,
  ];
  const later = [
    ...items('type'),
    ` (import "${FIRST}" "memory" (memory${typeOf(memory)}))`,
    ` (import "${FIRST}" "${TABLE}" (table ${nameOf(table)}${typeOf(table)}))`,
    ...taken.map(({ name, as }) => ` (import "${FIRST}" "${as}" (${kindOf(name)} ${name}${declared(name)}))`),
    ...filled.filter(({ name }) => !stays.has(name)).map(({ name, slot }) => inTable(slot, [name])),
    ...data.later,
    ...moving,
  ];
  const module = (list) => `(module\n${list.join('\n')}\n)\n`;
  return { first: module(first), later: module(later) };
}
