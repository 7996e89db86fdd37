import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { formVectors } from '@/testing/form-vectors';
import type { ModuleName } from './modules';

type Part = ModuleName | 'later';

/** The engine as after a page load, with some of the modules and parts. */
async function loaded(...parts: Part[]) {
  vi.resetModules();
  const { addLater, choose, modules } = await import('./modules');
  const files = {
    entry: 'pkg/entry/entry_bg.wasm',
    rules: 'pkg/rules/rules_bg.wasm',
    later: 'pkg/rules/later.wasm',
  };
  let exports: object = {};
  const load = async (which: Part) => {
    const module = new WebAssembly.Module(readFileSync(files[which]));
    if (which === 'later') return addLater(exports, module);
    exports = modules[which].initSync({ module });
    choose(which);
  };
  for (const part of parts) await load(part);
  const [{ evaluate, rulesVersion }, { prepareForm }] = await Promise.all([
    import('./evaluate'),
    import('./prepared-form'),
  ]);
  return { evaluate, rulesVersion, prepareForm, load };
}

const guest = { path: '/dashboard', session: false, dob: null, verified: false } as const;

describe('the entry module', () => {
  let engine: Awaited<ReturnType<typeof loaded>>;
  beforeEach(async () => {
    engine = await loaded('entry');
  });

  it('answers what a visitor needs, as the other one does', async () => {
    const whole = await loaded('rules', 'later');
    expect(engine.evaluate('route.guard', guest)).toEqual(whole.evaluate('route.guard', guest));
    expect(engine.rulesVersion()).toBe(whole.rulesVersion());
  });

  it('judges the forms that it has at each keystroke as the other one does', async () => {
    const whole = await loaded('rules', 'later');
    const outcome = (judge: () => unknown): unknown => {
      try {
        return judge();
      } catch (error) {
        return { thrown: error };
      }
    };
    const judged = new Set<string>();
    for (const { form, values, context } of formVectors()) {
      const by = ({ prepareForm }: typeof engine) =>
        outcome(() => prepareForm(form as never, context as never).check(values as never));
      const own = by(engine) as { thrown?: unknown };
      if (own.thrown instanceof Error) continue;
      judged.add(form);
      expect(own, JSON.stringify({ form, values })).toEqual(by(whole));
    }
    const own = ['forgot_password', 'identity_number', 'login', 'phone', 'register', 'reset_password'];
    expect([...judged].sort()).toEqual(own);
  });

  it('says which rule or form was asked for before its module was loaded', () => {
    const { evaluate, prepareForm } = engine;
    expect(() => evaluate('wallet.ways', { currency: 'NGN' })).toThrow(
      /"wallet.ways" is not in the entry module/,
    );
    expect(() => prepareForm('transaction_pin', {})).toThrow(/"transaction_pin" is not in the entry module/);
    expect(() => evaluate('route.guard', {} as never)).toThrow(
      expect.objectContaining({ code: 'missing_key' }),
    );
  });

  it('gives way to the other one, and keeps the forms that it has prepared', async () => {
    const { evaluate, prepareForm, load } = engine;
    const login = prepareForm('login', {});
    const typed = { email: 'ada', password: 'é secret' };
    const violations = login.check(typed);
    expect(violations.map(({ field }) => field)).toEqual(['email']);
    await load('rules');
    expect(evaluate('wallet.ways', { currency: 'NGN' })).toMatchObject({ valid: true });
    expect(login.check({ ...typed, password: '' }).map(({ field }) => field)).toEqual(['email', 'password']);
    expect(prepareForm('login', {}).check(typed)).toEqual(violations);
    expect(login.check(typed)).toEqual(violations);
    login.free();
    // It is not given up again.
    await load('entry');
    expect(evaluate('wallet.ways', { currency: 'NGN' })).toMatchObject({ valid: true });
  });
});

describe('the part that is loaded later', () => {
  const end = { created_at: '2026-11-28T10:00:00Z', now: '2026-11-28T10:00:00Z' };

  it('is named when one of its rules or forms was asked for too early', async () => {
    const { evaluate, prepareForm, load } = await loaded('rules');
    expect(() => evaluate('plan.awaited', end as never)).toThrow(
      /"plan.awaited" is not in the first part of the rules: await laterRules\(\)/,
    );
    expect(() => prepareForm('plan_code', {})).toThrow(/"plan_code" is not in the first part/);
    await load('later');
    expect(() => evaluate('plan.awaited', {} as never)).toThrow(
      expect.objectContaining({ code: 'missing_key' }),
    );
    expect(
      prepareForm('plan_code', {})
        .check({ code: '' })
        .map(({ field }) => field),
    ).toEqual(['code']);
    expect(() => evaluate('no.rule' as never, {} as never)).toThrow(
      expect.objectContaining({ code: 'unknown_rule' }),
    );
  });

  it('judges forms as the parts together do, and forms of the first part go on', async () => {
    const { prepareForm, load } = await loaded('rules');
    const pin = prepareForm('transaction_pin', {});
    const before = pin.check({ pin: '12' });
    expect(before).toHaveLength(1);
    await load('later');
    expect(pin.check({ pin: '12' })).toEqual(before);
  });
});

it('answers nothing before a module is loaded', async () => {
  vi.resetModules();
  const { evaluate } = await import('./evaluate');
  expect(() => evaluate('route.guard', guest)).toThrow('No rules are loaded yet');
});
