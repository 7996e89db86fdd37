import { useState } from 'react';
import type { BodyOf } from '@/api/contract';
import { SelectField, TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Card } from '@/ui/page';
import { useLetCoinsArrive, usePredict, useSetPrice } from './mutations';

/** Typed values; the server validates them. */
function useTyped<T extends Record<string, string>>(begin: T) {
  const [values, setValues] = useState(begin);
  const field = (name: keyof T & string) => ({
    value: values[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: target.value })),
  });
  return { values, field };
}

/** Simulates an incoming deposit of coins. */
export function CoinArrival() {
  const { values, field } = useTyped({ address: '', amount: '0.05', confirmations: '6' });
  const arrive = useLetCoinsArrive();
  const { address, amount, confirmations } = values;
  return (
    <Card>
      <Form
        aria-label="Let coins arrive"
        onSubmit={(event) => {
          event.preventDefault();
          arrive.mutate({ address, amount, confirmations: Number.parseInt(confirmations, 10) });
        }}
        action="Send coins"
        busy={arrive.isPending}
        disabled={address === ''}
      >
        <h2 className="text-lg font-semibold">Let coins arrive</h2>
        <TextField label="Address to receive at" autoComplete="off" {...field('address')} />
        <TextField label="Amount of coins" inputMode="decimal" autoComplete="off" {...field('amount')} />
        <SelectField
          label="Confirmations"
          options={['0', '1', '6', '30'].map((value) => ({ value, label: value }))}
          {...field('confirmations')}
        />
      </Form>
    </Card>
  );
}

/** Sets a pair's price, which the server applies within a minute. */
export function MarketPrice() {
  const { values, field } = useTyped({ pair: 'BTCUSDT', price: '' });
  const set = useSetPrice();
  const { pair, price } = values;
  return (
    <Card>
      <Form
        aria-label="Set a price"
        onSubmit={(event) => {
          event.preventDefault();
          set.mutate({ pair, price: price === '' ? null : price });
        }}
        action="Set the price"
        busy={set.isPending}
      >
        <h2 className="text-lg font-semibold">Set a price</h2>
        <TextField label="Pair" autoComplete="off" {...field('pair')} />
        <TextField
          label="Price (USDT)"
          inputMode="decimal"
          autoComplete="off"
          hint="Leave blank for a generated price. It takes effect within a minute."
          {...field('price')}
        />
      </Form>
    </Card>
  );
}

const GROUPS = [
  { value: 'first_match', label: 'first' },
  { value: 'second_match', label: 'second' },
  { value: 'third_match', label: 'third' },
  // The provider's spelling.
  { value: 'forth_match', label: 'fourth' },
];

type Sent = BodyOf<'PUT', '/sandbox/signals'>;

/** Replaces all predictions with one. */
export function Predictions() {
  const { values, field } = useTyped({ group: 'first_match', symbol: 'BTC', percent: '2.5' });
  const predict = usePredict();
  return (
    <Card>
      <Form
        aria-label="Predict a price"
        onSubmit={(event) => {
          event.preventDefault();
          const { group, symbol, percent } = values;
          const prediction = { id: 1, symbol, logo: null, percent_change_24h: percent };
          predict.mutate({ [group]: [prediction] } as Sent);
        }}
        action="Send the prediction"
        busy={predict.isPending}
      >
        <h2 className="text-lg font-semibold">Predict a price</h2>
        <p className="text-sm text-muted">Replaces all earlier predictions.</p>
        <SelectField label="Group of matches" options={GROUPS} {...field('group')} />
        <TextField label="Symbol" autoComplete="off" {...field('symbol')} />
        <TextField
          label="Percent within a day"
          inputMode="decimal"
          autoComplete="off"
          {...field('percent')}
        />
      </Form>
    </Card>
  );
}
