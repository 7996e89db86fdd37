import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PreparedRuleName } from '@pkg/rules/rule-map';
import { PreparedRule } from '@pkg/rules/rules.js';
import { describe, expect, it, vi } from 'vitest';
import { evaluate } from './evaluate';
import { prepareRule } from './prepared-rule';

const RULES: PreparedRuleName[] = ['balance.total', 'transfer.quote'];

/** The inputs of a rule's test vectors. */
function inputs(rule: PreparedRuleName): unknown[] {
  const folder = join(import.meta.dirname, '../../../fixtures');
  const files = readdirSync(folder, { recursive: true }).map(String);
  const file = files.find((name) => name.endsWith(`/${rule}.json`)) as string;
  const { cases } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { cases: { input: unknown }[] };
  return cases.map(({ input }) => input);
}

const answer = (judge: () => unknown): unknown => {
  try {
    return judge();
  } catch (error) {
    return { thrown: error instanceof Error ? `${error.name}: ${error.message}` : error };
  }
};

/** Every value in the input that is no object or list, by its path. */
function singles(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return members.flatMap(([key, member]) => singles(member, [...path, key]));
}

/** The input with another value at the path; nothing is changed inside. */
function changed(value: unknown, [key, ...rest]: (string | number)[], to: unknown): unknown {
  if (key === undefined) return to;
  const inner = changed((value as Record<string, unknown>)[key as string], rest, to);
  if (Array.isArray(value)) return value.with(key as number, inner);
  return { ...(value as object), [key]: inner };
}

const ODD: unknown[] = [
  '', ' ', '0', '1500.00', '1500.005', '99999999999999999999', 'NGN', 'BTC', 'XYZ', 'bank', '2026-01-31', 'Adébáyọ̀', 'a\u0301', '\u0000', '\ud800', '🙂',
  'x'.repeat(1024), 'x'.repeat(1025), 0, 1.5, -0, true, null, undefined, [], {}, Number.NaN, new Date(0), Object('1'), { toJSON: () => '5' }, { toJSON: () => { throw new Error('no'); } }, 1n, () => 1,
]; // biome-ignore format: a table

/** Its own members are those of a balance, and its JSON says another. */
class Balance {
  readonly currency = 'NGN';
  readonly balance = '100.00';
  toJSON() {
    return { currency: this.currency, balance: `5${this.balance}` };
  }
}

