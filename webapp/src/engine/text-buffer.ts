import type { Rules } from './modules';

/** Longer texts are passed as JavaScript values. The limit is that of wasm-bindings/src/text_buffer.rs. */
const MAX_LENGTH = 1024;
const FIRST_BEYOND_ASCII = 0x80;

/** A module's memory. */
export interface Memory {
  /** The memory as words. Any call may grow it, which detaches the view: a new one is created then. */
  words(): Uint32Array;
  /** Writes a text from a word on, four characters at a time; false if it is too long or not ASCII. */
  write(text: string, firstWord: number): boolean;
}

const memories = new Map<Rules, Memory>();

/** The memory of a module. */
export function memoryOf(module: Rules): Memory {
  const known = memories.get(module);
  if (known !== undefined) return known;
  let view = new Uint32Array();
  const words = (): Uint32Array => {
    if (view.length === 0) view = new Uint32Array(module.rules_memory().buffer);
    return view;
  };
  const memory = { words, write: (text: string, firstWord: number) => write(text, words(), firstWord) };
  memories.set(module, memory);
  return memory;
}

/** The index of the word at an address. */
export const wordAt = (address: number): number => address / Uint32Array.BYTES_PER_ELEMENT;

function write(text: string, into: Uint32Array, firstWord: number): boolean {
  const { length } = text;
  if (length > MAX_LENGTH) return false;
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
