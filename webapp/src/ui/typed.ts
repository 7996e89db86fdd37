import type { UseFormRegisterReturn } from 'react-hook-form';
import { evaluate, type RuleInput } from '@/engine';
import { rewriting } from '@/lib/typing';

type Currency = RuleInput<'money.group'>['currency'];

/** Groups an amount as it is typed: 12,500. */
export const grouped = <F extends Pick<UseFormRegisterReturn, 'onChange'>>(field: F, currency: Currency): F =>
  rewriting(field, (edited) => {
    const shown = evaluate('money.group', { ...edited, currency });
    return shown.valid ? shown : edited;
  });

/** Inserts the separators of a date as it is typed: 14-03-1994. */
export const dashed = <F extends Pick<UseFormRegisterReturn, 'onChange'>>(field: F): F =>
  rewriting(field, ({ text, caret, whole }) => evaluate('date.group', { text, caret, whole }));

/** The amount meant by a field's text: plain, or blank if the form refuses it. No part of the text is ignored. */
export const plainAmount = (text: string, currency: Currency): string =>
  evaluate('money.group', { text, currency, caret: null, whole: true, before: null }).amount ?? '';

/** An amount in the format of its field. */
export const groupedAmount = (amount: string, currency: Currency): string =>
  evaluate('money.group', { text: amount, currency, caret: null, whole: null, before: null }).text ?? amount;

/** The currency's sign, shown before a field. */
export const symbolOf = (currency: Currency): string =>
  evaluate('money.group', { text: '', currency, caret: null, whole: null, before: null }).symbol ?? currency;
