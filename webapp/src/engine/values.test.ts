import { describe, expect, it } from 'vitest';
import { evaluateAsGiven as evaluate } from './later';

/** A value that has passed through the engine: the rule only changes keys and drops empty values. */
const there = (value: unknown): unknown =>
  (evaluate('case.camel', { value } as never) as { value: unknown }).value;
const thrown = (value: unknown): unknown => {
  try {
    return there(value);
  } catch (error) {
    return error;
  }
};
const MALFORMED = { code: 'malformed', message: 'The input is not JSON.' };

describe('values that pass through the engine', () => {
  it('are converted as by JSON', () => {
    const values: unknown[] = [
      true, false, 0, -0, 1, -1.5, 123456789012345, 0.0001, 'text', 'a"b\\c\n', '🙂', 'ẹ̀kọ́', '\u0000', 'x'.repeat(63), 'é'.repeat(65), 'x'.repeat(70_000),
      [1, ['a', [true]]], [undefined, () => 1, Number.NaN, 'x'], { a: undefined, b: () => 1, c: 1 }, new Date(0), [new Date(0)], new Map([[1, 2]]),
      { toJSON: () => 'mine' }, { a: 1, toJSON: () => ({ b: 2 }) }, Object.create({ inherited: 1 }), Object.assign(Object.create(null), { bare: 1 }),
      Object('boxed'), Object(5), Array.from({ length: 3000 }, (_, index) => ({ index, text: `number ${index}` })),
      JSON.parse('{"__proto__": {"polluted": 1}, "a": 1}'),
    ]; // biome-ignore format: a table
    for (const value of values) {
      const plain = JSON.parse(JSON.stringify({ value })) as { value: unknown };
      expect(JSON.stringify(there(value))).toBe(JSON.stringify(there(plain.value)));
    }
    expect(there([1, 'a', { b: [true, null, 'ẹ'] }])).toEqual([1, 'a', { b: [true, null, 'ẹ'] }]);
    expect(there(new Date(0))).toBe('1970-01-01T00:00:00.000Z');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('are normalised to composed characters', () => {
    expect(there('e\u0301')).toBe('\u00e9');
    expect(there({ 'e\u0301': 1 })).toEqual({ '\u00e9': 1 });
  });

  it('are refused if JSON cannot represent them', () => {
    const circle: unknown[] = [];
    circle.push(circle);
    const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
    for (const value of ['\ud800', { '\udc00': 1 }, 1n, circle, deep(200)])
      expect(thrown(value)).toEqual(MALFORMED);
    expect(thrown({ toJSON: () => { throw new Error('no'); } })).toEqual(MALFORMED); // biome-ignore format: short
    for (const input of [undefined, () => 1, Symbol('s')]) {
      expect(() => evaluate('case.camel', input as never)).toThrow(
        expect.objectContaining(MALFORMED) as never,
      );
    }
  });

  it('may call the engine in their getters', () => {
    const value = { toJSON: () => there(['inner']) };
    expect(there([value, 'outer'])).toEqual([['inner'], 'outer']);
  });
});
