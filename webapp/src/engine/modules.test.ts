import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { formVectors } from '@/testing/form-vectors';

/** The engine as after a page load, with one module of the two. */
async function loaded(name: 'entry' | 'whole') {
  vi.resetModules();
  const { choose, modules } = await import('./modules');
  const files = { entry: 'pkg/entry/entry_bg.wasm', whole: 'pkg/rules/rules_bg.wasm' };
  const load = (which: keyof typeof files) => {
    modules[which].initSync({ module: readFileSync(files[which]) });
    choose(which);
  };
  load(name);
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

  it('answers what a visitor needs, as the whole one does', async () => {
    const whole = await loaded('whole');
    expect(engine.evaluate('route.guard', guest)).toEqual(whole.evaluate('route.guard', guest));
    expect(engine.rulesVersion()).toBe(whole.rulesVersion());
  });

  it('judges the forms that it has at each keystroke as the whole one does', async () => {
    const whole = await loaded('whole');
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

  it('says which rule or form was asked for before all rules were loaded', () => {
    const { evaluate, prepareForm } = engine;
    expect(() => evaluate('wallet.ways', { currency: 'NGN' })).toThrow(
      /"wallet.ways" is not in the entry module/,
    );
    expect(() => prepareForm('transaction_pin', {})).toThrow(/"transaction_pin" is not in the entry module/);
    expect(() => evaluate('route.guard', {} as never)).toThrow(
      expect.objectContaining({ code: 'missing_key' }),
    );
  });

  it('gives way to the whole one, and keeps the forms that it has prepared', () => {
    const { evaluate, prepareForm, load } = engine;
    const login = prepareForm('login', {});
    const typed = { email: 'ada', password: 'é secret' };
    const violations = login.check(typed);
    expect(violations.map(({ field }) => field)).toEqual(['email']);
    load('whole');
    expect(evaluate('wallet.ways', { currency: 'NGN' })).toMatchObject({ valid: true });
    expect(login.check({ ...typed, password: '' }).map(({ field }) => field)).toEqual(['email', 'password']);
    expect(prepareForm('login', {}).check(typed)).toEqual(violations);
    expect(login.check(typed)).toEqual(violations);
    login.free();
    // It is not given up again.
    load('entry');
    expect(evaluate('wallet.ways', { currency: 'NGN' })).toMatchObject({ valid: true });
  });
});

it('answers nothing before a module is loaded', async () => {
  vi.resetModules();
  const { evaluate } = await import('./evaluate');
  expect(() => evaluate('route.guard', guest)).toThrow('No rules are loaded yet');
});
