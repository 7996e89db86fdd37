import { UserRoundCheck } from 'lucide-react';
import type { ComponentProps } from 'react';
import { TextField } from '@/ui/field';
import type { useCustomer } from './use-customer';

interface Props extends ComponentProps<'input'> {
  label: string;
  error: string | undefined;
  customer: ReturnType<typeof useCustomer>;
}

/** The number of a smart card or a meter, and whose it is, once the provider has said. */
export function CustomerField({ label, error, customer, ...field }: Props) {
  const { asking, known } = customer;
  return (
    <>
      <TextField
        label={label}
        inputMode="numeric"
        autoComplete="off"
        error={error ?? customer.error}
        {...field}
      />
      <p
        role="status"
        className="flex min-h-11 items-center gap-3 rounded-control bg-sunken px-4 text-sm empty:hidden"
      >
        {asking && 'Checking the number'}
        {!asking && known !== undefined && (
          <>
            <UserRoundCheck aria-hidden className="size-5 shrink-0 text-positive" />
            <strong className="wrap-anywhere">{known.description}</strong>
          </>
        )}
      </p>
    </>
  );
}
