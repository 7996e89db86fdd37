import { useEngineForm } from '@/engine/later';
import { Button } from '@/ui/button';
import { SelectField, TextField } from '@/ui/field';
import { FormSheet } from '@/ui/form-sheet';
import { useFigures, useSaveStrategy } from './mutations';
import type { Strategy } from './queries';

/** The eight figures, in the order of the form. (Document 3, section 5.) */
export const FIGURES = [
  { name: 'percent_change_1h', label: 'Change in an hour (%)' },
  { name: 'percent_change_24h', label: 'Change in a day (%)' },
  { name: 'percent_change_7d', label: 'Change in a week (%)' },
  { name: 'percent_change_30d', label: 'Change in a month (%)' },
  { name: 'max_supply', label: 'Maximum supply' },
  { name: 'circulating_supply', label: 'Circulating supply' },
  { name: 'market_cap', label: 'Market capitalisation (USDT)' },
  { name: 'price', label: 'Price (USDT)' },
] as const;

const FILLED = [
  'price',
  'percent_change_1h',
  'percent_change_24h',
  'percent_change_7d',
  'percent_change_30d',
] as const;

const BLANK = {
  percent_change_1h: '',
  percent_change_24h: '',
  percent_change_7d: '',
  percent_change_30d: '',
  max_supply: '',
  circulating_supply: '',
  market_cap: '',
  price: '',
  coin: '',
};

interface Props {
  /** The strategy that is changed; null for a new one. */
  strategy: Strategy | null;
  /** The coins whose figures the market knows. */
  coins: string[];
  onClose: () => void;
}

/** A new strategy, or a change to one. */
export function StrategySheet({ strategy, coins, onClose }: Props) {
  const form = useEngineForm('strategy', { defaultValues: strategy ?? BLANK });
  const save = useSaveStrategy(strategy?.id ?? null);
  const figures = useFigures();
  const coin = form.watch('coin');
  const fill = () =>
    figures.mutate(coin, {
      onSuccess: (known) => {
        for (const name of FILLED) {
          const value = known[name];
          if (value !== null) form.setValue(name, value, { shouldValidate: true });
        }
      },
    });
  return (
    <FormSheet
      title={strategy ? 'Change strategy' : 'Add strategy'}
      onClose={onClose}
      action="Save"
      busy={save.isPending}
      error={form.formError}
      onSubmit={form.handleSubmit((values) =>
        save.mutate(values, { onSuccess: onClose, onError: form.showProblem }),
      )}
    >
      {(coins.length > 0 || coin !== '') && (
        <div className="flex flex-col gap-3 rounded-control bg-sunken p-4">
          <SelectField
            label="Coin"
            hint="Auto trade buys this coin at or below the price when a signal predicts at least this daily change. With no coin chosen, nothing is bought."
            options={[{ value: '', label: 'No coin' }, ...coins.map((one) => ({ value: one, label: one }))]}
            error={form.errorOf('coin')}
            {...form.register('coin')}
          />
          <Button look="plain" disabled={coin === ''} busy={figures.isPending} onClick={fill}>
            Fill in from the market
          </Button>
        </div>
      )}
      {FIGURES.map(({ name, label }) => (
        <TextField
          key={name}
          label={label}
          inputMode="decimal"
          autoComplete="off"
          error={form.errorOf(name)}
          {...form.register(name)}
        />
      ))}
    </FormSheet>
  );
}
