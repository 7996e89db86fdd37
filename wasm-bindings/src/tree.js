// JSON values in and out of the engine's memory, without a text in between: the other half of tree.rs.
//
// A value is a word: its kind in the low three bits, a length or count above them. What has a text (a number, a text, a
// key) has it in the characters, one after the other in the order of the words. A list's items follow it; so do an
// object's members, each a key and a value. On the way out an object's keys come before its values, and an object that
// is like the last one has no keys.

const [NULL, FALSE, TRUE, NUMBER, TEXT, LIST, OBJECT, ALIKE] = [0, 1, 2, 3, 4, 5, 6, 7];
const KIND_BITS = 3;
/** A key that is written out; every other is a word of its own, made of where it stands in the engine and its length. */
const WRITTEN_OUT = 0x8000_0000;
const PLACE_BITS = 24;
/** As deep as the engine reads JSON. */
const DEEPEST = 127;
/** A text up to this length is written character by character; above it the browser's own way is quicker. */
const SHORT = 64;
/** A text up to this length is read character by character; above it the browser's own way is quicker. */
const SHORT_ANSWER = 24;
const MOST_BYTES_A_UNIT = 3;
const LAST_ASCII = 0x7f;
const UNPAIRED = /\p{Surrogate}/u;

const plain = Object.prototype;
const hasOwn = Object.prototype.hasOwnProperty;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

let memory;
/** All of the memory, as bytes and as words. */
let bytes = new Uint8Array();
let words = new Uint32Array();
/** The engine's own names, by the word that tells of them. */
const names = new Map();

/** The value is no JSON: nothing that is written in its place would mean the same. */
class NotJson extends Error {}
/** There is too little room; how much there would have to be is found by trying. */
class NoRoom extends Error {}

/** Where the next word and the next character stand, and where there is no more room. */
let [word, lastWord, at, lastByte] = [0, 0, 0, 0];

/** Told once which memory it is. */
export function attach(own) {
  memory = own;
}

/** Memory that has grown lies elsewhere, and what was known of it is empty. */
function look() {
  if (words.length > 0) return;
  bytes = new Uint8Array(memory.buffer);
  words = new Uint32Array(memory.buffer);
}

/**
 * Writes the value. The number of words, and in their first place the number of bytes; 0 when there was no room, and -1
 * when the value is no JSON.
 */
export function write_tree(value, wordsAt, wordCount, charactersAt, byteCount) {
  // What is being written may have a `toJSON` or a getter that asks the engine itself.
  const [outerWord, outerLastWord, outerAt, outerLastByte] = [word, lastWord, at, lastByte];
  const first = wordsAt >>> 2;
  [word, lastWord, at, lastByte] = [first + 1, first + wordCount, charactersAt, charactersAt + byteCount];
  try {
    if (!write(value, 0)) return -1;
    look();
    words[first] = at - charactersAt;
    return word - first;
  } catch (error) {
    return error instanceof NoRoom ? 0 : -1;
  } finally {
    [word, lastWord, at, lastByte] = [outerWord, outerLastWord, outerAt, outerLastByte];
  }
}

function put(kind, length) {
  look();
  if (word >= lastWord) throw new NoRoom();
  words[word] = (length << KIND_BITS) | kind;
  word += 1;
}

/** A text in composed form (NFC), as the native door composes it. */
function putText(kind, text) {
  look();
  const { length } = text;
  if (at + length * MOST_BYTES_A_UNIT > lastByte) throw new NoRoom();
  if (length <= SHORT) {
    let index = 0;
    for (; index < length; index += 1) {
      const code = text.charCodeAt(index);
      if (code > LAST_ASCII) break;
      bytes[at + index] = code;
    }
    if (index === length) {
      put(kind, length);
      at += length;
      return;
    }
  }
  if (UNPAIRED.test(text)) throw new NotJson();
  const composed = text.normalize('NFC');
  if (at + composed.length * MOST_BYTES_A_UNIT > lastByte) throw new NoRoom();
  const { written } = encoder.encodeInto(composed, bytes.subarray(at, lastByte));
  put(kind, written);
  at += written;
}

