import { check_field, check_form } from '@pkg/rules/rules.js';
import { describe, expect, it } from 'vitest';
import { type Case, formVectors } from '@/testing/form-vectors';
import { prepareForm } from './prepared-form';

const answer = (judge: () => unknown): unknown => {
  try {
    return judge();
  } catch (error) {
    return { thrown: error };
  }
};

const thrown = (judge: () => unknown): boolean => 'thrown' in ((answer(judge) as object | null) ?? {});

const usual = ({ form, values, context }: Case) =>
  answer(() => check_form(form as never, values as never, context as never));
const prepared = ({ form, values, context }: Case) =>
  answer(() => prepareForm(form as never, context as never).check(values as never));

/** Expects equal results; details are computed only on failure, because there are many. */
function expectAlike(own: unknown, usually: unknown, of: unknown): void {
  if (JSON.stringify(own) !== JSON.stringify(usually)) expect(own, JSON.stringify(of)).toEqual(usually);
}

const isField = ({ form, context }: Case, field: string): boolean =>
  !thrown(() => check_field(form as never, field as never, {} as never, context as never));

const ODD: unknown[] = [
  '', ' ', 'Adébáyọ̀', 'é', 'a\u0301', '\u0000', '\ud800', '🙂', '٣', '1e3', '-1', '1,500.00', 'x'.repeat(1023), 'x'.repeat(1025), '<script>',
  0, 1.5, true, false, null, undefined, [], {}, Number.NaN,
]; // biome-ignore format: a table

describe('a prepared form', () => {
  const cases = formVectors();

  it('returns what `checkForm` returns, for every test vector', () => {
    expect(cases.length).toBeGreaterThan(100);
    for (const one of cases) expect(prepared(one), JSON.stringify(one)).toEqual(usual(one));
  });

  it('refuses a context that cannot be read, before any values', () => {
    expect(answer(() => prepareForm('withdraw', {} as never))).toEqual({
      thrown: { code: 'missing_key', message: 'context.currency is required.' },
    });
  });

  it('returns what `checkForm` returns, whatever changes in its fields', () => {
    const byContext = new Map<string, Case[]>();
    for (const one of cases) {
      const key = `${one.form} ${JSON.stringify(one.context)}`;
      byContext.set(key, [...(byContext.get(key) ?? []), one]);
    }
    let judged = 0;
    for (const [first, ...others] of byContext.values()) {
      const { form, context } = first as Case;
      const judge = answer(() => prepareForm(form as never, context as never));
      if ('thrown' in (judge as object)) continue;
      const { check, field: judgeOf } = judge as ReturnType<typeof prepareForm>;
      for (const { values } of [first as Case, ...others]) {
        const fields = Object.keys(values).filter((field) => isField({ form, values, context }, field));
        const steps = fields.flatMap((field) =>
          ODD.map((odd) => ({ field, values: { ...values, [field]: odd } })),
        );
        for (const step of steps) {
          const [field, changed] = [step.field as never, step.values as never];
          expectAlike(
            answer(() => check(changed)),
            answer(() => check_form(form as never, changed, context as never)),
            step,
          );
          judged += 1;
          // A field that depends on its text alone is not affected by other unreadable values.
          if (thrown(() => check(values as never))) continue;
          expectAlike(
            answer(() => judgeOf(field)(changed[field])),
            answer(() => check_field(form as never, field, changed, context as never)),
            step,
          );
          // The next check sees it.
          const next = fields[(fields.indexOf(step.field) + 1) % fields.length] as never;
          const usually = () => check_field(form as never, next, changed, context as never);
          if (thrown(usually)) continue;
          expectAlike(
            answer(() => judgeOf(next)(changed[next])),
            usually(),
            step,
          );
        }
      }
    }
    expect(judged).toBeGreaterThan(10_000);
  }, 60_000);

  it('returns for each field what it returns for the form', () => {
    for (const { form, values, context } of cases) {
      const judge = answer(() => prepareForm(form as never, context as never));
      const whole = answer(() => check_form(form as never, values as never, context as never));
      if ('thrown' in (judge as object) || 'thrown' in (whole as object)) continue;
      for (const field of Object.keys(values).filter((key) => isField({ form, values, context }, key))) {
        const found = (whole as { field: string }[]).find((violation) => violation.field === field) ?? null;
        const { check, field: judgeOf } = judge as ReturnType<typeof prepareForm>;
        check(values as never);
        expect(judgeOf(field as never)(values[field] as never), `${form} ${field}`).toEqual(found);
      }
    }
  });

  it('checks many values in turn, and forgets those that it no longer keeps', () => {
    const context = { currency: 'NGN' };
    const form = prepareForm('fund', context as never);
    for (let minor = 0; minor < 500; minor += 1) {
      const values = { amount: `0.${minor}` };
      expect(form.check(values as never)).toEqual(check_form('fund', values as never, context as never));
    }
  });

  it('is unusable once freed, and may be freed twice', () => {
    const form = prepareForm('transaction_pin', {});
    expect(form.check({ pin: '1234' })).toEqual([]);
    form.free();
    form.free();
    expect(() => form.check({ pin: '1234' })).toThrow();
  });
});
