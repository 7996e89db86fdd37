// The linker's output with its relocations: the functions and constants that are needed without the rules that move.
// Format: https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md
import { Reader, sectionsOf } from './reader.mjs';

const SECTION = { import: 2, export: 7, start: 8, element: 9, code: 10, data: 11 };
const KIND = { function: 0, table: 1, memory: 2, global: 3 };
const SYMBOL = { function: 0, data: 1, section: 3 };
const FLAG = { undefined: 0x10, explicitName: 0x40 };
const SYMBOL_TABLE = 8;
/** Relocations that have an offset from their symbol, and the one that has no symbol. */
const WITH_OFFSET = new Set([3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23, 25]);
const OF_TYPE = 6;

const WORD = 4;
const LONGEST_NAME = 64;

/** The number of imported functions, which come first. */
function importedFunctions(reader) {
  const limits = () => {
    const hasMaximum = reader.byte() & 1;
    for (let left = hasMaximum ? 2 : 1; left > 0; left -= 1) reader.number();
  };
  const pass = {
    [KIND.function]: () => reader.number(),
    [KIND.table]: () => {
      reader.byte();
      limits();
    },
    [KIND.memory]: limits,
    [KIND.global]: () => {
      reader.byte();
      reader.byte();
    },
  };
  const kinds = reader.list(() => {
    reader.text();
    reader.text();
    const kind = reader.byte();
    pass[kind]();
    return kind;
  });
  return kinds.filter((kind) => kind === KIND.function).length;
}

function exportedFunctions(reader) {
  const exported = reader.list(() => {
    reader.text();
    return { kind: reader.byte(), index: reader.number() };
  });
  return exported.filter(({ kind }) => kind === KIND.function).map(({ index }) => index);
}

function symbolsOf(reader, end) {
  reader.number(); // The format's version.
  while (reader.at < end) {
    const kind = reader.byte();
    const span = reader.span();
    if (kind !== SYMBOL_TABLE) continue;
    const table = new Reader(reader.bytes, span.start);
    return table.list(() => symbol(table));
  }
  throw new Error('the linker has written no symbols');
}

function symbol(reader) {
  const kind = reader.byte();
  const flags = reader.number();
  const isDefined = (flags & FLAG.undefined) === 0;
  if (kind === SYMBOL.data) {
    reader.text();
    if (!isDefined) return { kind };
    return { kind, segment: reader.number(), offset: reader.number(), size: reader.number() };
  }
  const index = reader.number();
  if (kind !== SYMBOL.section && (isDefined || flags & FLAG.explicitName)) reader.text();
  return { kind, index };
}

/** Places in a section's contents, and the symbols that they refer to. */
function relocationsOf(reader) {
  reader.number(); // The section's index.
  const all = reader.list(() => {
    const type = reader.byte();
    const found = { at: reader.number(), symbol: reader.number() };
    if (WITH_OFFSET.has(type)) reader.signed();
    return type === OF_TYPE ? null : found;
  });
  return all.filter((one) => one !== null);
}

/** The span that has this place. Spans are in order and do not overlap. */
function containing(spans, at) {
  let [low, high] = [0, spans.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (at < span.start) high = middle - 1;
    else if (at >= span.end) low = middle + 1;
    else return span;
  }
  throw new Error(`nothing is at ${at}`);
}

/** The linker lets a text be the end of another one: constants that overlap become one place. */
function placesOf(symbols, segments) {
  const constants = symbols
    .map(({ segment, offset, size }, index) => ({ index, segment: segments[segment], offset, size }))
    .filter(({ segment, size }) => segment !== undefined && size > 0)
    .map(({ index, segment, offset, size }) => {
      const start = segment.start + offset;
      return { index, start, end: start + size, address: segment.address + offset };
    })
    .sort((one, other) => one.start - other.start);
  const places = [];
  const placeOf = new Map();
  for (const { index, start, end, address } of constants) {
    const last = places.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else places.push({ start, end, address, key: `constant ${address}` });
    placeOf.set(index, places.at(-1));
  }
  return { places, placeOf };
}

/**
 * The catalogue's rows of the rules that move. A table of rows has one function a row, and a name in each: the address and the length
 * of its text.
 */
