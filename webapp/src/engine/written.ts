import { rules_memory as memory } from '@pkg/rules/rules.js';

/** Longer texts take the way of any JSON. As wasm-bindings/src/written.rs has it. */
export const MOST_CHARACTERS = 1024;
const FIRST_BEYOND_ASCII = 0x80;

let words = new Uint32Array();

/** The engine's memory. What has grown lies elsewhere, and what was known of it is empty: any call may do that. */
export function engineWords(): Uint32Array {
  if (words.length === 0) words = new Uint32Array(memory().buffer);
  return words;
}

/** Which word begins at an address. */
export const wordAt = (address: number): number => address / Uint32Array.BYTES_PER_ELEMENT;

/** Writes a text where the engine reads it, four characters at a time; false when it is too long or not plain. */
export function writeText(text: string, firstWord: number): boolean {
  const { length } = text;
  if (length > MOST_CHARACTERS) return false;
  const into = engineWords();
  let seen = 0;
  let word = firstWord;
  let place = 0;
  for (; place + 4 <= length; place += 4) {
    const first = text.charCodeAt(place);
    const second = text.charCodeAt(place + 1);
    const third = text.charCodeAt(place + 2);
    const fourth = text.charCodeAt(place + 3);
    seen |= first | second | third | fourth;
    into[word] = first | (second << 8) | (third << 16) | (fourth << 24);
    word += 1;
  }
  let last = 0;
  for (let shift = 0; place < length; place += 1, shift += 8) {
    const code = text.charCodeAt(place);
    seen |= code;
    last |= code << shift;
  }
  into[word] = last;
  return seen < FIRST_BEYOND_ASCII;
}
