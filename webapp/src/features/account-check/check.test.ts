// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadText, type TextRules as Rules } from '../../../scripts/rules-package/text.mjs';
import { type Checked, checkMonth, hex, Incomplete, type Kept, type Known, type Seal } from './check';

const ACCOUNT = 'u1';
const MONTH = '2026-11';
const module = readFileSync('pkg/check/check.wasm');
const rules = await loadText(module);
const keyPair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
const publicKey = hex(new Uint8Array(await crypto.subtle.exportKey('raw', keyPair.publicKey)));
const KEYS = { k1: publicKey };
const encoder = new TextEncoder();

interface Line {
  movement: string;
  is_own: boolean;
  statement: string;
  wallet: string;
  credits: { account: string | null; amount: string }[];
  decided: {
    asked: { rule: string; input?: unknown; output?: Record<string, unknown> }[];
    rules: string;
  } | null;
  [key: string]: unknown;
}

const asked = (rule: string, input: object) => ({
  input,
  output: JSON.parse(rules.evaluate(rule, JSON.stringify(input))) as Record<string, string>,
  rule,
});

const sent = (movement: string, statement: string, credits: [string | null, string][], ...all: object[]) => ({
  at: '2026-11-03T10:00:00.000Z',
  reference: '',
  movement,
  direction: 'DEBIT',
  currency: 'NGN',
  statement,
  wallet: statement,
  credits: credits.map(([account, amount]) => ({ account, amount })),
  is_own: true,
  decided: { asked: all, rules: rules.version },
});

/** A transaction of one of several kinds. */
function line(place: number): Line {
  const amount = String(1000 + place * 37);
  const kinds = [
    () => {
      const quote = asked('transfer.quote', { amount, currency: 'NGN', destination: 'bank', rates: {} });
      const { total, fee } = quote.output as { total: string; fee: string };
      return sent(
        'withdrawal',
        total,
        [
          ['fees', fee],
          ['settlement', `${amount}.00`],
        ],
        quote,
      );
    },
    () => {
      const arrived = asked('funding.arrived', { method: 'bank', currency: 'NGN', sent: amount });
      return sent('funding', `${amount}.00`, [[null, `${amount}.00`]], arrived);
    },
    () => {
      const payout = asked('plan.payout', { pot: amount, penalty: '25' });
      const { rest } = payout.output as { rest: string };
      return {
        ...sent(
          'plan_payout',
          rest,
          [
            ['penalties', '25.00'],
            [null, rest],
          ],
          payout,
        ),
      };
    },
    () => ({ ...sent('wallet_transfer', '250.00', []), is_own: false, decided: null }),
  ];
  const made = kinds[place % kinds.length]?.() as unknown as Line;
  return { ...made, reference: `REF${place}` };
}

async function sealed(lines: readonly string[], change: Partial<Seal> = {}): Promise<Seal> {
  const previous = change.previous ?? '';
  const text = `${[previous, ACCOUNT, MONTH, ...lines].join('\n')}\n`;
  const digest = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text))));
  const kind = (change.is_stored ?? true) ? 'stored' : 'made';
  const signed = `${['ajo account seal 1', ACCOUNT, MONTH, lines.length, digest, kind].join('\n')}\n`;
  const signature = await crypto.subtle.sign('Ed25519', keyPair.privateKey, encoder.encode(signed));
  return {
    account: ACCOUNT,
    month: MONTH,
    lines: lines.length,
    previous,
    digest,
    signature: hex(new Uint8Array(signature)),
    key_id: 'k1',
    is_stored: true,
    until: '2026-12-01T00:00:00.000Z',
    ...change,
  };
}

const known = (change: Partial<Known> = {}): Known => ({
  account: ACCOUNT,
  month: MONTH,
  keys: KEYS,
  current: rules,
  rulesOf: (version) => Promise.resolve(version === rules.version ? rules : null),
  before: null,
  kept: undefined,
  ...change,
});

const answer = (lines: readonly string[], seal: Seal, closing: object = {}) => {
  const records_since = '2026-11-02T00:00:00.000Z';
  const end = { seal, since: MONTH, records_since, is_over: seal.is_stored, ...closing };
  return `${[...lines, JSON.stringify(end)].join('\n')}\n`;
};

