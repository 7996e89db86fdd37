import { rules_memory as memory } from '@pkg/rules/rules.js';

/** Longer texts are passed as JavaScript values. As wasm-bindings/src/text_buffer.rs has it. */
const MAX_LENGTH = 1024;
const FIRST_BEYOND_ASCII = 0x80;

let words = new Uint32Array();

/** The engine's memory as words. Any call may grow the memory, which detaches the view: it is renewed then. */
export function engineWords(): Uint32Array {
  if (words.length === 0) words = new Uint32Array(memory().buffer);
  return words;
}

/** The index of the word at an address. */
export const wordAt = (address: number): number => address / Uint32Array.BYTES_PER_ELEMENT;

/** Writes a text to the engine's buffer, four characters at a time; false if it is too long or not ASCII. */
export function writeText(text: string, firstWord: number): boolean {
  const { length } = text;
  if (length > MAX_LENGTH) return false;
  const into = engineWords();
  let seen = 0;
  let word = firstWord;
  let index = 0;
  for (; index + 4 <= length; index += 4) {
    const first = text.charCodeAt(index);
    const second = text.charCodeAt(index + 1);
    const third = text.charCodeAt(index + 2);
    const fourth = text.charCodeAt(index + 3);
    seen |= first | second | third | fourth;
    into[word] = first | (second << 8) | (third << 16) | (fourth << 24);
    word += 1;
  }
  let last = 0;
  for (let shift = 0; index < length; index += 1, shift += 8) {
    const code = text.charCodeAt(index);
    seen |= code;
    last |= code << shift;
  }
  into[word] = last;
  return seen < FIRST_BEYOND_ASCII;
}
