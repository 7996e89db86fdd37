import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PreparedRuleName } from '@pkg/rules/rule-map';
import { describe, expect, it } from 'vitest';
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
    return { thrown: error };
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
  'x'.repeat(1024), 'x'.repeat(1025), 0, 1.5, -0, true, null, undefined, [], {}, Number.NaN, new Date(0), Object('1'), { toJSON: () => '5' }, 1n, () => 1,
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

  it('takes what is no plain JSON as JSON has it', () => {
    const total = prepareRule('balance.total');
    const bare = Object.assign(Object.create(null), balances[0]);
    for (const first of [
      balances[0],
      new Balance(),
      bare,
      Object.create(balances[0] as object),
      balances[0],
    ]) {
      const input = { balances: [first, balances[1]], rates, base: 'NGN' } as never;
      expect(answer(() => total(input))).toEqual(answer(() => evaluate('balance.total', input)));
    }
  });

  it('takes no member that is not its own', () => {
    const total = prepareRule('balance.total');
    const whole = { balances, rates, base: 'NGN' as const };
    expect(total(whole).total).toBe('1600.00');
    Object.assign(Object.prototype, { base: 'NGN' });
    const inherited = answer(() => total({ balances, rates } as never));
    Reflect.deleteProperty(Object.prototype, 'base');
    expect(inherited).toEqual({ thrown: { code: 'missing_key', message: 'base is required.' } });
  });

  it('passes over what it was not asked for, and what is undefined', () => {
    const total = prepareRule('balance.total');
    const more = { balances, rates, base: 'NGN' as const, é: 1, note: undefined };
    for (const balance of ['1.00', '2.00', '3.00']) {
      const seen = { ...more, balances: [{ ...balances[0], balance, note: undefined }] };
      expect(total(seen as never)).toEqual(evaluate('balance.total', seen as never));
    }
  });

  it('keeps no input that is large', () => {
    const total = prepareRule('balance.total');
    for (const count of [100, 200, 100, 1]) {
      const many = Array.from({ length: count }, () => ({ currency: 'NGN' as const, balance: '1.00' }));
      expect(total({ balances: many, rates, base: 'NGN' }).total).toBe(`${count}.00`);
    }
  });
});
