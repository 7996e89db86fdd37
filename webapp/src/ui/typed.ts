import type { UseFormRegisterReturn } from 'react-hook-form';
import { evaluate, type RuleInput } from '@/engine';
import { rewriting } from '@/lib/typing';

type Currency = RuleInput<'money.group'>['currency'];

/** A field of an amount, which is grouped as it is typed: 12,500. */
export const grouped = <F extends Pick<UseFormRegisterReturn, 'onChange'>>(field: F, currency: Currency): F =>
  rewriting(field, (edited) => {
    const shown = evaluate('money.group', { ...edited, currency });
    return shown.valid ? shown : edited;
  });

/** A field of a date, whose separators come by themselves: 14-03-1994. */
export const dashed = <F extends Pick<UseFormRegisterReturn, 'onChange'>>(field: F): F =>
  rewriting(field, ({ text, caret, whole }) => evaluate('date.group', { text, caret, whole }));

/** The amount that a field's text means: plain, or blank where the form refuses it. Nothing of the text is left out. */
export const plainAmount = (text: string, currency: Currency): string =>
  evaluate('money.group', { text, currency, caret: null, whole: true, before: null }).amount ?? '';

/** An amount as it stands in its field. */
export const groupedAmount = (amount: string, currency: Currency): string =>
  evaluate('money.group', { text: amount, currency, caret: null, whole: null, before: null }).text ?? amount;

/** The currency's sign, which stands before a field. */
export const symbolOf = (currency: Currency): string =>
  evaluate('money.group', { text: '', currency, caret: null, whole: null, before: null }).symbol ?? currency;
