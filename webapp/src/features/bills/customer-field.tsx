import { CircleCheck } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { classes } from '@/lib/classes';
import { cleaned } from '@/ui/cleaned';
import { TextField } from '@/ui/field';
import type { useCustomer } from './use-customer';

interface Props extends Omit<ComponentProps<'input'>, 'onChange'>, Pick<UseFormRegisterReturn, 'onChange'> {
  label: string;
  error: string | undefined;
  customer: ReturnType<typeof useCustomer>;
}

/** The number of a smart card or a meter, and its holder's name once the provider has returned it. */
export function CustomerField({ label, error, customer, ...field }: Props) {
  const { asking, known } = customer;
  return (
    <>
      <TextField
        label={label}
        inputMode="numeric"
        autoComplete="off"
        error={error ?? customer.error}
        {...cleaned(field)}
      />
      <p
        role="status"
        className={classes(
          'flex min-h-14 items-center gap-3 rounded-control border px-4 py-2 empty:hidden',
          known && !asking ? 'border-positive' : 'border-line text-sm text-muted',
        )}
      >
        {asking && <span>Checking the number</span>}
        {!asking && known !== undefined && (
          <>
            <CircleCheck aria-hidden className="roomy size-6 shrink-0 text-positive" />
            <strong className="text-lg font-bold wrap-anywhere">{known.description}</strong>
          </>
        )}
      </p>
    </>
  );
}
