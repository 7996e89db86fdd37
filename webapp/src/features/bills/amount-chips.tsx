import { evaluate } from '@/engine/later';
import { Chip } from '@/ui/chip';

interface Props {
  kind: 'airtime' | 'power';
  /** The service's minimum. */
  minimum?: string | null;
  /** Any form with an amount. */
  form: {
    watch: (field: 'amount') => string | number;
    setValue: (
      field: 'amount',
      amount: string,
      how: { shouldValidate: boolean; shouldTouch: boolean },
    ) => void;
  };
}

/** The usual amounts: one tap fills in the field below. */
export function AmountChips({ kind, minimum = null, form }: Props) {
  const { amounts } = evaluate('bill.amounts', { kind, minimum });
  const typed = String(form.watch('amount'));
  return (
    <ul aria-label="Usual amounts" className="flex flex-wrap gap-1 empty:hidden">
      {(amounts ?? []).map((amount) => {
        // Offered amounts are whole: without decimals they fit beside each other.
        const { symbol, whole } = evaluate('money.format', { amount, currency: 'NGN' });
        const text = whole ?? amount;
        return (
          <li key={amount} className="grow">
            <Chip
              wide
              pressed={typed === text}
              onClick={() => form.setValue('amount', text, { shouldValidate: true, shouldTouch: true })}
            >
              {`${symbol ?? ''}${text}`}
            </Chip>
          </li>
        );
      })}
    </ul>
  );
}
