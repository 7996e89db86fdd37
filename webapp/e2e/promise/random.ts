import { createHash } from 'node:crypto';

/** The seed of all generated values. The same on every run, unless PROMISE_SEED overrides it. */
export const seed = process.env.PROMISE_SEED ?? '20261122';

/** Seeded random choices (xorshift128). */
export class Random {
  private readonly state: Uint32Array;

  constructor(text: string) {
    const hash = createHash('sha256').update(text).digest();
    this.state = Uint32Array.from([0, 4, 8, 12], (offset) => hash.readUInt32LE(offset) || 1);
  }

  /** 0 to `below` - 1. */
  int(below: number): number {
    const [a = 0, b = 0, c = 0, d = 0] = this.state;
    const mixed = a ^ (a << 11);
    this.state.set([b, c, d, d ^ (d >>> 19) ^ mixed ^ (mixed >>> 8)]);
    return (this.state[3] ?? 0) % below;
  }

  between(least: number, most: number): number {
    return least + this.int(most - least + 1);
  }

  /** True with this probability in percent. */
  chance(percent: number): boolean {
    return this.int(100) < percent;
  }

  pick<T>(options: readonly T[]): T {
    const chosen = options[this.int(options.length)];
    if (chosen === undefined) throw new Error('there is nothing to choose from');
    return chosen;
  }

  /** A text of the given length from an alphabet. */
  text(alphabet: string, length: number): string {
    const characters = [...alphabet];
    return Array.from({ length }, () => this.pick(characters)).join('');
  }

  digits(length: number): string {
    return this.text('0123456789', length);
  }
}
