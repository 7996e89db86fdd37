import { useEffect } from 'react';
import { evaluate, useEngineForm } from '@/engine/later';
import { Facts } from '@/payment/breakdown';
import { money } from '@/payment/money';
import { useTypedAmount } from '@/payment/use-typed-amount';
import { Checkbox } from '@/ui/field';
import { Form } from '@/ui/form';
import { groupedAmount, plainAmount } from '@/ui/typed';
import { CoinAmountField } from '../coins/coin-amount-field';
import { useConversionQuote } from './mutations';
import { PairFields } from './pair-fields';
import type { ConversionQuote, ConversionTerms, Pair } from './queries';

interface Props {
  terms: ConversionTerms;
  pair: Pair;
  onPair: (pair: Pair) => void;
  /** The available balance of the paying wallet. */
  balance: string;
  amount: string;
  onQuoted: (quote: ConversionQuote) => void;
}

/** Currencies and amount, with an estimate at the current rate; the review has the binding one. */
export function FormStage({ terms, pair, onPair, balance, amount, onQuoted }: Props) {
  const { served, rates, spread } = terms;
  const { from, to } = pair;
  const form = useEngineForm('exchange', {
    defaultValues: { from, to, amount: groupedAmount(amount, from), confirm: false },
    context: { served, balance, rates, spread },
  });
  // The amount is judged by the currencies, so the form must know them first.
  form.violationOf('from', from);
  form.violationOf('to', to);
  const typed = useTypedAmount(form, from);
  const { setValue, trigger } = form;
  const isJudged = form.formState.touchedFields.amount === true;
  useEffect(() => {
    setValue('from', from);
    setValue('to', to);
    if (isJudged) void trigger('amount');
  }, [from, to, isJudged, setValue, trigger]);
  const ask = useConversionQuote();
  const message = rates[from]?.message ?? rates[to]?.message;
  const pairFields = <PairFields served={served} pair={pair} onPair={onPair} errorOf={form.errorOf} />;
  if (message)
    return (
      <>
        {pairFields}
        <p role="alert">{message}</p>
      </>
    );
  const brings = evaluate('exchange.quote', { from, to, amount: typed.amount || '0', rates, spread });
  return (
    <Form
      action="Review"
      busy={ask.isPending}
      error={form.formError}
      onSubmit={form.handleSubmit((values) =>
        ask.mutate(
          { from, to, amount: plainAmount(String(values.amount), from), confirm: values.confirm },
          { onSuccess: onQuoted, onError: form.showProblem },
        ),
      )}
    >
      {pairFields}
      <CoinAmountField
        coin={from}
        balance={balance}
        onMax={() => form.setValue('amount', groupedAmount(balance, from), { shouldValidate: true })}
        {...form.register('amount')}
        hint={typed.hint}
        error={typed.error}
        offer={typed.offer}
      />
      <Facts
        rows={[
          ['Rate', brings.rate ?? '–'],
          [
            'You get about',
            typed.amount === '' || brings.received === null ? '–' : money(brings.received, to),
          ],
        ]}
      />
      <Checkbox error={form.errorOf('confirm')} {...form.register('confirm')}>
        {`I want to convert this money to ${to}.`}
      </Checkbox>
    </Form>
  );
}