/** False for what JSON leaves out: undefined, functions, symbols. */
function write(value, depth) {
  switch (typeof value) {
    case 'string':
      putText(TEXT, value);
      return true;
    case 'boolean':
      put(value ? TRUE : FALSE, 0);
      return true;
    case 'number':
      if (Number.isFinite(value)) putText(NUMBER, String(value));
      else put(NULL, 0);
      return true;
    case 'object':
      return writeObject(value, depth);
    case 'bigint':
      throw new NotJson();
    default:
      return false;
  }
}

function writeObject(value, depth) {
  if (value === null) {
    put(NULL, 0);
    return true;
  }
  if (depth >= DEEPEST) throw new NotJson();
  if (Array.isArray(value)) {
    put(LIST, value.length);
    for (let index = 0; index < value.length; index += 1) {
      if (!write(value[index], depth + 1)) put(NULL, 0);
    }
    return true;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== plain && prototype !== null) return writeItsJson(value, depth);
  const place = word;
  const start = at;
  put(OBJECT, 0);
  let count = 0;
  for (const key in value) {
    if (!hasOwn.call(value, key)) continue;
    const member = value[key];
    if (member === undefined) continue;
    if (key === 'toJSON' && typeof member === 'function') {
      word = place;
      at = start;
      return writeItsJson(value, depth);
    }
    const wordBefore = word;
    const before = at;
    putText(TEXT, key);
    if (write(member, depth + 1)) count += 1;
    else {
      word = wordBefore;
      at = before;
    }
  }
  // A getter may have asked the engine itself, and its memory may have grown.
  look();
  words[place] = (count << KIND_BITS) | OBJECT;
  return true;
}

/** Dates and other objects with a JSON of their own. */
function writeItsJson(value, depth) {
  const json = JSON.stringify(value);
  return json === undefined ? false : write(JSON.parse(json), depth);
}

let text = '';
let from = 0;
/** The keys of the object that was begun last. */
let lastKeys = [];
/** Where the next word to be read stands. */
let place = 0;

/** Reads the value that the words and characters tell of. */
export function read_tree(wordsAt, charactersAt, byteCount) {
  look();
  text = decoded(charactersAt, byteCount);
  place = wordsAt >>> 2;
  from = 0;
  return read();
}

function decoded(start, length) {
  const end = start + length;
  if (length <= SHORT_ANSWER) {
    let short = '';
    let seen = 0;
    let index = start;
    for (; index + 4 <= end; index += 4) {
      const [first, second, third, fourth] = [bytes[index], bytes[index + 1], bytes[index + 2], bytes[index + 3]];
      seen |= first | second | third | fourth;
      short += String.fromCharCode(first, second, third, fourth);
    }
    for (; index < end; index += 1) {
      seen |= bytes[index];
      short += String.fromCharCode(bytes[index]);
    }
    if (seen <= LAST_ASCII) return short;
  }
  return decoder.decode(bytes.subarray(start, end));
}

function next(length) {
  const start = from;
  from += length;
  return text.slice(start, from);
}

function name() {
  const key = words[place];
  place += 1;
  if (key >= WRITTEN_OUT) return next(key - WRITTEN_OUT);
  let known = names.get(key);
  if (known === undefined) {
    const start = key & ((1 << PLACE_BITS) - 1);
    known = decoder.decode(bytes.subarray(start, start + (key >>> PLACE_BITS)));
    names.set(key, known);
  }
  return known;
}

/** An object whose keys are known. */
function members(keys) {
  const object = {};
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index];
    if (key === '__proto__')
      Object.defineProperty(object, key, {
        value: read(),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    else object[key] = read();
  }
  return object;
}

function read() {
  const head = words[place];
  const length = head >>> KIND_BITS;
  place += 1;
  switch (head & ((1 << KIND_BITS) - 1)) {
    case FALSE:
      return false;
    case TRUE:
      return true;
    case NUMBER:
      return Number(next(length));
    case TEXT:
      return next(length);
    case LIST: {
      const list = [];
      for (let index = 0; index < length; index += 1) list.push(read());
      return list;
    }
    case OBJECT: {
      const keys = new Array(length);
      for (let index = 0; index < length; index += 1) keys[index] = name();
      lastKeys = keys;
      return members(keys);
    }
    case ALIKE:
      return members(lastKeys);
    default:
      return null;
  }
}