function rowsOf(moved, bytes, segments, places, references) {
  const nameAt = (at) => {
    const [address, length] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + WORD)];
    const segment = segments.find((one) => address >= one.address && address < one.address + one.length);
    if (segment === undefined || length > LONGEST_NAME) return undefined;
    const start = segment.start + address - segment.address;
    return /^[a-z][a-z_.]+$/.exec(bytes.toString('latin1', start, start + length))?.[0];
  };
  const within = ({ start, end }) => references.filter(({ at }) => at >= start && at < end);
  const rows = places.flatMap((place) => {
    const count = within(place).filter(({ isFunction }) => isFunction).length;
    const width = (place.end - place.start) / count;
    if (count < 2 || !Number.isInteger(width)) return [];
    return Array.from({ length: count }, (_, index) => {
      const row = { start: place.start + index * width, end: place.start + (index + 1) * width };
      const { at, name } =
        within(row)
          .map((one) => ({ ...one, name: nameAt(one.at) }))
          .find((one) => one.name !== undefined) ?? {};
      const full = name?.includes('.') ? name : `form.${name}`;
      return { ...row, name: full, length: place.address + at + WORD - place.start };
    }).filter(({ name }) => moved.includes(name));
  });
  const missing = moved.filter((name) => rows.filter((row) => row.name === name).length !== 1);
  if (missing.length > 0) throw new Error(`the catalogue has no row, or several, for ${missing.join(', ')}`);
  return rows;
}

/**
 * The needs of the module without the rules that move: the table's slots of functions that are needed (`slots`), and the
 * addresses of constants that are not (`spare`). `lengths` are the addresses of the lengths of these rules' names.
 */
export function needed(bytes, moved) {
  const sections = sectionsOf(bytes);
  const section = (wanted) => {
    const found = sections.find(({ id, name }) => id === wanted || name === wanted);
    if (found === undefined) throw new Error(`the section ${wanted} is missing`);
    return found;
  };
  const reader = (wanted) => new Reader(bytes, section(wanted).body);

  const imported = importedFunctions(reader(SECTION.import));
  const code = reader(SECTION.code);
  const functions = code
    .list(() => code.span())
    .map((span, index) => ({ ...span, key: `function ${imported + index}` }));
  const data = reader(SECTION.data);
  const segments = data.list(() => {
    if (data.number() !== 0) throw new Error('a data segment of another kind');
    const address = data.constant();
    const { start, end } = data.span();
    return { address, start, length: end - start };
  });
  const symbols = symbolsOf(reader('linking'), section('linking').end);
  const { places, placeOf } = placesOf(symbols, segments);
  const keyOf = (index) =>
    symbols[index].kind === SYMBOL.function ? `function ${symbols[index].index}` : placeOf.get(index)?.key;
  const references = (name, base) =>
    relocationsOf(reader(name)).map(({ at, symbol: index }) => ({
      at: section(base).start + at,
      to: keyOf(index),
      isFunction: symbols[index].kind === SYMBOL.function,
    }));

  const inData = references('reloc.DATA', SECTION.data);
  const rows = rowsOf(moved, bytes, segments, places, inData);
  const isCut = ({ at }) => rows.some(({ start, end }) => at >= start && at < end);
  const uses = new Map();
  const note = (spans, { at, to }) => {
    const { key } = containing(spans, at);
    if (!uses.has(key)) uses.set(key, new Set());
    if (to !== undefined) uses.get(key).add(to);
  };
  for (const reference of references('reloc.CODE', SECTION.code)) note(functions, reference);
  for (const reference of inData) if (!isCut(reference)) note(places, reference);

  const seen = new Set(exportedFunctions(reader(SECTION.export)).map((index) => `function ${index}`));
  if (sections.some(({ id }) => id === SECTION.start)) seen.add(`function ${reader(SECTION.start).number()}`);
  // A set grows while it is walked.
  for (const key of seen) for (const used of uses.get(key) ?? []) seen.add(used);

  const element = reader(SECTION.element);
  const slots = new Set();
  element.list(() => {
    if (element.number() !== 0) throw new Error('an element segment of another kind');
    let slot = element.constant();
    element.list(() => {
      if (seen.has(`function ${element.number()}`)) slots.add(slot);
      slot += 1;
    });
  });
  const spare = places
    .filter(({ key }) => !seen.has(key))
    .map(({ address, start, end }) => ({ start: address, end: address + end - start }));
  return { slots, spare, lengths: rows.map(({ length }) => length) };
}
