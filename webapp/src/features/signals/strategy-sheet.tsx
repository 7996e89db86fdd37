import { useEngineForm } from '@/engine/later';
import { SelectField, TextField } from '@/ui/field';
import { FormSheet } from '@/ui/form-sheet';
import { MarketFigures } from './market-figures';
import { useSaveStrategy } from './mutations';
import type { Strategy } from './queries';
import { strategyWords } from './strategy-words';

/** The figures that decide. The form takes six more, which decide nothing. (Document 3, section 5.) */
export const CONDITIONS = [
  { name: 'price', label: 'Price (USDT)' },
  { name: 'percent_change_24h', label: 'Change in a day (%)' },
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

/** A new strategy, or a change to one: its coin, its two conditions, and the market's figures beside them. */
export function StrategySheet({ strategy, coins, onClose }: Props) {
  const form = useEngineForm('strategy', { defaultValues: strategy ?? BLANK });
  const save = useSaveStrategy(strategy?.id ?? null);
  const coin = form.watch('coin');
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
        <SelectField
          label="Coin"
          hint="Auto trade buys this coin at or below the price when a signal predicts at least this daily change. With no coin chosen, nothing is bought."
          options={[{ value: '', label: 'No coin' }, ...coins.map((one) => ({ value: one, label: one }))]}
          error={form.errorOf('coin')}
          {...form.register('coin')}
        />
      )}
      {coin !== '' && (
        <MarketFigures
          coin={coin}
          onUse={(price) => form.setValue('price', price, { shouldValidate: true })}
        />
      )}
      {CONDITIONS.map(({ name, label }) => (
        <TextField
          key={name}
          label={label}
          inputMode="decimal"
          autoComplete="off"
          error={form.errorOf(name)}
          {...form.register(name)}
        />
      ))}
      {form.formState.isValid && (
        <p aria-live="polite" className="rounded-control bg-sunken p-3 text-sm">
          {strategyWords({
            coin,
            price: String(form.watch('price')),
            percent_change_24h: String(form.watch('percent_change_24h')),
          })}
        </p>
      )}
    </FormSheet>
  );
}
