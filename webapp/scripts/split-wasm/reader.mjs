// WebAssembly's binary format: numbers, texts, sections.

/** The magic number and the version. */
const HEADER_BYTES = 8;
const CUSTOM = 0;

export class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  number() {
    return Number(this.#leb().value);
  }

  signed() {
    const { value, bits } = this.#leb();
    return Number(BigInt.asIntN(bits, value));
  }

  #leb() {
    let value = 0n;
    for (let bits = 0; ; bits += 7) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << BigInt(bits);
      if (byte < 0x80) return { value, bits: bits + 7 };
    }
  }

  text() {
    const { start, end } = this.span();
    return this.bytes.toString('utf8', start, end);
  }

  /** Skips bytes that are preceded by their number. */
  span() {
    const length = this.number();
    const start = this.at;
    this.at += length;
    return { start, end: this.at };
  }

  list(read) {
    return Array.from({ length: this.number() }, () => read());
  }

  /** An expression of one constant. */
  constant() {
    this.byte();
    const value = this.signed();
    this.byte();
    return value;
  }
}

/** The sections: `from` is where the header starts, `start` where the contents do, `body` where they do after a custom section's name. */
export function sectionsOf(bytes) {
  const reader = new Reader(bytes, HEADER_BYTES);
  const sections = [];
  while (reader.at < bytes.length) {
    const from = reader.at;
    const id = reader.byte();
    const { start, end } = reader.span();
    const inside = new Reader(bytes, start);
    const name = id === CUSTOM ? inside.text() : null;
    sections.push({ id, name, from, start, body: inside.at, end });
  }
  return sections;
}

/** The module without the linker's sections, which other tools warn about. */
export function withoutRelocations(bytes) {
  const kept = sectionsOf(bytes).filter(({ name }) => !/^(linking$|reloc\.)/.test(name ?? ''));
  return Buffer.concat([
    bytes.subarray(0, HEADER_BYTES),
    ...kept.map(({ from, end }) => bytes.subarray(from, end)),
  ]);
}