const history = (count: number) => Array.from({ length: count }, (_, place) => line(place));
const texts = (lines: readonly Line[]) => lines.map((one) => JSON.stringify(one));

const faults = ({ findings }: Checked) =>
  findings.map(({ fault, reference }) => (reference === null ? fault : `${fault} ${reference}`));

/** A month that is as it was sealed, or is sealed anew by whoever changed it. */
async function checked(lines: readonly Line[], change: Partial<Known> = {}, sealChange: Partial<Seal> = {}) {
  const written = texts(lines);
  return checkMonth(answer(written, await sealed(written, sealChange)), known(change));
}

describe('the check of an account', () => {
  test('finds nothing in a month that is as it was decided', async () => {
    const found = await checked(history(40));
    expect(faults(found)).toEqual([]);
    expect([found.right, found.different, found.isSigned]).toEqual([40, 0, 'yes']);
  });

  test('counts what it cannot check, and never as right', async () => {
    const lines = history(8);
    const [first, second, third] = lines as [Line, Line, Line];
    first.decided = null;
    first.at = '2026-11-01T10:00:00.000Z';
    second.decided = { asked: [{ rule: 'referral.bonus' }], rules: rules.version };
    third.decided = { asked: third.decided?.asked ?? [], rules: 'another' };
    const { right, different, unchecked } = await checked(lines);
    expect([right, different, unchecked]).toEqual([5, 0, { before_records: 1, withheld: 1, no_module: 1 }]);
  });

  test('takes newest lines that are not sealed yet in an open month only', async () => {
    const written = texts(history(6));
    const seal = await sealed(written.slice(0, 4), { is_stored: false });
    const found = await checkMonth(answer(written, seal), known());
    expect([faults(found), found.right, found.unsealed]).toEqual([[], 6, 2]);
    const stored = await sealed(written.slice(0, 4));
    expect(faults(await checkMonth(answer(written, stored), known()))).toEqual(['lines']);
    // A month that was not sealed with the others came afterwards.
    const over = answer(written.slice(0, 4), seal, { is_over: true });
    expect(faults(await checkMonth(over, known()))).toEqual(['lines']);
  });

  test('names a decision that should be there', async () => {
    const lines = history(8);
    const [first, second, third] = lines as [Line, Line, Line];
    first.decided = null;
    second.decided = { asked: [{ rule: 'funding.arrived' }], rules: rules.version };
    third.decided = { asked: [], rules: rules.version };
    const found = faults(await checked(lines));
    expect(found).toEqual(['record REF0', 'posting REF1', 'record REF2']);
  });

  test('names the month of somebody else, and another month', async () => {
    const written = texts(history(3));
    const whole = answer(written, await sealed(written));
    for (const change of [{ account: 'u2' }, { month: '2026-10' }])
      expect(faults(await checkMonth(whole, known(change)))).toContain('lines');
  });

  test('refuses an answer that was cut off', async () => {
    const written = texts(history(3));
    const whole = answer(written, await sealed(written));
    for (const end of [whole.length - 1, whole.length - 9, 0]) {
      await expect(checkMonth(whole.slice(0, end), known())).rejects.toBeInstanceOf(Incomplete);
    }
  });

  test('names what was changed since an earlier check', async () => {
    const written = texts(history(6));
    const kept: Kept = await sealed(written.slice(0, 4), { is_stored: false });
    const now = async (lines: string[]) =>
      faults(await checkMonth(answer(lines, await sealed(lines)), known({ kept })));
    expect(await now(written)).toEqual([]);
    expect(await now(written.slice(1))).toEqual(['kept']);
    const final: Kept = await sealed(written.slice(0, 4));
    const seal = await sealed(written);
    expect(faults(await checkMonth(answer(written, seal), known({ kept: final })))).toEqual(['kept']);
  });

  test('names each of a thousand histories that were tampered with', async () => {
    interface Change {
      name: string;
      tamper: (lines: Line[], place: number) => void;
      /** Whether whoever changed it has sealed the month anew. */
      isSealedAnew: boolean;
      found: RegExp;
    }
    const changes: Change[] = [
      {
        name: 'a fact',
        tamper: (lines, at) => change(lines, at, 'input'),
        isSealedAnew: true,
        found: /^(answer|posting) REF/,
      },
      {
        name: 'an answer',
        tamper: (lines, at) => change(lines, at, 'output'),
        isSealedAnew: true,
        found: /^answer REF/,
      },
      {
        name: 'a posting',
        tamper: (lines, at) => {
          own(lines, at).credits[0] = { account: 'fees', amount: '7.77' };
        },
        isSealedAnew: true,
        found: /^posting REF/,
      },
      {
        name: 'the statement',
        tamper: (lines, at) => {
          own(lines, at).statement = '1.00';
        },
        isSealedAnew: true,
        found: /^statement REF/,
      },
      {
        name: 'a record',
        tamper: (lines, at) => {
          own(lines, at).movement = 'unheard_of';
        },
        isSealedAnew: true,
        found: /^record REF/,
      },
      {
        name: 'the order',
        tamper: (lines) => {
          lines.push(lines.shift() as Line);
        },
        isSealedAnew: false,
        found: /^lines$/,
      },
      {
        name: 'a line less',
        tamper: (lines, at) => {
          lines.splice(at, 1);
        },
        isSealedAnew: false,
        found: /^lines$/,
      },
      {
        name: 'a line more',
        tamper: (lines, at) => {
          lines.push(line(at));
        },
        isSealedAnew: false,
        found: /^lines$/,
      },
    ];
    const count = 1000;
    for (let round = 0; round < count; round += 1) {
      const { name, tamper, isSealedAnew, found } = changes[round % changes.length] as Change;
      const lines = history(3 + (round % 9)).map((one) => structuredClone(one));
      const before = await sealed(texts(lines));
      tamper(lines, round % lines.length);
      const written = texts(lines);
      const seal = isSealedAnew ? await sealed(written) : before;
      const named = faults(await checkMonth(answer(written, seal), known()));
      expect(named.length, `${name}, round ${round}`).toBeGreaterThan(0);
      for (const one of named) expect(one, `${name}, round ${round}`).toMatch(found);
    }
  });

  test('names seals and modules that were tampered with', async () => {
    const lines = history(5);
    const written = texts(lines);
    const seal = await sealed(written);
    const other = `0${seal.digest.slice(1)}`.replace(seal.digest, `1${seal.digest.slice(1)}`);
    const found = async (altered: Partial<Seal>, change: Partial<Known> = {}) =>
      faults(await checkMonth(answer(written, { ...seal, ...altered }), known(change)));
    expect(await found({ digest: other })).toEqual(['lines', 'signature']);
    expect(await found({ lines: 6 })).toEqual(['lines', 'signature']);
    expect(await found({ signature: hex(new Uint8Array(64)) })).toEqual(['signature']);
    expect(await found({ key_id: 'k2' })).toEqual(['signature']);
    expect(await found({}, { before: { ...seal, month: '2026-10' } })).toEqual(['chain']);
    const later = await sealed(written, { previous: seal.digest });
    expect(await found(later)).toEqual(['chain']);
    expect(await found(later, { before: seal })).toEqual([]);
    expect(await found({ account: 'u2' })).toEqual(['lines', 'signature']);
    // Other rules under the same version answer otherwise.
    const forged: Rules = {
      ...rules,
      evaluate: (rule, input) => rules.evaluate(rule, input).replace('"fee":"20.00"', '"fee":"25.00"'),
    };
    expect(await found({}, { rulesOf: () => Promise.resolve(forged) })).toEqual([
      'answer REF0',
      'answer REF4',
    ]);
  });
});

/** The first line from a place on that this member decided. */
const own = (lines: Line[], place: number): Line =>
  (lines.slice(place).find((one) => one.decided !== null) ?? lines[0]) as Line;

/** Changes the first figure of a decision's facts or answer. */
function change(lines: Line[], place: number, side: 'input' | 'output') {
  const one = own(lines, place).decided?.asked[0] as unknown as Record<string, Record<string, string>>;
  const figures = one[side] as Record<string, string>;
  const key = Object.keys(figures).find((name) => /^\d/.test(figures[name] ?? '')) as string;
  figures[key] = `${Number.parseInt(figures[key] ?? '0', 10) + 1}.00`;
}