describe('a prepared rule', () => {
  const balances: { currency: 'NGN' | 'USD'; balance: string }[] = [
    { currency: 'NGN', balance: '100.00' },
    { currency: 'USD', balance: '1.00' },
  ];
  const rates = { NGN: { sell_rate: '1500' }, USD: { sell_rate: '1' } };

  it.each(RULES)(
    '%s answers what the rule answers, whatever comes and goes in its input',
    (rule) => {
      const cases = inputs(rule);
      expect(cases.length).toBeGreaterThan(5);
      let asked = 0;
      const ask = prepareRule(rule);
      const compare = (input: unknown) => {
        const [own, usual] = [ask, (given: never) => evaluate(rule, given)].map((judge) =>
          answer(() => judge(input as never)),
        );
        if (JSON.stringify(own) !== JSON.stringify(usual)) expect(own, JSON.stringify(input)).toEqual(usual);
        asked += 1;
      };
      for (const input of cases) {
        compare(input);
        for (const path of singles(input)) {
          for (const odd of ODD) {
            const other = changed(input, path, odd);
            compare(other);
            // A text in another place besides, and back.
            compare(changed(other, singles(input)[asked % singles(input).length] ?? [], '7'));
            compare(input);
          }
        }
      }
      expect(asked).toBeGreaterThan(2000);
    },
    60_000,
  );

  it('sees what has changed inside an object that it has seen', () => {
    const total = prepareRule('balance.total');
    const input = {
      balances: structuredClone(balances),
      rates: structuredClone(rates),
      base: 'NGN' as const,
    };
    expect(total(input).total).toBe('1600.00');
    (input.balances[0] as { balance: string }).balance = '200.00';
    expect(total(input).total).toBe('1700.00');
    input.rates.NGN.sell_rate = '1000';
    expect(total(input).total).toBe('1200.00');
    input.balances.pop();
    expect(total(input).total).toBe('200.00');
    (input as { balances: unknown }).balances = {};
    expect(answer(() => total(input))).toEqual(answer(() => evaluate('balance.total', input)));
  });

  describe('of objects that are more than they look', () => {
    const of = (...items: unknown[]): unknown => ({ balances: items, rates, base: 'NGN' });
    const naira = (balance: string) => ({ currency: 'NGN', balance });
    const getting = (balance: () => string) => ({
      currency: 'NGN',
      get balance() {
        return balance();
      },
    });
    /** Reads differently each time it is read. */
    const counting = () => {
      let count = 0;
      return getting(() => {
        count += 1;
        return `${count}.00`;
      });
    };
    /** Its items are not what going through it yields. */
    const doubled = () =>
      Object.assign([naira('1.00')], { [Symbol.iterator]: () => [naira('9.00')].values() });
    /** Asked in turn, each made anew for whoever is asked. */
    const inputs: (() => unknown)[] = [
      () => of(balances[0]),
      () => of(new Balance()),
      () => of(Object.assign(Object.create(null), balances[0])),
      () => of(Object.create(balances[0] as object)),
      () => of(balances[0]),
      () => of(counting()),
      () => of(counting(), naira('1.00')),
      () => of(naira('2.00')),
      () => of(naira('1.00')),
      () => ({ balances: doubled(), rates, base: 'NGN' }),
      () => of(naira('9.00')),
      () => of(getting(() => { throw new Error('mine'); })), // biome-ignore format: short
      () => of(naira('9.00')),
      () => ({ balances: [], rates: {}, base: 'NGN' }),
      () => ({ balances: [], rates: Object.setPrototypeOf([], null), base: 'NGN' }),
      () => Proxy.revocable({}, {}).proxy,
      () => of(naira('4.00')),
    ];

    it('answers what the rule answers', () => {
      const total = prepareRule('balance.total');
      for (const [index, input] of inputs.entries()) {
        const [own, usual] = [total, (given: never) => evaluate('balance.total', given)].map((judge) =>
          answer(() => judge(input() as never)),
        );
        expect(own, `input ${index}`).toEqual(usual);
      }
    });

    it('answers what the rule answers when it is asked inside', () => {
      const total = prepareRule('balance.total');
      const ask = (input: unknown) => (total(input as never) as { total: string }).total;
      const asking = (balance: string) =>
        getting(() => {
          expect(ask(of(naira('50.00'), naira('60.00')))).toBe('110.00');
          return balance;
        });
      expect(ask(of(naira('1.00'), naira('2.00')))).toBe('3.00');
      expect(ask(of(naira('1.00'), asking('3.00')))).toBe('4.00');
      expect(ask(of(asking('1.00')))).toBe('1.00');
      expect(ask(of(naira('50.00'), naira('60.00')))).toBe('110.00');
    });

    it('sees that an object has become another', () => {
      const total = prepareRule('balance.total');
      const input = of({ currency: 'NGN', balance: '100.00' }) as { balances: object[] };
      expect(total(input as never).total).toBe('100.00');
      Object.setPrototypeOf(input.balances[0], Balance.prototype);
      expect(total(input as never).total).toBe('5100.00');
    });

    it('takes no member that is not its own', () => {
      const total = prepareRule('balance.total');
      const empty = { balances: [], rates: Object.assign(Object.create(null), { base: null }) };
      expect(total({ ...empty, base: 'NGN' } as never).total).toBe('0.00');
      Object.assign(Object.prototype, { base: 'NGN' });
      const inherited = answer(() => total(empty as never));
      Reflect.deleteProperty(Object.prototype, 'base');
      expect(inherited).toEqual({ thrown: { code: 'missing_key', message: 'base is required.' } });
    });

    it('answers, and begins anew, when the engine broke off', () => {
      const total = prepareRule('balance.total');
      const ask = (balance: string) => total(of(naira(balance)) as never).total;
      expect(ask('1.00')).toBe('1.00');
      const answered = vi.spyOn(PreparedRule.prototype, 'answer');
      answered.mockImplementationOnce(function (this: PreparedRule) {
        this.free();
        throw new RangeError('Maximum call stack size exceeded');
      });
      expect(['2.00', '3.00', '4.00'].map(ask)).toEqual(['2.00', '3.00', '4.00']);
      expect(answered.mock.results.map(({ type }) => type)).toEqual(['throw', 'return', 'return']);
      expect(answered.mock.results.at(-1)?.value).toMatchObject({ total: '4.00' });
      answered.mockRestore();
    });
  });

  it('passes over what it was not asked for, and what is undefined', () => {
    const total = prepareRule('balance.total');
    const more = { balances, rates, base: 'NGN' as const, é: 1, note: undefined };
    for (const balance of ['1.00', '2.00', '3.00']) {
      const seen = { ...more, balances: [{ ...balances[0], balance, note: undefined }] };
      expect(total(seen as never)).toEqual(evaluate('balance.total', seen as never));
    }
  });

  it('sums many balances too', () => {
    const total = prepareRule('balance.total');
    for (const count of [100, 200, 100, 1]) {
      const many = Array.from({ length: count }, () => ({ currency: 'NGN' as const, balance: '1.00' }));
      expect(total({ balances: many, rates, base: 'NGN' }).total).toBe(`${count}.00`);
    }
  });
});
